import type { Clock } from './clock.ts'

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
