import type { Clock } from '../../../lib/time/clock.ts'
import { UNAUTHORIZED_MS } from './failure.ts'

/**
 * Keeps us from trying a refused password until the server locks out our whole address, including other people's
 * clients.
 */
export interface LoginGuard {
  /** False while asking would do harm. After true, report the outcome. */
  mayAsk(): boolean
  refused(): void
  passed(): void
}

/** One refusal may be a glitch; the second one counts. */
const REFUSALS = 2

export function createLoginGuard(clock: Pick<Clock, 'mono'>, pauseMs = UNAUTHORIZED_MS): LoginGuard {
  let refusals = 0
  /** When it was last refused or last tried again. */
  let at = Number.NEGATIVE_INFINITY
  return {
    mayAsk() {
      if (refusals < REFUSALS) return true
      if (clock.mono() - at < pauseMs) return false
      // Only one call tries; others meanwhile get the last answer.
      at = clock.mono()
      return true
    },
    refused() {
      refusals++
      at = clock.mono()
    },
    passed() {
      refusals = 0
    },
  }
}
