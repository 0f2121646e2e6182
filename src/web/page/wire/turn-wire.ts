import type { AnyText } from '../../../messages/localized.ts'

// What the model saw.

/** What the model sees for one message, real or imagined. */
export interface InspectedPrompt {
  status: string
  /** The reason for the status. */
  reason: AnyText
  /** An explanation in sentences: what the model saw, how the message was understood, and the cost. */
  why: AnyText[]
  /** How lines were chosen, and anything that could not be understood. */
  also: AnyText[]
  /** Errors while the prompt was built, and what it contained then. */
  failures: { step: string; left: string }[]
  /** The first turn of a session, with its own system prompt. */
  opens: boolean
  /** Tokens of history, and their limit. */
  tokens: number
  budget: number
  parts: TurnPart[]
  leftOut: LeftOut[]
  /** The exact prompt. */
  system: string
  text: string
}

/** A turn that took place. */
export interface InspectedTurn extends InspectedPrompt {
  at: number
  /** How full the context was. */
  use: WireContextUse
  /** The model calls, oldest first. */
  calls: TurnCall[]
  /** Buttons for a different reading of the message. */
  otherwise: { label: string; data: string }[]
  /** The differences to the previous turn. Missing for the first one. */
  change?: TurnChange
}

export interface TurnCall {
  brain: string
  model: string
  /** Total input tokens. Cached ones are listed below. */
  readTokens: number
  cacheReadTokens: number
  cacheWriteTokens: number
  outputTokens: number
  usd: number
  /** The time to the first word. */
  firstTextMs?: number
}

export interface TurnChange {
  /** The time of the previous turn. */
  at: number
  added: number
  removed: number
  /** The changed lines with some context. */
  lines: ChangedLine[]
  /** The number of lines not shown. */
  more: number
}

export interface ChangedLine {
  /** A gap replaces unchanged lines. */
  kind: 'same' | 'added' | 'removed' | 'gap'
  text: string
}

export interface WireContextUse {
  /** Counted by the model. Otherwise it is an estimate. */
  measured: boolean
  brain?: string
  model?: string
  tokens: number
  window?: number
  /** Their sum is `tokens`. */
  shares: { name: WireShareName; what: AnyText; tokens: number }[]
  /** Limits at which something happens automatically. */
  marks: { tokens: number; what: AnyText }[]
  next: AnyText[]
}

export type WireShareName = 'system' | 'summary' | 'history' | 'recalled' | 'tools' | 'message' | 'rest'

export interface TurnPart {
  kind: string
  /** The name for people. */
  name: AnyText
  reason: AnyText
  tokens: number
  /** The share it belongs to. */
  share: WireShareName
  /** Whether it counts towards the history budget. */
  isPast: boolean
  /** The lowest trust of its contents. Missing for our own text. */
  trust?: string
  /** Sources of foreign text in it. */
  foreign: { kind: string; name: string }[]
  /** The chats of its lines. */
  from: string[]
  lines: Glimpse[]
}

/** Lines left out for one reason: the closest ones, and the number of others. */
export interface LeftOut {
  reason: AnyText
  lines: Glimpse[]
  more: number
}

/** The beginning of a line. */
export interface Glimpse {
  id: number
  who: string
  at: number
  text: string
}
