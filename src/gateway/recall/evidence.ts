import { createScorer, scaled } from './bm25.ts'
import type { Candidates } from './candidates.ts'
import { type ConversationEvidence, type Counted, RAREST, weighConversations } from './conversation-evidence.ts'
import { findKinship } from './kinship.ts'
import { createLikeness } from './likeness.ts'
import { createMentions } from './mentions.ts'
import type { Question } from './question.ts'
import type { RecallLine } from './recall-index.ts'
import { nearSpan, speaksOfTime, within } from './time-words.ts'

/** What speaks for a line and against it: a number each, most of them between 0 and 1. */
export interface Evidence {
  /** BM25 of the line itself, over all words and over the rarest. */
  words: number
  rare: number
  /** BM25 of the lines one, two and three steps away. */
  near1: number
  near2: number
  near3: number
  /** Words that stand side by side as in the question. */
  pairs: number
  /** Words that begin like those of the question: the same in another form. */
  beginnings: number
  /** Its conversation: all words, the rarest, its best line, what the talk is about now. */
  talk: number
  talkRare: number
  talkBest: number
  talkLive: number
  /** Speaks of what the best lines speak of; and its conversation. */
  kin: number
  talkKin: number
  /** Said by somebody the question names, or by another; 0 when it names nobody. */
  speaker: number
  human: number
  asks: number
  /** Follows a question that is about this. */
  answers: number
  /** Begins its conversation: people say what it is about. */
  opens: number
  /** Said when the question says; or not long before or after. */
  dated: number
  nearDate: number
  /** Names a time, and a time is asked for. */
  times: number
  /** Among the candidates the first, or the last, to hold a rare word. */
  first: number
  last: number
  /** 1 now, half of that a fortnight ago. */
  fresh: number
  /** Part of the talk that goes on, which is shown anyway. */
  live: number
  length: number
}

export interface Weighed {
  line: RecallLine
  evidence: Evidence
  /** The asked words it holds, the rarest first. */
  shares(): string[]
  /** The best line of its conversation. */
  bestLine: number | undefined
}

export interface Weighing {
  candidates: Candidates
  question: Question
  /** Mean length of a line, in characters. */
  meanChars: number
  words: (line: RecallLine) => string[]
  now: Date
  /** The conversation that goes on. */
  live: number | undefined
}

/** Looks at every candidate together with its neighbours and its conversation. Pure. */
export function weigh({ candidates, question, meanChars, words, now, live }: Weighing): Weighed[] {
  const { terms, liveTerms, lines } = candidates
  const scorers = { asked: createScorer(terms, meanChars), live: createScorer(liveTerms, meanChars) }
  const counted = countAll(lines, words, scorers)
  const rare = scaled(byId(counted, (one) => scorers.asked.score(one.asked, one.line.text.length, RAREST)))
  const talks = weighConversations(counted, scorers)
  const asked = new Set(question.words)
  const kin = findKinship(counted, talks, { asked, meanChars, live })
  const mentions = createMentions(counted, terms.slice(0, RAREST))
  const likeness = createLikeness(question.words, question.pairs)
  const known = new Map(counted.map((one) => [one.line.id, one]))

  return counted.map((one) => {
    const talk = talks.get(one.line.conversation?.id ?? -1)
    return {
      line: one.line,
      evidence: judge(one, talk),
      shares: () => terms.filter((_, at) => (one.asked[at] ?? 0) > 0).map(({ word }) => word),
      bestLine: talk?.bestLine,
    }
  })

  function judge(one: Counted, talk: ConversationEvidence | undefined): Evidence {
    const { line } = one
    const [before, after] = [walk(one, 'previous'), walk(one, 'next')]
    const near = (step: number) => (before[step]?.score ?? 0) + (after[step]?.score ?? 0)
    const previous = before[0]
    const ageMs = Math.max(0, now.getTime() - line.at.getTime())
    return {
      words: one.score,
      rare: rare.get(line.id) ?? 0,
      near1: near(0),
      near2: near(1),
      near3: near(2),
      pairs: likeness.pairs(one.words),
      beginnings: likeness.beginnings(one.words),
      talk: talk?.score ?? 0,
      talkRare: talk?.rare ?? 0,
      talkBest: talk?.best ?? 0,
      talkLive: talk?.live ?? 0,
      kin: kin.line.get(line.id) ?? 0,
      talkKin: kin.conversation.get(line.conversation?.id ?? -1) ?? 0,
      speaker: question.named.size === 0 ? 0 : question.named.has(line.name) ? 1 : -1,
      human: line.author === 'human' ? 1 : 0,
      asks: isQuestion(line.text) ? 1 : 0,
      answers: previous && isQuestion(previous.line.text) ? previous.score : 0,
      opens: line.previous === undefined ? 1 : 0,
      dated: question.spans.some((span) => within(line.at, span)) ? 1 : 0,
      nearDate: Math.max(0, ...question.spans.map((span) => nearSpan(line.at, span))),
      times: question.asksWhen && speaksOfTime(line.text) ? 1 : 0,
      first: mentions.first.get(line.id) ?? 0,
      last: mentions.last.get(line.id) ?? 0,
      fresh: 1 / (1 + ageMs / FORTNIGHT_MS),
      live: live !== undefined && line.conversation?.id === live ? 1 : 0,
      length: Math.log(4 + line.text.length / 4),
    }
  }

  function walk(from: Counted, direction: 'previous' | 'next'): (Counted | undefined)[] {
    const steps: (Counted | undefined)[] = []
    let at: Counted | undefined = from
    for (let step = 0; step < 3; step++) {
      const id: number | undefined = at?.line[direction]
      at = id === undefined ? undefined : known.get(id)
      steps.push(at)
    }
    return steps
  }
}

const FORTNIGHT_MS = 14 * 86_400_000

function countAll(
  lines: RecallLine[],
  words: (line: RecallLine) => string[],
  { asked, live }: Parameters<typeof weighConversations>[1],
): Counted[] {
  const counted = lines.map((line) => {
    const said = words(line)
    const counts = asked.count(said)
    return { line, words: said, asked: counts, live: live.count(said), score: asked.score(counts, line.text.length) }
  })
  const most = counted.reduce((top, { score }) => Math.max(top, score), Number.EPSILON)
  for (const one of counted) one.score /= most
  return counted
}

function byId(counted: Counted[], read: (one: Counted) => number): Map<number, number> {
  return new Map(counted.map((one) => [one.line.id, read(one)]))
}

/** Questions end in their mark; what follows it is an emoji at most. */
function isQuestion(text: string): boolean {
  return text.slice(-40).includes('?')
}
