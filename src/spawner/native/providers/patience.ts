import type { Timers } from './settings.ts'

/** What we waited for in vain. */
export type Lost = 'first event' | 'idle'

export interface Patience {
  /** The model is at work: from here on the time between two signs is counted, anew with each. */
  alive(): void
  stop(): void
}

/** Calls `onOut` once, when patience runs out. */
export function createPatience(timers: Timers, onOut: (why: Lost) => void): Patience {
  let timer = setTimeout(onOut, timers.firstEventMs, 'first event')
  return {
    alive() {
      clearTimeout(timer)
      timer = setTimeout(onOut, timers.idleMs, 'idle')
    },
    stop: () => clearTimeout(timer),
  }
}
