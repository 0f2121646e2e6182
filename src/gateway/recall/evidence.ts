import { type Counts, createScorer, type Scorer } from './bm25.ts'
import type { FoundWord, RecallCandidates } from './candidates.ts'
import type { Lexicon } from './lexicon.ts'
import type { ParsedQuestion } from './question.ts'
import type { RecallLine } from './recall-index.ts'
import { nearSpan } from './time-words.ts'

/** The evidence for or against a line: a number of each kind, most of them between 0 and 1. */
export interface LineEvidence {
  /** BM25 of the line over all words of the question; the best line has 1. */
  words: number
  /** The same over the rarest words only. */
  rareWords: number
  /** BM25 of the lines one step and two steps away. */
  near1: number
  near2: number
  /** The share of the question's words that a word here begins like: the same word in another form. */
  beginnings: number
  /** BM25 of its whole conversation; the best conversation has 1. */
  conversation: number
  /** BM25 of its conversation over the words of the current conversation; the best has 1. */
  conversationLive: number
  /** 1 when somebody said it whom the question names, -1 when somebody else did, 0 when it names nobody. */
  speaker: number
  human: number
  /** It is about the person who says it. */
  aboutSelf: number
  /** The BM25 of the line before it, when that is a question. */
  answers: number
  /** It opens its conversation. */
  opens: number
  /** 1 when it was said at the time that the question names, less the further away. */
  nearDate: number
  /** It names a member of the category that the question asks about; the fewer other words are asked, the more. */
  category: number
  /** 1 now, half of that a fortnight ago. */
  fresh: number
  /** It is part of the current conversation, which is shown anyway. */
  live: number
  length: number
  /** It means the same, whatever its words; 0 without vectors. */
  meaning: number
  /** The lines right before and after it mean the same. */
  nearMeaning: number
}

export interface Weighed {
  line: RecallLine
  evidence: LineEvidence
  /** The words of the question that it contains, the rarest first. */
  shares(): string[]
  /** The best line of its conversation. */
  bestLine: number | undefined
}

export interface Weighing {
  candidates: RecallCandidates
  /** How similar each line is in meaning; the most similar has 1. */
  alike: ReadonlyMap<number, number>
  question: ParsedQuestion
  /** The mean length of a line, in characters. */
  meanChars: number
  lexicon: Lexicon
  words: (line: RecallLine) => number[]
  isAboutAuthor: (line: RecallLine) => boolean
  now: Date
  /** The current conversation. */
  live: number | undefined
}

const RAREST_WORDS = 8
const FORTNIGHT_MS = 14 * 86_400_000

/** Compares every candidate with the question, together with its neighbours and its conversation. Pure. */
export function weigh(weighing: Weighing): Weighed[] {
  const { candidates, alike, question, meanChars, lexicon, words, isAboutAuthor, now, live } = weighing
  const { terms, lines } = candidates
  const formsOf = (word: string) => (question.forms.get(word) ?? [word]).map(lexicon.numberOf)
  const read = lines.map(words)
  const scorerOf = (found: FoundWord[]) =>
    createScorer(
      found.map(({ word, idf }) => ({ numbers: formsOf(word), idf })),
      meanChars,
    )
  const scorers = { asked: scorerOf(terms), live: scorerOf(candidates.liveTerms) }
  const counted = countAll(lines, read, scorers)
  const conversations = scoreConversations(counted, scorers)
  const beginningsIn = createBeginnings(question.words.map(lexicon.numberOf), lexicon)
  const members = new Set(question.category?.words.map(lexicon.numberOf))
  const meaningOf = (one: Counted | undefined) => (one && alike.get(one.line.id)) ?? 0

  return counted.map((one) => {
    const { line, before, after } = one
    const conversation = conversations.get(line.conversation?.id ?? -1)
    const evidence: LineEvidence = {
      words: one.score,
      rareWords: one.rareScore,
      near1: scoreOf(before) + scoreOf(after),
      near2: scoreOf(before?.before) + scoreOf(after?.after),
      beginnings: beginningsIn(one.words),
      conversation: conversation?.score ?? 0,
      conversationLive: conversation?.liveScore ?? 0,
      speaker: question.named.size === 0 ? 0 : question.named.has(line.name) ? 1 : -1,
      human: line.author === 'human' ? 1 : 0,
      aboutSelf: isAboutAuthor(line) ? 1 : 0,
      answers: before && isQuestion(before.line.text) ? before.score : 0,
      opens: line.previous === undefined ? 1 : 0,
      nearDate: question.spans.reduce((near, span) => Math.max(near, nearSpan(line.at, span)), 0),
      category: question.category && one.words.some((word) => members.has(word)) ? question.category.share : 0,
      fresh: 1 / (1 + Math.max(0, now.getTime() - line.at.getTime()) / FORTNIGHT_MS),
      live: live !== undefined && line.conversation?.id === live ? 1 : 0,
      length: Math.log(4 + line.text.length / 4),
      meaning: meaningOf(one),
      nearMeaning: meaningOf(before) + meaningOf(after),
    }
    return {
      line,
      evidence,
      shares: () => terms.filter((_, at) => (one.counts[at] ?? 0) > 0).map(({ word }) => word),
      bestLine: conversation?.bestLine,
    }
  })
}

