import type { Counts, Scorer } from './bm25.ts'
import type { RecallLine } from './recall-index.ts'

/** A candidate with what was counted in it. */
export interface Counted {
  line: RecallLine
  words: number[]
  asked: Counts
  live: Counts
  /** BM25, the best of all being 1; and over the rarest words only. */
  score: number
  rare: number
  /** It is a question. */
  asks: boolean
  /** What was said right before and after it in its conversation, where that is a candidate too. */
  before: Counted | undefined
  after: Counted | undefined
}

/** What a conversation as a whole says for each of its lines; the best conversation has 1. */
export interface ConversationEvidence {
  score: number
  /** Over the rarest words only. */
  rare: number
  /** About what the conversation is about now. */
  live: number
  /** Its best line. */
  best: number
  bestLine: number
}

export interface Scorers {
  asked: Scorer
  live: Scorer
}

export const RAREST = 8

/** Conversation by conversation, from the candidates in it: the lines that hold none of the words add nothing. */
export function weighConversations(counted: Counted[], { asked, live }: Scorers): Map<number, ConversationEvidence> {
  const talks = talksOf(counted, asked.meanChars)
  const counts = talks.map(({ lines }) => sumOf(lines, 'asked'))
  const score = shareOfMost(talks.map(({ chars }, at) => asked.score(counts[at] ?? none, chars)))
  const rare = shareOfMost(talks.map(({ chars }, at) => asked.score(counts[at] ?? none, chars, RAREST)))
  const alive = shareOfMost(talks.map(({ chars, lines }) => live.score(sumOf(lines, 'live'), chars)))
  return new Map(
    talks.map(({ id, lines }, at) => {
      const top = lines.reduce((a, b) => (b.score > a.score ? b : a))
      const evidence = { score: score[at] ?? 0, rare: rare[at] ?? 0, live: alive[at] ?? 0 }
      return [id, { ...evidence, best: top.score, bestLine: top.line.id }]
    }),
  )
}

/** Only how well each conversation as a whole holds the words; the best has 1. */
export function scoreConversations(counted: Pick<Counted, 'line' | 'asked'>[], scorer: Scorer): Map<number, number> {
  const talks = talksOf(counted, scorer.meanChars)
  const score = shareOfMost(talks.map(({ lines, chars }) => scorer.score(sumOf(lines, 'asked'), chars)))
  return new Map(talks.map(({ id }, at) => [id, score[at] ?? 0]))
}

/** The candidates of one conversation, and its length as the scorers measure it. */
interface Talk<T> {
  id: number
  lines: T[]
  chars: number
}

function talksOf<T extends { line: RecallLine }>(counted: T[], meanChars: number): Talk<T>[] {
  const talks = new Map<number, Talk<T>>()
  let total = 0
  for (const one of counted) {
    const { conversation } = one.line
    if (conversation === undefined) continue
    const talk = talks.get(conversation.id)
    if (talk) {
      talk.lines.push(one)
      continue
    }
    total += conversation.chars
    talks.set(conversation.id, { id: conversation.id, lines: [one], chars: conversation.chars })
  }
  // The scorers measure length in lines: a conversation of mean length counts as a line of mean length.
  const perLine = Math.max(1, total / Math.max(1, talks.size)) / meanChars
  const all = [...talks.values()]
  for (const talk of all) talk.chars /= perLine
  return all
}

function shareOfMost(values: number[]): number[] {
  const most = values.reduce((top, value) => Math.max(top, value), Number.EPSILON)
  return values.map((value) => value / most)
}

function sumOf<Which extends 'asked' | 'live'>(lines: Pick<Counted, Which>[], which: Which): Counts {
  let sum: Counts = none
  for (const { [which]: counts } of lines) {
    // Most conversations have one line that holds any of the words: nothing has to be added up then.
    if (counts.length > 0) sum = sum.length === 0 ? counts : sum.map((count, at) => count + (counts[at] ?? 0))
  }
  return sum
}

const none: Counts = []
