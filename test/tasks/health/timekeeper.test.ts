import { expect, onTestFinished, test } from 'vitest'
import { msBetween } from '../../../src/lib/time/clock.ts'
import { openDatabase } from '../../../src/store/database.ts'
import { migrateDatabase } from '../../../src/store/file/migrate.ts'
import { describeJump, openTimekeeper } from '../../../src/tasks/health/timekeeper.ts'
import { createTestClock } from '../../support/test-clock.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

function createWorld() {
  const db = openDatabase(':memory:')
  migrateDatabase(db, '')
  onTestFinished(() => db.close())
  const clock = createTestClock()
  const warned: unknown[] = []
  const log = { warn: (fields: unknown) => void warned.push(fields), error() {} }
  /** Another life of the daemon over the same store; it ends with the test. */
  const live = (boot = 'a') => {
    const keeper = openTimekeeper({ db, clock, boot, log })
    onTestFinished(keeper.close)
    return keeper
  }
  return { db, clock, warned, live }
}

test('the first life of a store begins with what the wall clock shows, and says nothing', () => {
  const { clock, live, warned } = createWorld()
  const keeper = live()
  expect(keeper.clock.steady()).toBe(clock.now().getTime())
  clock.advance(10 * DAY)
  keeper.check()
  expect([warned, keeper.lastJump()]).toEqual([[], {}])
})

test('a jump is told once, with its size, and moves nothing', () => {
  const { clock, live, warned } = createWorld()
  const keeper = live()
  const before = keeper.clock.steady()
  clock.advance(10_000)
  clock.step(-2 * HOUR)
  keeper.check()
  keeper.check()
  expect(warned).toEqual([{ byMs: -2 * HOUR, seconds: -7200 }])
  expect(keeper.lastJump()).toEqual({ clockJump: { at: clock.now(), byMs: -2 * HOUR } })
  expect(msBetween(before, keeper.clock.steady())).toBe(10_000)
})

test('a clock that is set right little by little is no jump', () => {
  const { clock, live, warned } = createWorld()
  const keeper = live()
  for (let look = 0; look < 50; look++) {
    clock.step(900)
    keeper.check()
  }
  expect(warned).toEqual([])
})

test.each([-2 * DAY, -2 * HOUR, 2 * HOUR, 2 * DAY, 110 * 365 * DAY, -54 * 365 * DAY])(
  'a clock that jumped by %i ms while nobody looked is told of by the next life, which goes on where the last one was',
  (jump) => {
    const { clock, live, warned } = createWorld()
    const first = live()
    const before = first.clock.steady()
    first.close()
    clock.advance(HOUR)
    clock.step(jump)
    const second = live()
    expect(msBetween(before, second.clock.steady())).toBe(HOUR)
    expect(warned).toEqual([{ byMs: jump, seconds: jump / 1000 }])
  },
)

test('a life that ended without a word is gone on from as exactly', () => {
  const { clock, live } = createWorld()
  const before = live().clock.steady()
  clock.advance(5 * HOUR)
  clock.step(-2 * DAY)
  expect(msBetween(before, live().clock.steady())).toBe(5 * HOUR)
})

test('after a power cut and with a clock of 1972 nothing that was due is due later', () => {
  const { clock, live } = createWorld()
  const keeper = live('a')
  clock.advance(HOUR)
  keeper.check()
  clock.advance(50_000)
  const due = keeper.clock.steady()
  clock.step(-54 * 365 * DAY)
  expect(msBetween(due, live('b').clock.steady())).toBeGreaterThanOrEqual(0)
})

test('an older store, which waited by the wall clock, goes on from when it was last seen', () => {
  const { db, clock, live } = createWorld()
  const seen = clock.now().getTime() + 2 * DAY
  db.raw.prepare('INSERT INTO instance (pid, started_at) VALUES (1, ?)').run(seen)
  expect(Number(live().clock.steady())).toBeGreaterThanOrEqual(seen)
})

test.each([
  [2 * HOUR, 'jumped forward by 2 hours (noticed at '],
  [-DAY, 'jumped back by 1 day (noticed at'],
  [-5000, 'jumped back by 5 seconds (noticed at'],
])('a jump of %i ms is told in words', (byMs, words) => {
  expect(describeJump({ at: new Date('2026-03-14T10:00:00Z'), byMs }, 'UTC').en).toContain(words)
})
