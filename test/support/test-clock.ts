import { type Moment, type Steady, type SteadyClock, steadyAt } from '../../src/lib/time/clock.ts'

/** A clock that stands still until it is moved. */
export interface TestClock extends SteadyClock {
  advance(ms: number): void
  /** Somebody sets the clock on the wall, or the machine sleeps: no time passes. */
  step(ms: number): void
}

export function createTestClock(start = '2026-03-14T10:00:00Z'): TestClock {
  let at = new Date(start).getTime()
  let mono = 1_000_000
  const origin = at - mono
  return {
    now: () => new Date(at),
    mono: () => mono,
    steady: () => steadyAt(origin + mono),
    advance(ms) {
      at += ms
      mono += ms
    },
    step(ms) {
      at += ms
    },
  }
}

/** A wall time taken for a moment of the timeline of waiting, as on the first day of a store. */
export function steadyOf(at: Date): Steady {
  return steadyAt(at.getTime())
}

export function onBoth(at: Date): Moment {
  return { now: at, steady: steadyOf(at) }
}
