import { describe, expect, test } from 'vitest'
import { type Anchor, continueFrom, createSteadyClock, steadyMs, wallTime } from '../../../src/lib/time/clock.ts'
import { createTestClock } from '../../support/test-clock.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const year = (n: number) => Date.UTC(n, 0, 1)
const anchor: Anchor = { steady: year(2026), wall: year(2026), mono: 5000, boot: 'a' }

function passed(is: Partial<Omit<Anchor, 'steady'>>): { ms: number; jumpMs: number } {
  const { steady, jumpMs } = continueFrom(anchor, { wall: anchor.wall, mono: anchor.mono, boot: 'a', ...is })
  return { ms: steadyMs(steady) - anchor.steady, jumpMs }
}

describe('the timeline goes on', () => {
  test.each([
    ['as the wall clock does', year(2026) + MINUTE, 0],
    ['when that was set back', year(2026) - 2 * DAY, -2 * DAY - MINUTE],
    ['when it was set forward', year(2026) + 2 * DAY, 2 * DAY - MINUTE],
    ['in 1972', year(1972), year(1972) - year(2026) - MINUTE],
    ['in 2136', year(2136), year(2136) - year(2026) - MINUTE],
  ])('by exactly what passed since the last process, within one start of the machine: %s', (_, wall, jumpMs) => {
    expect(passed({ wall, mono: 5000 + MINUTE })).toEqual({ ms: MINUTE, jumpMs })
  })

  test.each([
    ['a night', year(2026) + DAY / 3, DAY / 3, 0],
    ['a holiday', year(2026) + 30 * DAY, 30 * DAY, 0],
    ['a century, which is not believed', year(2136), MINUTE, year(2136) - year(2026)],
    ['less than nothing', year(1972), MINUTE, year(1972) - year(2026)],
    ['less than may have passed before the power went', year(2026) + 1000, MINUTE, 0],
  ])('by what the wall clock says after another start of the machine: %s', (_, wall, ms, jumpMs) => {
    expect(passed({ wall, mono: 1, boot: 'b' })).toEqual({ ms, jumpMs })
  })

  test('by the wall clock where the two cannot be compared', () => {
    const wall = year(2026) + DAY
    expect(passed({ wall, mono: 1 })).toEqual({ ms: DAY, jumpMs: 0 })
    expect(passed({ wall, mono: 9000, boot: undefined })).toEqual({ ms: DAY, jumpMs: 0 })
  })
})

test('a moment is told to people in the time that the wall clock will show then', () => {
  const bare = createTestClock('2026-03-14T10:00:00Z')
  const clock = createSteadyClock(bare)
  const moment = clock.steady()
  bare.advance(MINUTE)
  expect(wallTime(clock, moment)).toEqual(new Date('2026-03-14T10:00:00Z'))
  bare.step(3_600_000)
  expect(wallTime(clock, moment)).toEqual(new Date('2026-03-14T11:00:00Z'))
})
