import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from './clock.ts'

/** Resolves after `ms`, or at once when the signal aborts; the caller looks at the signal. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    // Node fires at once for a delay over 2^31-1 ms; a day is long enough for any loop to look again.
    const timer = setTimeout(done, Math.min(ms, 86_400_000))
    signal.addEventListener('abort', done, { once: true })
  })
}

/** Resolves when the signal aborts, and no sooner. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}

/** A loop's alarm clock: `wait` ends after `ms`, at the next `ring`, or when the signal aborts. A ring before the wait counts. */
export interface Wake {
  ring(): void
  wait(ms: number, signal: AbortSignal): Promise<void>
}

export function createWake(): Wake {
  let rung = false
  let finish: (() => void) | undefined
  return {
    ring() {
      rung = true
      finish?.()
    },
    async wait(ms, signal) {
      if (!rung && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, Math.min(ms, 86_400_000))
          finish = () => {
            clearTimeout(timer)
            resolve()
          }
          signal.addEventListener('abort', finish, { once: true })
        })
        if (finish) signal.removeEventListener('abort', finish)
        finish = undefined
      }
      rung = false
      // A loop that keeps ringing itself must leave the others a turn, or nobody hears a signal or a request any more.
      await nextTurn()
    },
  }
}

/** A limit on time that can stand still. */
export interface Stopwatch {
  pause(): void
  go(): void
}

/** Runs from the start; calls `onOut` once, when it has run for `ms` in all. */
export function createStopwatch(ms: number, clock: Clock, onOut: () => void): Stopwatch {
  let leftMs = ms
  let since = clock.mono()
  let timer: NodeJS.Timeout | undefined = setTimeout(onOut, leftMs)
  return {
    pause() {
      if (!timer) return
      clearTimeout(timer)
      timer = undefined
      leftMs = Math.max(0, leftMs - (clock.mono() - since))
    },
    go() {
      if (timer) return
      since = clock.mono()
      timer = setTimeout(onOut, leftMs)
    },
  }
}

/**
 * How long to wait after so many failures in a row: one second, then twice as long each time, up to a limit. With a
 * `random` in [0, 1) the wait is up to half as short, so that many who failed together do not come back together.
 */
export function backoffMs(
  failures: number,
  { maxSeconds, second = 1000, random = 1 }: { maxSeconds: number; second?: number; random?: number },
): number {
  const doubled = 2 ** Math.min(Math.max(0, failures - 1), 20)
  return Math.min(maxSeconds, doubled) * second * (0.5 + random / 2)
}
