import type { Role } from '../../domain/person.ts'
import { failureMessages } from '../../messages/failure-messages.ts'
import { type AnyText, joinTexts } from '../../messages/localized.ts'
import type { Failure } from '../../spawner/spawner.ts'

const RETRY_STEPS_MS = [10_000, 30_000, 90_000, 270_000, 810_000]
const MIN_WAIT_MS = 1000
const MAX_WAIT_MS = 3_600_000

export interface Tries {
  attempt: number
  /** How often the brain lets a task be tried. */
  attempts: number
  /** A state-changing tool had begun. */
  effects: boolean
}

export type NextStep =
  | { next: 'retry'; afterMs: number }
  /** Never run again silently: the person decides. */
  | { next: 'interrupted' }
  | { next: 'failed' }

/** What follows a failed run. `random` in [0, 1) spreads the retries so that many tasks do not come back as one wave. */
export function afterFailure(failure: Failure, tries: Tries, random: number): NextStep {
  if (tries.effects) return { next: 'interrupted' }
  if (!failure.retry || tries.attempt >= tries.attempts) return { next: 'failed' }
  const step = RETRY_STEPS_MS[Math.min(tries.attempt, RETRY_STEPS_MS.length) - 1] ?? MIN_WAIT_MS
  return { next: 'retry', afterMs: boundedWait(failure.afterMs ?? step * (0.8 + 0.4 * random), step) }
}

/** A server that asks for a negative wait, a string or the year 3000 gets a sane one. */
export function boundedWait(ms: number, fallback: number, most = MAX_WAIT_MS): number {
  return Number.isFinite(ms) ? Math.min(most, Math.max(MIN_WAIT_MS, ms)) : fallback
}

/** What happened and what the reader can do about it. The owner is never told to ask the owner. */
export function describeFailure({ what, advice, ownerAdvice }: Failure, role: Role): AnyText {
  const ownAdvice = role === 'owner' ? (ownerAdvice ?? advice) : advice
  return ownAdvice === undefined ? what : joinTexts([what, ownAdvice], ' ')
}

/** What we know ourselves of a run, without its brain having said it. */
export function timedOut(totalMs: number): Failure {
  return {
    class: 'hang',
    what: failureMessages.tookTooLong(Math.round(totalMs / 60_000)),
    retry: false,
  }
}

export function broken(detail: string): Failure {
  return { class: 'crash', what: failureMessages.broke, retry: true, detail }
}
