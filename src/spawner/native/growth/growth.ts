import type { ModelMessage } from 'ai'
import type { Spread } from '../../spawner.ts'
import type { Overflow } from '../providers/provider.ts'
import type { SessionTurn } from '../session.ts'
import type { Pictures } from './pieces.ts'
import type { View } from './view.ts'

/** As the configuration has them. */
export interface GrowthLimits {
  maxContextTokens: number
  maxContextTurns: number
  toolResultChars: number
  evictTokens: number
  /** Shares of the window. */
  clearAt: number
  summarizeAt: number
}

/** A session as it stands before a request: its last turn is the one under way. */
export interface LiveSession {
  turns: readonly SessionTurn[]
  view: View
}

/** What there is room for. */
export interface Room {
  /** Tokens that the model can read, as it is loaded. */
  window: number
  /** Tokens of the system prompt and of the tools that are offered, by our estimate times the factor. */
  system: number
  tools: number
  /** By how much the provider's count is above our estimate, from what it last reported. */
  factor: number
}

/** What is sent, and the view to keep: with the same turns it gives the same messages again. */
export interface Shown {
  messages: ModelMessage[]
  view: View
  /** By our estimate times the factor. */
  spread: Spread
  /** After an overflow: what its numbers taught. To be used from then on. */
  learned?: Room
  /** After an overflow: nothing is shown but the summary and what was asked. The person is told. */
  startedClean?: boolean
}

/** One thing that was done about growth, for the trace of the task. */
export interface GrowthEvent {
  layer: 'evict' | 'shorten' | 'clear' | 'turns' | 'tokens' | 'overflow'
  /** What was done, as a sentence. */
  told: string
  before: number
  after: number
}

/** What is to be put into fewer words. */
export type ToSummarise =
  /** Whole turns that are shown no more: they go into the summary of their lane. `old` is what stood for those before them. */
  | { kind: 'turns'; old: string | undefined; turns: readonly SessionTurn[] }
  /** Steps of the turn under way that are shown no more: those before `to`. `old` tells those before `from`. */
  | { kind: 'work'; old: string | undefined; turn: SessionTurn; from: number; to: number }

export interface GrowthDeps {
  limits(): GrowthLimits
  estimate(text: string): number
  /** Writes a file into the folder of the chat. The path is what the model can give to read_file; undefined where it has no folder. */
  keepFile(name: string, text: string): Promise<string | undefined>
  /** Never rejects, and is never empty. */
  summarise(what: ToSummarise, signal: AbortSignal): Promise<string>
  trace(event: GrowthEvent): void
  /** What the model sees of the files of a turn beside its text; the same each time. */
  picturesOf?(turn: SessionTurn): Pictures | undefined
}

export interface Growth {
  /** Before each request: as much of the session as has room, by the cheapest means that suffice. */
  fit(session: LiveSession, room: Room, signal: AbortSignal): Promise<Shown>
  /**
   * The provider would not take it. `attempt` 1 cuts everything short, 2 starts clean with the summary; undefined when
   * that was tried too.
   */
  shrink(
    session: LiveSession,
    room: Room,
    overflow: Overflow,
    attempt: number,
    signal: AbortSignal,
  ): Promise<Shown | undefined>
}
