import type { Clock } from '../../../lib/time/clock.ts'
import { UNAUTHORIZED_MS } from './failure.ts'

/** Keeps a refused password from being tried until the server locks out our whole address, other people's clients too. */
export interface LoginGuard {
  /** False while it would do harm to ask. Whoever is let through says how it ended. */
  mayAsk(): boolean
  refused(): void
  passed(): void
}

/** One refusal may be a hiccup; the second is an answer. */
const REFUSALS = 2

export function createLoginGuard(clock: Pick<Clock, 'mono'>, pauseMs = UNAUTHORIZED_MS): LoginGuard {
  let refusals = 0
  /** When it was last refused, or last tried again. */
  let at = Number.NEGATIVE_INFINITY
  return {
    mayAsk() {
      if (refusals < REFUSALS) return true
      if (clock.mono() - at < pauseMs) return false
      // One alone tries; whoever comes meanwhile is told the last answer.
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
