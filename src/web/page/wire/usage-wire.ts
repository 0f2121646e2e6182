// Calls and cost of the models.

export interface UsageOverview {
  today: UsageSpan
  month: UsageSpan
  /** Oldest first, including days without calls. */
  days: UsageDay[]
  /** The most expensive first. */
  byModel: WireNamedSpending[]
  byChannel: WireNamedSpending[]
  byOrigin: WireNamedSpending[]
  chats: (WireNamedSpending & { id: string })[]
  /** The time to the first word over all days. */
  firstWord?: Waits
}

export interface UsageDay extends WireSpending {
  /** "2026-11-17". */
  date: string
  firstWord?: Waits
}

export interface WireNamedSpending extends WireSpending {
  name: string
}

export interface WireSpending {
  calls: number
  inputTokens: number
  outputTokens: number
  cacheReadTokens: number
  cacheWriteTokens: number
  usd: number
}

/** How long people waited. `answers` is the number of answers measured; the percentiles are in milliseconds. */
export interface Waits {
  answers: number
  p50: number
  p95: number
}

/** Calls and cost in one period. */
export interface UsageSpan extends WireSpending {
  capUsd?: number
  byOrigin: WireUsageShare[]
  byModel: WireUsageShare[]
}

export interface WireUsageShare {
  name: string
  calls: number
  usd: number
}
