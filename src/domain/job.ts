import type { NamedFile } from './file.ts'
import type { Trust } from './person.ts'

/** When a job is due. Instants are milliseconds of UTC; a cron line is read in the zone of its job. */
export type When =
  /** With `weeks`, only in every so many weeks, counted from the one of `from`. Weeks begin on Monday. */
  | { kind: 'cron'; line: string; weeks?: number; from?: number }
  /** At `from`, and each `ms` after it. */
  | { kind: 'every'; ms: number; from: number }
  | { kind: 'once'; at: number }

/** `reminder`: says its text. `scheduled`: asks a model. The other two gather something first. */
export const jobKinds = ['reminder', 'scheduled', 'briefing', 'heartbeat'] as const
export type JobKind = (typeof jobKinds)[number]

/** `disabled`: it failed too often, or ran too often. `done`: there is nothing more to come of it. */
export const jobStates = ['active', 'paused', 'disabled', 'done', 'removed'] as const
export type JobState = (typeof jobStates)[number]

/**
 * What became of one instant of a job. `queued`: its task is under way. `held`: the result waits for the end of the quiet
 * hours. `silent`: there was nothing to report. `missed` and `skipped`: nothing was begun.
 */
export const runStates = ['queued', 'held', 'delivered', 'silent', 'failed', 'cancelled', 'missed', 'skipped'] as const
export type RunState = (typeof runStates)[number]

/** How a job is run, beside when and what. */
export interface JobOptions {
  /**
   * A role or a model by its own name, of whoever answers in its chat; or a brain by its name, alone or before a slash
   * (`local/smart`). `fast` unless said. `none`: what was gathered is said as it is.
   */
  model?: string | undefined
  /** Speaks only when there is something to act on. */
  silent?: boolean | undefined
  /** What becomes of an instant that was slept through: run once, if it is not longer ago than the grace, or left out. */
  missed?: 'run' | 'skip' | undefined
  graceMs?: number | undefined
  /** Its result comes at any hour. */
  anyHour?: boolean | undefined
}

/** One part of what a briefing was written from, as it was gathered. */
export interface SourceBlock {
  title: string
  trust: Trust
  /** One line each, plain. */
  lines: string[]
  /** Why there is nothing. */
  failed?: string
  /** Of everything that was found: none of it is news the next time. */
  keys?: string[]
}

/** What goes with a result beside its words. */
export interface RunExtras {
  files: NamedFile[]
  actions: { line: string; failed: boolean }[]
}
