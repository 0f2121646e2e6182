// What the model saw, as the page reads it. No imports, like wire.ts.

/** What the model sees with one message, kept or only imagined. */
export interface Seen {
  status: string
  /** Why it is that. */
  reason: string
  /** In sentences: what it saw, how the message was taken, and what it took. */
  why: string[]
  /** How lines were chosen, and what could not be understood. */
  also: string[]
  /** What broke while it was put together, and what it was made of then. */
  failures: { step: string; left: string }[]
  /** The first of a session, with a system prompt made for it. */
  opens: boolean
  /** Of the past, and how many it might have been. */
  tokens: number
  budget: number
  parts: TurnPart[]
  leftOut: LeftOut[]
  /** What it is given, to the letter. */
  system: string
  text: string
}

/** One turn as it was. */
export interface Turn extends Seen {
  at: number
  /** How full the context was with it. */
  use: ContextUse
  /** What the model was asked for it, oldest first. */
  calls: TurnCall[]
  /** How it can be taken otherwise: what a press in its chat does. */
  otherwise: { label: string; data: string }[]
  /** What is not as on the turn before in the same place; missing where there was none. */
  change?: TurnChange
}

export interface TurnCall {
  brain: string
  model: string
  /** In all, and of it from the cache and newly into it. */
  readTokens: number
  cacheReadTokens: number
  cacheWriteTokens: number
  outputTokens: number
  usd: number
  /** From the question to the first word. */
  firstTextMs?: number
}

export interface TurnChange {
  /** When the turn before was. */
  at: number
  added: number
  removed: number
  /** What changed, with a little of what stands around it. */
  lines: ChangedLine[]
  /** So many more lines that are not shown. */
  more: number
}

export interface ChangedLine {
  /** A gap stands for lines that are the same. */
  kind: 'same' | 'added' | 'removed' | 'gap'
  text: string
}

export interface ContextUse {
  /** The model counted; otherwise it is an estimate. */
  measured: boolean
  brain?: string
  model?: string
  tokens: number
  window?: number
  /** They add up to the tokens. */
  shares: { name: ShareName; what: string; tokens: number }[]
  /** Where something happens by itself. */
  marks: { tokens: number; what: string }[]
  next: string[]
}

export type ShareName = 'system' | 'summary' | 'history' | 'recalled' | 'tools' | 'message' | 'rest'

export interface TurnPart {
  kind: string
  /** What it is, for people. */
  name: string
  reason: string
  tokens: number
  /** What it counts as. */
  share: ShareName
  /** Whether it counts to the budget of the past. */
  isPast: boolean
  /** How far what is in it can be trusted; unsaid for what is ours. */
  trust?: string
  /** Whose words are in it, where they are of others. */
  foreign: { kind: string; name: string }[]
  /** The chats its lines are from. */
  from: string[]
  lines: Glimpse[]
}

/** What was left out for one reason: the nearest, and how many more. */
export interface LeftOut {
  reason: string
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
