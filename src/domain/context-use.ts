import type { AnyText, LocalizedText } from '../messages/localized.ts'

/** The shares of the model's window at which older tool results are cleared and older turns are summarised. */
export interface GrowthBounds {
  clearAt: number
  summarizeAt: number
  /** Limits besides the window, beyond which turns are always summarised. */
  maxTokens: number
  maxTurns: number
}

/** The tokens of one request by part. */
export interface Spread {
  system: number
  /** The offered tools, and their calls and results. */
  tools: number
  /** The summary of turns that are no longer shown. */
  summary: number
  /** Earlier turns of the session. */
  history: number
  /** The text of this turn. */
  message: number
}

/** What a brain reported about its last request of a turn, and how it limits growth. */
export interface ReportedCall {
  brain: string
  model: string
  /** Everything the model read. */
  contextTokens: number
  windowTokens?: number | undefined
  spread?: Spread | undefined
  growth?: GrowthBounds | undefined
}

/** What the tokens of a request were spent on; `rest` is known only to the brain. */
export type ShareName = 'system' | 'summary' | 'history' | 'recalled' | 'tools' | 'message' | 'rest'

export interface ContextShare {
  name: ShareName
  what: AnyText
  tokens: number
}

/** How full the context of a conversation is. */
export interface ContextUse {
  /** The model counted; otherwise everything is our estimate. */
  measured: boolean
  brain: string | undefined
  model: string | undefined
  tokens: number
  /** How much the model can read, if it says so. */
  window: number | undefined
  /** The shares that occur; they add up to `tokens`. */
  shares: ContextShare[]
  /** The sizes at which something happens automatically, smallest first. */
  marks: { tokens: number; what: AnyText }[]
  /** What happens next, in sentences. */
  next: LocalizedText[]
}
