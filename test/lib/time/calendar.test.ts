import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  clockTime,
  dateAndTime,
  dateText,
  dayAndTime,
  endOfDate,
  lastDateBefore,
  spanAround,
} from '../../../src/lib/time/calendar.ts'

const days: [zone: string, at: string, from: string, until: string][] = [
  ['UTC', '2026-03-14T10:00:00Z', '2026-03-14T00:00:00Z', '2026-03-15T00:00:00Z'],
  ['UTC', '2026-03-14T00:00:00Z', '2026-03-14T00:00:00Z', '2026-03-15T00:00:00Z'],
  ['Europe/Berlin', '2026-03-14T23:30:00Z', '2026-03-14T23:00:00Z', '2026-03-15T23:00:00Z'],
  // 23 hours, and 25.
  ['Europe/Berlin', '2026-03-29T12:00:00Z', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
  ['Europe/Berlin', '2026-10-25T12:00:00Z', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'],
  ['America/Los_Angeles', '2026-01-01T02:00:00Z', '2025-12-31T08:00:00Z', '2026-01-01T08:00:00Z'],
  // Midnight that never was: clocks went from 23:59 to 01:00.
  ['America/Sao_Paulo', '2018-11-04T12:00:00Z', '2018-11-04T03:00:00Z', '2018-11-05T02:00:00Z'],
  // The hour before midnight twice.
  ['America/Sao_Paulo', '2018-02-18T12:00:00Z', '2018-02-18T03:00:00Z', '2018-02-19T03:00:00Z'],
  // Midnight twice: at one o'clock the clocks went back to it.
  ['America/Havana', '2025-11-02T12:00:00Z', '2025-11-02T04:00:00Z', '2025-11-03T05:00:00Z'],
  ['Asia/Kathmandu', '2026-03-14T10:00:00Z', '2026-03-13T18:15:00Z', '2026-03-14T18:15:00Z'],
  ['Pacific/Kiritimati', '2026-03-14T10:00:00Z', '2026-03-14T10:00:00Z', '2026-03-15T10:00:00Z'],
]

test.each(days)('the day in %s around %s', (zone, at, from, until) => {
  expect(spanAround(new Date(at), 'day', zone)).toEqual({ from: new Date(from), until: new Date(until) })
})

const months: [zone: string, at: string, from: string, until: string][] = [
  ['UTC', '2026-12-31T23:59:59Z', '2026-12-01T00:00:00Z', '2027-01-01T00:00:00Z'],
  ['Europe/Berlin', '2026-03-14T10:00:00Z', '2026-02-28T23:00:00Z', '2026-03-31T22:00:00Z'],
  ['Europe/Berlin', '2026-10-31T23:30:00Z', '2026-10-31T23:00:00Z', '2026-11-30T23:00:00Z'],
]

test.each(months)('the month in %s around %s', (zone, at, from, until) => {
  expect(spanAround(new Date(at), 'month', zone)).toEqual({ from: new Date(from), until: new Date(until) })
})

describe('in every zone, at every instant', () => {
  const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
  const instant = fc.date({ min: new Date('2012-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })

  test('a day holds its instant, and the next one begins where it ends', () => {
    fc.assert(
      fc.property(zone, instant, (timezone, at) => {
        const { from, until } = spanAround(at, 'day', timezone)
        const date = (when: Date) => when.toLocaleDateString('en-CA', { timeZone: timezone })
        expect(from.getTime()).toBeLessThanOrEqual(at.getTime())
        expect(until.getTime()).toBeGreaterThan(at.getTime())
        expect(date(from)).toBe(date(at))
        expect(date(new Date(from.getTime() - 1))).not.toBe(date(at))
        expect(spanAround(until, 'day', timezone).from).toEqual(until)
      }),
      { numRuns: 500 },
    )
  })
})

test('times are told as people in the zone read them', () => {
  const at = new Date('2026-03-14T23:00:00Z')
  expect(clockTime(at, 'Europe/Berlin')).toBe('00:00')
  expect(dayAndTime(at, 'Europe/Berlin')).toBe('Sunday 15 March, 00:00')
  expect(dateAndTime(at, 'Europe/Berlin')).toBe('2026-03-15 00:00')
})

test.each([
  ['UTC', '2026-03-14', '2026-03-15T00:00:00Z'],
  ['Europe/Berlin', '2026-10-25', '2026-10-25T23:00:00Z'],
  ['America/Los_Angeles', '2025-12-31', '2026-01-01T08:00:00Z'],
  ['Pacific/Kiritimati', '2024-02-29', '2024-02-29T10:00:00Z'],
])('in %s, %s ends at %s, and what ends then has it as its last date', (zone, date, end) => {
  expect(endOfDate(date, zone)).toEqual(new Date(end))
  expect(lastDateBefore(new Date(end), zone)).toBe(date)
  expect(dateText(new Date(end), zone)).not.toBe(date)
})

test.each(['2026-02-29', '2026-13-01', '2026-00-10', '2026-3-14', '14.3.2026', '', '2026-03-14T10:00'])(
  '%j is not a date',
  (text) => expect(endOfDate(text, 'UTC')).toBeUndefined(),
)
