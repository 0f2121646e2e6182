import type { Clock } from '../../lib/time/clock.ts'
import type { OwnTools, Permissions, Tools, Turn } from '../spawner.ts'
import type { GrowthEvent, GrowthLimits } from './growth/growth.ts'
import type { Provider } from './providers/provider.ts'
import type { Sessions, SessionTurn } from './session.ts'
import type { NativeTool } from './tools/native-tool.ts'

/** Read anew at each use: most of it can be changed while the daemon runs. */
export interface NativeSettings extends GrowthLimits {
  maxSteps: number
  sessionDays: number
}

/** Asks the fast model; undefined when it gave no answer. */
export type FastModel = (prompt: string, signal: AbortSignal) => Promise<string | undefined>

/** What stands for turns that are shown no more. */
export interface GoneTurns {
  /** In fewer words, for the session and for the summary of its lane. `old` stood for those before them. Never rejects. */
  summarise(
    turn: Turn,
    gone: { old: string | undefined; turns: readonly SessionTurn[] },
    complete: FastModel,
    signal: AbortSignal,
  ): Promise<string>
  /** The same without a model, and for the session alone. */
  extract(turns: readonly SessionTurn[]): string
}

/** One provider of this installation, and what of the daemon it works with. */
export interface NativeOptions {
  provider: Provider
  /** Never to be told to anybody. */
  apiKey?: string | undefined
  settings(): NativeSettings
  sessions: Sessions
  /** The daemon's tools for one running turn. */
  toolsFor(turn: Turn): Tools
  permissions: Permissions
  /** Which of its own tools there are for whom. */
  rights: OwnTools
  /** All of them that work here; found out at the first turn. */
  ownTools(signal: AbortSignal): Promise<readonly NativeTool[]>
  /** Closes what those have open; safe to call twice. */
  closed(): Promise<void>
  /** Tokens, by our estimate. */
  estimate(text: string): number
  gone: GoneTurns
  /** Takes every known secret out of a text. */
  scrub(text: string): string
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
