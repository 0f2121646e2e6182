import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from './clock.ts'

/** Node fires at once for a delay over 2^31-1 ms. A day is long enough for any loop. */
const MAX_DELAY_MS = 86_400_000

/** Resolves after `ms`, or at once when the signal aborts; the caller checks the signal. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, Math.min(ms, MAX_DELAY_MS))
    signal.addEventListener('abort', done, { once: true })
  })
}

/** Resolves only when the signal aborts. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}

/** Wakes a loop: `wait` ends after `ms`, at the next `wake`, or when the signal aborts. A `wake` before it counts too. */
export interface Waker {
  wake(): void
  wait(ms: number, signal: AbortSignal): Promise<void>
}

export function createWaker(): Waker {
  let isWoken = false
  let finish: (() => void) | undefined
  return {
    wake() {
      isWoken = true
      finish?.()
    },
    async wait(ms, signal) {
      if (!isWoken && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, Math.min(ms, MAX_DELAY_MS))
          finish = () => {
            clearTimeout(timer)
            resolve()
          }
          signal.addEventListener('abort', finish, { once: true })
        })
        if (finish) signal.removeEventListener('abort', finish)
        finish = undefined
      }
      isWoken = false
      // A loop that keeps waking itself must yield, or no signal or request would be handled any more.
      await nextTurn()
    },
  }
}

/** A time limit that can be paused. */
export interface PausableTimeout {
  pause(): void
  resume(): void
}

/** Starts at once and calls `onTimeout` after it has run for `ms` in total, not counting pauses. */
export function createPausableTimeout(ms: number, clock: Clock, onTimeout: () => void): PausableTimeout {
  let leftMs = ms
  let since = clock.mono()
  let timer: NodeJS.Timeout | undefined = setTimeout(onTimeout, leftMs)
  return {
    pause() {
      if (!timer) return
      clearTimeout(timer)
      timer = undefined
      leftMs = Math.max(0, leftMs - (clock.mono() - since))
    },
    resume() {
      if (timer) return
      since = clock.mono()
      timer = setTimeout(onTimeout, leftMs)
    },
  }
}

/**
 * The wait after this many consecutive failures: one second, then doubled each time, up to a limit. A `random` in [0,
 * 1) shortens it by up to half, so that clients that failed together do not all return at once.
 */
export function backoffMs(
  failures: number,
  { maxSeconds, second = 1000, random = 1 }: { maxSeconds: number; second?: number; random?: number },
): number {
  const factor = 2 ** Math.min(Math.max(0, failures - 1), 20)
  return Math.min(maxSeconds, factor) * second * (0.5 + random / 2)
}
