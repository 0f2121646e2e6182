import type { ModelMessage } from 'ai'
import type { Spread } from '../../spawner.ts'
import type { Overflow } from '../providers/provider.ts'
import type { SessionTurn } from '../session.ts'
import type { Pictures } from './pieces.ts'
import type { SessionView } from './view.ts'

/** The limits from the configuration. */
export interface ContextLimits {
  maxContextTokens: number
  maxContextTurns: number
  toolResultChars: number
  evictTokens: number
  /** Shares of the window. */
  clearAt: number
  summarizeAt: number
}

/** A session before a request; its last turn is the present one. */
export interface LiveSession {
  turns: readonly SessionTurn[]
  view: SessionView
}

/** What a request may contain. */
export interface ContextBudget {
  /** Tokens that the loaded model can read. */
  window: number
  /** Tokens of the system prompt and the offered tools: our estimate times the factor. */
  system: number
  tools: number
  /** The provider's last reported count divided by our estimate. */
  factor: number
}

/** What is sent, and the view to store. The same turns with the same view give the same messages again. */
export interface ShownSession {
  messages: ModelMessage[]
  view: SessionView
  /** Our estimate times the factor. */
  spread: Spread
  /** After an overflow: the corrected budget, to be used from then on. */
  learned?: ContextBudget
  /** After an overflow: only the summary and the question are shown. The person is told. */
  startedClean?: boolean
}

/** One action against growth, for the trace of the task. */
export interface FittingEvent {
  layer: 'evict' | 'shorten' | 'clear' | 'turns' | 'tokens' | 'overflow'
  /** What was done, as a sentence. */
  told: string
  before: number
  after: number
}

/** What is to be summarised. */
export type ToSummarise =
  /**
   * Whole turns that are no longer shown; they go into the summary of their lane. `old` is the summary of earlier ones.
   */
  | { kind: 'turns'; old: string | undefined; turns: readonly SessionTurn[] }
  /** Steps of the present turn that are no longer shown: those before `to`. `old` covers those before `from`. */
  | { kind: 'work'; old: string | undefined; turn: SessionTurn; from: number; to: number }

export interface FitterDeps {
  limits(): ContextLimits
  estimate(text: string): number
  /** Writes a file into the chat's folder. Returns the path for read_file; undefined if the chat has no folder. */
  keepFile(name: string, text: string): Promise<string | undefined>
  /** Never rejects and never returns an empty text. */
  summarise(what: ToSummarise, signal: AbortSignal): Promise<string>
  trace(event: FittingEvent): void
  /** What the model sees of the files of a turn, besides its text; the same each time. */
  picturesOf?(turn: SessionTurn): Pictures | undefined
}

export interface SessionFitter {
  /** Before each request: fits as much of the session as possible into the budget, by the cheapest sufficient means. */
  fit(session: LiveSession, budget: ContextBudget, signal: AbortSignal): Promise<ShownSession>
  /**
   * After the provider refused the request. `attempt` 1 shortens everything, 2 starts over with the summary; undefined
   * after that.
   */
  shrink(
    session: LiveSession,
    budget: ContextBudget,
    overflow: Overflow,
    attempt: number,
    signal: AbortSignal,
  ): Promise<ShownSession | undefined>
}
