import type { AnyText } from '../messages/localized.ts'
import type { NamedFile } from './file.ts'
import type { Trust } from './person.ts'

/** When a job is due. Instants are ms UTC; a cron line is read in the time zone of its job. */
export type Schedule =
  /** If `weeks` is set, only in every so many weeks, counted from the week of `from`. Weeks begin on Monday. */
  | { kind: 'cron'; line: string; weeks?: number; from?: number }
  /** At `from`, and then every `ms`. */
  | { kind: 'every'; ms: number; from: number }
  | { kind: 'once'; at: number }

/** `reminder` sends its text, `scheduled` asks a model. The other two collect something first. */
export const jobKinds = ['reminder', 'scheduled', 'briefing', 'heartbeat'] as const
export type JobKind = (typeof jobKinds)[number]

/** `disabled`: it failed or ran too often. `done`: it has no more instants. */
export const jobStates = ['active', 'paused', 'disabled', 'done', 'removed'] as const
export type JobState = (typeof jobStates)[number]

/**
 * The state of one run. `queued`: its task is in progress. `held`: the result waits for the end of quiet hours.
 * `silent`: there was nothing to report. `missed` and `skipped`: it was not started.
 */
export const runStates = ['queued', 'held', 'delivered', 'silent', 'failed', 'cancelled', 'missed', 'skipped'] as const
export type RunState = (typeof runStates)[number]

/** How a job is run, in addition to its schedule and text. */
export interface JobOptions {
  /**
   * A role or model of the chat's brain, or the name of a brain, alone or before a slash (`local/smart`). `fast` by
   * default. `none`: the collected text is sent without a model.
   */
  model?: string | undefined
  /** Reports only if there is something to act on. */
  silent?: boolean | undefined
  /**
   * What happens to an instant at which the daemon did not run: run it once if it is within the grace period, or skip
   * it.
   */
  missed?: 'run' | 'skip' | undefined
  graceMs?: number | undefined
  /** The result is sent even during quiet hours. */
  anyHour?: boolean | undefined
}

/** One part of the collected sources of a briefing. */
export interface SourceBlock {
  title: string
  trust: Trust
  /** Plain text, one item per line. */
  lines: string[]
  /** Why nothing was collected. */
  failed?: AnyText
  /** The keys of everything found, so that it is not news the next time. */
  keys?: string[]
}

/** The attachments and actions of a result. */
export interface RunExtras {
  files: NamedFile[]
  actions: { line: string; failed: boolean }[]
}
