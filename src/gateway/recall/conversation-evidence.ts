import { type Counts, type Scorer, scaled } from './bm25.ts'
import type { RecallLine } from './recall-index.ts'

/** A candidate with what was counted in it. */
export interface Counted {
  line: RecallLine
  words: number[]
  asked: Counts
  live: Counts
  /** BM25, the best of all being 1. */
  score: number
  /** It is a question. */
  asks: boolean
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
export function weighConversations(counted: Counted[], scorers: Scorers): Map<number, ConversationEvidence> {
  const conversations = new Map<number, Counted[]>()
  for (const one of counted) {
    const id = one.line.conversation?.id
    if (id === undefined) continue
    const lines = conversations.get(id)
    if (lines) lines.push(one)
    else conversations.set(id, [one])
  }
  const length = (lines: Counted[]) => lines[0]?.line.conversation?.chars ?? 0
  const total = [...conversations.values()].reduce((sum, lines) => sum + length(lines), 0)
  // The scorers measure length in lines: a conversation of mean length counts as a line of mean length.
  const perLine = Math.max(1, total / Math.max(1, conversations.size)) / scorers.asked.meanChars
  const measure = (read: (id: number, lines: Counted[], chars: number) => number) =>
    scaled([...conversations].map(([id, lines]) => [id, read(id, lines, length(lines) / perLine)]))
  const asked = new Map([...conversations].map(([id, lines]) => [id, sumOf(lines, 'asked')]))
  const score = measure((id, _, chars) => scorers.asked.score(asked.get(id) ?? [], chars))
  const rare = measure((id, _, chars) => scorers.asked.score(asked.get(id) ?? [], chars, RAREST))
  const live = measure((_, lines, chars) => scorers.live.score(sumOf(lines, 'live'), chars))
  return new Map(
    [...conversations].map(([id, lines]) => {
      const top = lines.reduce((a, b) => (b.score > a.score ? b : a))
      return [
        id,
        {
          score: score.get(id) ?? 0,
          rare: rare.get(id) ?? 0,
          live: live.get(id) ?? 0,
          best: top.score,
          bestLine: top.line.id,
        },
      ]
    }),
  )
}

function sumOf(lines: Counted[], which: 'asked' | 'live'): Counts {
  let sum: Counts = none
  for (const { [which]: counts } of lines) {
    // Most conversations have one line that holds any of the words: nothing has to be added up then.
    if (counts.length > 0) sum = sum.length === 0 ? counts : sum.map((count, at) => count + (counts[at] ?? 0))
  }
  return sum
}

const none: Counts = []
