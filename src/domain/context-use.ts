/** From which share of the model's window on older results of tools are cleared, and older turns summarised. */
export interface GrowthBounds {
  clearAt: number
  summarizeAt: number
  /** Beside the window: more tokens than these are summarised in any case. */
  maxTokens: number
  maxTurns: number
}

/** The parts of one request. */
export interface Spread {
  /** The system prompt. */
  system: number
  /** The tools that were offered, and what was called and came of it. */
  tools: number
  /** What stands for turns of the session that are shown no more. */
  summary: number
  /** Earlier turns of the session. */
  history: number
  /** This turn's own text. */
  message: number
}

/** What a brain said of its last request for a turn, and how it deals with growth. */
export interface ReportedCall {
  brain: string
  model: string
  /** Everything the model read. */
  contextTokens: number
  windowTokens?: number | undefined
  spread?: Spread | undefined
  growth?: GrowthBounds | undefined
}

/** What the tokens of a request were spent on; `rest` is what only the brain knows of. */
export type ShareName = 'system' | 'summary' | 'history' | 'recalled' | 'tools' | 'message' | 'rest'

export interface ContextShare {
  name: ShareName
  /** What that is, in words. */
  what: string
  tokens: number
}

/** How full the context of a conversation is. */
export interface ContextUse {
  /** The model counted; otherwise all of it is our estimate. */
  measured: boolean
  brain: string | undefined
  model: string | undefined
  tokens: number
  /** How much the model can read, when it says so. */
  window: number | undefined
  /** Those that are there; they add up to `tokens`. */
  shares: ContextShare[]
  /** Where something happens by itself, fewest tokens first. */
  marks: { tokens: number; what: string }[]
  /** What happens next, in sentences. */
  next: string[]
}
