import type { Clock } from '../../src/lib/clock.ts'

/** A clock that stands still until it is moved. */
export interface TestClock extends Clock {
  advance(ms: number): void
}

export function createTestClock(start = '2026-03-14T10:00:00Z'): TestClock {
  let at = new Date(start).getTime()
  let mono = 1_000_000
  return {
    now: () => new Date(at),
    mono: () => mono,
    advance(ms) {
      at += ms
      mono += ms
    },
  }
}
