import type { Role } from '../../domain/person.ts'
import { failureMessages } from '../../messages/failure-messages.ts'
import { type AnyText, joinTexts } from '../../messages/localized.ts'
import type { Failure } from '../../spawner/spawner.ts'

const RETRY_STEPS_MS = [10_000, 30_000, 90_000, 270_000, 810_000]
const MIN_JITTER = 0.8
const MAX_JITTER = 1.2
const MIN_WAIT_MS = 1000
const MAX_WAIT_MS = 3_600_000

export interface Tries {
  attempt: number
  /** How many attempts the brain allows for a task. */
  attempts: number
  /** A state-changing tool has started. */
  effects: boolean
}

export type NextStep =
  | { next: 'retry'; afterMs: number }
  /** Not retried without asking: the person decides. */
  | { next: 'interrupted' }
  | { next: 'failed' }

/** Decides what follows a failed run. `random` in [0, 1) spreads retries so that many tasks do not return at once. */
export function afterFailure(failure: Failure, tries: Tries, random: number): NextStep {
  if (tries.effects) return { next: 'interrupted' }
  if (!failure.retry || tries.attempt >= tries.attempts) return { next: 'failed' }
  const step = RETRY_STEPS_MS[Math.min(tries.attempt, RETRY_STEPS_MS.length) - 1] ?? MIN_WAIT_MS
  return {
    next: 'retry',
    afterMs: boundedWait(failure.afterMs ?? step * (MIN_JITTER + (MAX_JITTER - MIN_JITTER) * random), step),
  }
}

/** Keeps a wait that a server asked for within sane limits: it may be negative, not a number, or in the year 3000. */
export function boundedWait(ms: number, fallback: number, maxMs = MAX_WAIT_MS): number {
  return Number.isFinite(ms) ? Math.min(maxMs, Math.max(MIN_WAIT_MS, ms)) : fallback
}

/** Says what happened and what the reader can do. The owner is never told to ask the owner. */
export function describeFailure({ what, advice, ownerAdvice }: Failure, role: Role): AnyText {
  const adviceForRole = role === 'owner' ? (ownerAdvice ?? advice) : advice
  return adviceForRole === undefined ? what : joinTexts([what, adviceForRole], ' ')
}

/** Failures that we notice ourselves, without a report from the brain. */
export function timedOut(totalMs: number): Failure {
  return {
    class: 'hang',
    what: failureMessages.tookTooLong(Math.round(totalMs / 60_000)),
    retry: false,
  }
}

export function crashed(detail: string): Failure {
  return { class: 'crash', what: failureMessages.broke, retry: true, detail }
}
