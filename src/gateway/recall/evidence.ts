import { createScorer } from './bm25.ts'
import type { Candidates, FoundWord } from './candidates.ts'
import { type ConversationEvidence, type Counted, RAREST, weighConversations } from './conversation-evidence.ts'
import { findKinship } from './kinship.ts'
import type { Lexicon } from './lexicon.ts'
import { createLikeness } from './likeness.ts'
import { createMentions } from './mentions.ts'
import type { Question } from './question.ts'
import type { RecallLine } from './recall-index.ts'
import { nearSpan, within } from './time-words.ts'
import type { Whom } from './whom.ts'

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
  /** Its conversation: all words, the rarest, its best line, what is talked about now. */
  conversation: number
  conversationRare: number
  conversationBest: number
  conversationLive: number
  /** Speaks of what the best lines speak of; and its conversation. */
  kin: number
  conversationKin: number
  /** Said by somebody the question names, or by another; 0 when it names nobody. */
  speaker: number
  human: number
  /** Speaks of whoever says it; and of whoever it is said to. */
  ofSelf: number
  ofOther: number
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
  /** Names a thing, and things of its kind are asked for: the more, the less else is. */
  things: number
  /** Among the candidates the first, or the last, to hold a rare word. */
  first: number
  last: number
  /** 1 now, half of that a fortnight ago. */
  fresh: number
  /** Part of the conversation that goes on, which is shown anyway. */
  live: number
  length: number
  /** Speaks of the same in whatever words; 0 without vectors. */
  meaning: number
  /** What was said right before and after it does. */
  nearMeaning: number
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
  /** What each line has of the likeness of the most alike. */
  alike: ReadonlyMap<number, number>
  question: Question
  /** Mean length of a line, in characters. */
  meanChars: number
  /** Has read every word of them. */
  lexicon: Lexicon
  words: (line: RecallLine) => number[]
  whom: (line: RecallLine) => Whom
  now: Date
  /** The conversation that goes on. */
  live: number | undefined
}

/** Looks at every candidate together with its neighbours and its conversation. Pure. */
export function weigh({
  candidates,
  alike,
  question,
  meanChars,
  lexicon,
  words,
  whom,
  now,
  live,
}: Weighing): Weighed[] {
  const { terms, lines } = candidates
  const read = lines.map(words)
  const formsOf = (word: string) => (question.forms.get(word) ?? [word]).map(lexicon.numberOf)
  const numbered = (found: FoundWord[]) => found.map(({ word, idf }) => ({ numbers: formsOf(word), idf }))
  const [askedTerms, liveTerms] = [numbered(terms), numbered(candidates.liveTerms)]
  const asked = question.words.map(lexicon.numberOf)
  const pairs = question.pairs.map(([first, second]) => [lexicon.numberOf(first), lexicon.numberOf(second)] as const)
  const things = new Set(question.things?.words.map(lexicon.numberOf))
  const scorers = {
    asked: createScorer(askedTerms, meanChars),
    live: createScorer(liveTerms, meanChars),
  }
  const counted = countAll(lines, read, scorers)
  const conversations = weighConversations(counted, scorers)
  const kin = findKinship(counted, conversations, {
    asked: new Set(question.words.flatMap(formsOf)),
    meanChars,
    live,
  })
  const mentions = createMentions(counted, terms.slice(0, RAREST))
  const likeness = createLikeness(asked, pairs, lexicon)

  return counted.map((one) => {
    const conversation = conversations.get(one.line.conversation?.id ?? -1)
    return {
      line: one.line,
      evidence: judge(one, conversation),
      shares: () => terms.filter((_, at) => (one.asked[at] ?? 0) > 0).map(({ word }) => word),
      bestLine: conversation?.bestLine,
    }
  })

  function judge(one: Counted, conversation: ConversationEvidence | undefined): Evidence {
    const { line } = one
    const { before: before1, after: after1 } = one
    const [before2, after2] = [before1?.before, after1?.after]
    const [before3, after3] = [before2?.before, after2?.after]
    const { self, other } = whom(line)
    const ageMs = Math.max(0, now.getTime() - line.at.getTime())
    return {
      words: one.score,
      rare: one.rare,
      near1: scoreOf(before1) + scoreOf(after1),
      near2: scoreOf(before2) + scoreOf(after2),
      near3: scoreOf(before3) + scoreOf(after3),
      pairs: one.asked.length === 0 ? 0 : likeness.pairs(one.words),
      beginnings: likeness.beginnings(one.words),
      conversation: conversation?.score ?? 0,
      conversationRare: conversation?.rare ?? 0,
      conversationBest: conversation?.best ?? 0,
      conversationLive: conversation?.live ?? 0,
      kin: kin.line.get(line.id) ?? 0,
      conversationKin: kin.conversation.get(line.conversation?.id ?? -1) ?? 0,
      speaker: question.named.size === 0 ? 0 : question.named.has(line.name) ? 1 : -1,
      human: line.author === 'human' ? 1 : 0,
      ofSelf: self ? 1 : 0,
      ofOther: other ? 1 : 0,
      asks: one.asks ? 1 : 0,
      answers: before1?.asks ? before1.score : 0,
      opens: line.previous === undefined ? 1 : 0,
      dated: question.spans.some((span) => within(line.at, span)) ? 1 : 0,
      nearDate: question.spans.reduce((near, span) => Math.max(near, nearSpan(line.at, span)), 0),
      times: question.namesTime?.(line.text) ? 1 : 0,
      things: question.things && one.words.some((word) => things.has(word)) ? question.things.share : 0,
      first: mentions.first.get(line.id) ?? 0,
      last: mentions.last.get(line.id) ?? 0,
      fresh: 1 / (1 + ageMs / FORTNIGHT_MS),
      live: live !== undefined && line.conversation?.id === live ? 1 : 0,
      length: Math.log(4 + line.text.length / 4),
      meaning: meant(one),
      nearMeaning: meant(before1) + meant(after1),
    }
  }

  function meant(one: Counted | undefined): number {
    return (one && alike.get(one.line.id)) ?? 0
  }
}

function scoreOf(one: Counted | undefined): number {
  return one?.score ?? 0
}

const FORTNIGHT_MS = 14 * 86_400_000

function countAll(
  lines: RecallLine[],
  words: number[][],
  { asked, live }: Parameters<typeof weighConversations>[1],
): Counted[] {
  const counted = lines.map((line, at): Counted => {
    const said = words[at] ?? []
    const counts = asked.count(said)
    const chars = line.text.length
    return {
      line,
      words: said,
      asked: counts,
      live: live.count(said),
      score: asked.score(counts, chars),
      rare: asked.score(counts, chars, RAREST),
      asks: isQuestion(line.text),
      before: undefined,
      after: undefined,
    }
  })
  const most = (which: 'score' | 'rare') => counted.reduce((top, one) => Math.max(top, one[which]), Number.EPSILON)
  const [mostScore, mostRare] = [most('score'), most('rare')]
  for (const one of counted) {
    one.score /= mostScore
    one.rare /= mostRare
  }
  link(counted)
  return counted
}

function link(counted: Counted[]): void {
  const known = new Map(counted.map((one) => [one.line.id, one]))
  for (const one of counted) {
    one.before = one.line.previous === undefined ? undefined : known.get(one.line.previous)
    if (one.before) one.before.after = one
  }
}

/** Questions end in their mark; what follows it is an emoji at most. */
function isQuestion(text: string): boolean {
  return /[?？؟]/.test(text.slice(-40))
}
