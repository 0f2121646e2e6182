import type { Clock } from '../../lib/time/clock.ts'

/** A runner that failed several times in a row rests for a while. */
export interface FailureRest {
  isResting(): boolean
  /** Call this when a turn has ended. Returns true if the runner must rest from now on because of this turn. */
  noteEnd(isFailure: boolean, claimedAt: number): boolean
}

const FAILURES_BEFORE_REST = 3
const REST_MS = 60_000
const longAgo = Number.NEGATIVE_INFINITY

export function createFailureRest(clock: Pick<Clock, 'mono'>): FailureRest {
  let [failures, failedAt, restUntil] = [0, longAgo, longAgo]
  return {
    isResting: () => clock.mono() < restUntil,
    noteEnd(isFailure, claimedAt) {
      // If one problem ends several turns at once, it counts as one failure.
      if (isFailure && claimedAt < failedAt) return false
      failures = isFailure ? failures + 1 : 0
      if (isFailure) failedAt = clock.mono()
      else restUntil = longAgo
      if (failures < FAILURES_BEFORE_REST) return false
      failures = 0
      restUntil = clock.mono() + REST_MS
      return true
    },
  }
}