/** A candidate with how often it contains each word of the question. */
interface Counted {
  line: RecallLine
  words: number[]
  counts: Counts
  /** The same for the words of the current conversation. */
  liveCounts: Counts
  /** BM25 over all words and over the rarest; the best line has 1. */
  score: number
  rareScore: number
  /** Its neighbours in the conversation, where they are candidates too. */
  before: Counted | undefined
  after: Counted | undefined
}

interface Scorers {
  asked: Scorer
  live: Scorer
}

function countAll(lines: RecallLine[], words: number[][], { asked, live }: Scorers): Counted[] {
  const counted = lines.map((line, at): Counted => {
    const counts = asked.count(words[at] ?? [])
    const chars = line.text.length
    return {
      line,
      words: words[at] ?? [],
      counts,
      liveCounts: live.count(words[at] ?? []),
      score: asked.score(counts, chars),
      rareScore: asked.score(counts, chars, RAREST_WORDS),
      before: undefined,
      after: undefined,
    }
  })
  const maxOf = (which: 'score' | 'rareScore') =>
    counted.reduce((top, one) => Math.max(top, one[which]), Number.EPSILON)
  const [maxScore, maxRareScore] = [maxOf('score'), maxOf('rareScore')]
  const byId = new Map(counted.map((one) => [one.line.id, one]))
  for (const one of counted) {
    one.score /= maxScore
    one.rareScore /= maxRareScore
    one.before = one.line.previous === undefined ? undefined : byId.get(one.line.previous)
    if (one.before) one.before.after = one
  }
  return counted
}

interface ScoredConversation {
  score: number
  liveScore: number
  bestLine: number
}

/** Scores each conversation by its candidates. Its other lines contain none of the words, so they add nothing. */
function scoreConversations(counted: Counted[], { asked, live }: Scorers): Map<number, ScoredConversation> {
  const members = new Map<number, { chars: number; lines: Counted[] }>()
  let totalChars = 0
  for (const one of counted) {
    const { conversation } = one.line
    if (conversation === undefined) continue
    const known = members.get(conversation.id)
    if (known) {
      known.lines.push(one)
      continue
    }
    totalChars += conversation.chars
    members.set(conversation.id, { chars: conversation.chars, lines: [one] })
  }
  // The scorer expects the length of a line: a conversation of mean length counts as a line of mean length.
  const charsPerLine = Math.max(1, totalChars / Math.max(1, members.size)) / asked.meanChars
  const scored = new Map<number, ScoredConversation>()
  let [max, maxLive] = [Number.EPSILON, Number.EPSILON]
  for (const [id, { chars, lines }] of members) {
    const length = chars / charsPerLine
    const score = asked.score(sumOf(lines, 'counts'), length)
    const liveScore = live.score(sumOf(lines, 'liveCounts'), length)
    const best = lines.reduce((a, b) => (b.score > a.score ? b : a))
    scored.set(id, { score, liveScore, bestLine: best.line.id })
    max = Math.max(max, score)
    maxLive = Math.max(maxLive, liveScore)
  }
  for (const one of scored.values()) {
    one.score /= max
    one.liveScore /= maxLive
  }
  return scored
}

function sumOf(lines: Counted[], which: 'counts' | 'liveCounts'): Counts {
  let sum: Counts = []
  for (const { [which]: counts } of lines) {
    // In most conversations only one line contains any of the words, and nothing has to be added.
    if (counts.length > 0) sum = sum.length === 0 ? counts : sum.map((count, at) => count + (counts[at] ?? 0))
  }
  return sum
}

function createBeginnings(asked: number[], lexicon: Lexicon): (words: number[]) => number {
  const beginnings = new Set(asked.map(lexicon.beginningOf))
  return (words) => {
    if (beginnings.size === 0) return 0
    let held: Set<number> | undefined
    for (const word of words) {
      const beginning = lexicon.beginningOf(word)
      if (beginnings.has(beginning)) held = (held ?? new Set()).add(beginning)
    }
    return (held?.size ?? 0) / beginnings.size
  }
}

/** The line was said at the very time that the question names. */
export function isAtNamedTime({ nearDate }: LineEvidence): boolean {
  return nearDate === 1
}

function scoreOf(one: Counted | undefined): number {
  return one?.score ?? 0
}

/** A question ends with its mark; only an emoji may follow. */
function isQuestion(text: string): boolean {
  return /[?？؟]/.test(text.slice(-40))
}
