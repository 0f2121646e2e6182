import type { Span } from './overview-wire.ts'

// What the models were asked and what it cost, as the page reads it. No imports but of its like, as wire.ts.

export interface Usage {
  today: Span
  month: Span
  /** Oldest first; those on which nothing was asked too. */
  days: UsageDay[]
  /** Each dearest first. */
  byModel: Spent[]
  byChannel: Spent[]
  byOrigin: Spent[]
  chats: (Spent & { id: string })[]
  /** Until the first word of an answer, over all the days. */
  firstWord?: Waits
}

export interface UsageDay extends Spending {
  /** "2026-11-17". */
  date: string
  firstWord?: Waits
}

export interface Spent extends Spending {
  name: string
}

export interface Spending {
  calls: number
  inputTokens: number
  outputTokens: number
  cacheReadTokens: number
  cacheWriteTokens: number
  usd: number
}

/** In milliseconds. */
export interface Waits {
  answers: number
  p50: number
  p95: number
}
