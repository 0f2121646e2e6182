import { expect, test } from 'vitest'
import type { Schedule } from '../../../src/domain/job.ts'
import { periodOf, shortestPeriod } from '../../../src/scheduler/times/period.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const now = new Date('2026-11-16T10:00:00Z')

function cron(line: string): Schedule {
  return { kind: 'cron', line }
}

const periods: [when: Schedule, at: string, ms: number | undefined][] = [
  [cron('0 7 * * *'), '2026-11-16T10:00:00Z', DAY],
  // At an instant itself it is the time until the next.
  [cron('0 7,8 * * *'), '2026-11-16T06:00:00Z', HOUR],
  [cron('0 7,8 * * *'), '2026-11-16T06:59:59Z', HOUR],
  [cron('0 7,8 * * *'), '2026-11-16T07:00:00Z', 23 * HOUR],
  [cron('0 7 * * 1-5'), '2026-11-14T12:00:00Z', 3 * DAY],
  // Clocks that are set.
  [cron('0 7 * * *'), '2026-03-28T12:00:00Z', 23 * HOUR],
  [cron('0 7 * * *'), '2026-10-24T12:00:00Z', 25 * HOUR],
  [cron('0 0 29 2 *'), '2026-11-16T10:00:00Z', (4 * 365 + 1) * DAY],
  [cron('0 0 31 2 *'), '2026-11-16T10:00:00Z', undefined],
  [{ kind: 'every', ms: 90 * MINUTE, from: now.getTime() }, '2026-11-16T12:00:00Z', 90 * MINUTE],
  // Before its first.
  [{ kind: 'every', ms: 90 * MINUTE, from: now.getTime() }, '2026-11-01T00:00:00Z', 90 * MINUTE],
  [{ kind: 'once', at: now.getTime() + HOUR }, '2026-11-16T10:00:00Z', undefined],
  [{ kind: 'once', at: now.getTime() }, '2026-11-16T10:00:00Z', undefined],
]

test.each(periods)('the period of %j at %s is %s', (when, at, ms) => {
  expect(periodOf(when, new Date(at), 'Europe/Berlin')).toBe(ms)
})

const shortest: [when: Schedule, ms: number | undefined][] = [
  [cron('* * * * *'), MINUTE],
  [cron('*/7 * * * *'), 4 * MINUTE],
  [cron('0 * * * *'), HOUR],
  [cron('0 7,9 * * *'), 2 * HOUR],
  [cron('0,59 0,23 * * *'), MINUTE],
  [cron('30 2,3 * * *'), HOUR],
  [cron('0 7 * * 1-5'), DAY],
  [cron('0 0 31 * *'), 31 * DAY],
  [cron('0,5 0 29 2 *'), 5 * MINUTE],
  [{ kind: 'every', ms: 10, from: 0 }, 10],
  [{ kind: 'once', at: now.getTime() + HOUR }, undefined],
  [cron('nonsense'), undefined],
]

test.each(shortest)('%j is due every %s ms at the closest', (when, ms) => {
  expect(shortestPeriod(when, now)).toBe(ms)
})

test('the nights in which clocks are set are left out of it', () => {
  // Both would be due within a minute in Berlin: at 03:00, for 02:59, and at 03:01.
  expect(shortestPeriod(cron('59,1 2,3 29 3 *'), new Date('2026-03-28T12:00:00Z'))).toBe(2 * MINUTE)
})
