import type { Clock } from '../../lib/time/clock.ts'
import type { OwnTools, Permissions, Tools, Turn } from '../spawner.ts'
import type { ContextLimits, FittingEvent } from './context-window/context-window.ts'
import type { Provider } from './providers/provider.ts'
import type { Sessions, SessionTurn } from './session.ts'
import type { NativeTool } from './tools/native-tool.ts'

/** Read at each use, because most settings can change at runtime. */
export interface NativeSettings extends ContextLimits {
  maxSteps: number
  sessionDays: number
}

/** Asks the fast model; undefined if it gave no answer. */
export type FastCompletion = (prompt: string, signal: AbortSignal) => Promise<string | undefined>

/** Summarises turns that are no longer shown. */
export interface TurnSummariser {
  /** For the session and for the summary of its lane. `old` is the summary of earlier turns. Never rejects. */
  summarise(
    turn: Turn,
    removed: { old: string | undefined; turns: readonly SessionTurn[] },
    complete: FastCompletion,
    signal: AbortSignal,
  ): Promise<string>
  /** Without a model, and for the session only. */
  extract(turns: readonly SessionTurn[]): string
}

/** One provider of this installation, and the parts of the daemon that it needs. */
export interface NativeOptions {
  provider: Provider
  /** Must never be shown to anybody. */
  apiKey?: string | undefined
  settings(): NativeSettings
  sessions: Sessions
  /** The daemon's tools for one running turn. */
  toolsFor(turn: Turn): Tools
  permissions: Permissions
  /** Which of its own tools each role may use. */
  rights: OwnTools
  /** All of its own tools that work here; checked at the first turn. */
  ownTools(signal: AbortSignal): Promise<readonly NativeTool[]>
  /** Closes the connections of the tools; safe to call twice. */
  closeTools(): Promise<void>
  /** Our estimate of tokens. */
  estimate(text: string): number
  summariser: TurnSummariser
  /** Removes every known secret from a text. */
  scrub(text: string): string
  /** Records how a request was made to fit into the context window. */
  trace(task: number, event: FittingEvent): void
  /** The delays between attempts of one request, one for each attempt after the first. */
  pausesMs?: readonly number[]
  clock: Clock
  log: Log
}

interface Log {
  info(fields: object, text: string): void
  warn(fields: object, text: string): void
}
