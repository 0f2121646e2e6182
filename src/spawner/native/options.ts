import type { Trust } from '../../domain/person.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { OwnTools, Permissions, Tools, Turn } from '../spawner.ts'
import type { GrowthEvent, GrowthLimits } from './growth/growth.ts'
import type { Provider } from './providers/provider.ts'
import type { Sessions, SessionTurn } from './session/session.ts'
import type { NativeTool } from './tools/native-tool.ts'

/** Read anew at each use: most of it can be changed while the daemon runs. */
export interface NativeSettings extends GrowthLimits {
  maxSteps: number
  sessionDays: number
}

/** Asks the fast model; undefined when it gave no answer. */
export type FastModel = (prompt: string, signal: AbortSignal) => Promise<string | undefined>

export interface GoneTurns {
  /** What stood for those before them. */
  old: string | undefined
  turns: readonly SessionTurn[]
}

/** One provider of this installation, and what of the daemon it works with. */
export interface NativeOptions {
  provider: Provider
  settings(): NativeSettings
  sessions: Sessions
  /** The daemon's tools for one running turn. */
  toolsFor(turn: Turn): Tools
  permissions: Permissions
  /** Which of its own tools there are for whom. */
  rights: OwnTools
  /** Those that work here; found out at the first turn. */
  ownTools(signal: AbortSignal): Promise<readonly NativeTool[]>
  /** Of these, what may be offered while everything before the model is trusted so far. */
  offered(tools: readonly NativeTool[], names: readonly string[], trust: Trust): readonly NativeTool[]
  /** Tokens, by our estimate. */
  estimate(text: string): number
  /** Turns that are shown no more, in fewer words and in the summary of their lane. Never rejects. */
  summariseTurns(turn: Turn, gone: GoneTurns, complete: FastModel, signal: AbortSignal): Promise<string>
  /** The same without a model, and for the eyes of the model alone. */
  extractTurns(turns: readonly SessionTurn[]): string
  trace(task: number, event: GrowthEvent): void
  /** Between two tries of one request; as many as there are tries after the first. */
  pausesMs?: readonly number[]
  clock: Clock
  log: Log
}

interface Log {
  info(fields: object, text: string): void
  warn(fields: object, text: string): void
}
