import fc from 'fast-check'
import { expect, test } from 'vitest'
import { instantOf, type Wall, wallAt } from '../../../src/lib/time/zone.ts'

/** "2026-03-29 02:30" or with seconds; days may overflow. */
function wall(text: string): Wall {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = text.split(/\D/).map(Number)
  return { year, month, day, hour, minute, second }
}

const cases: [zone: string, shown: string, at: string][] = [
  ['UTC', '2026-03-14 10:00', '2026-03-14T10:00:00Z'],
  ['Europe/Berlin', '2026-03-14 10:00', '2026-03-14T09:00:00Z'],
  ['Europe/Berlin', '2026-07-14 10:00:59', '2026-07-14T08:00:59Z'],
  ['Asia/Kathmandu', '2026-03-14 00:00', '2026-03-13T18:15:00Z'],
  ['Pacific/Kiritimati', '2026-01-01 00:00', '2025-12-31T10:00:00Z'],
  ['Pacific/Niue', '2025-12-31 23:59', '2026-01-01T10:59:00Z'],
  // A gap: from 02:00 to 03:00.
  ['Europe/Berlin', '2026-03-29 01:59', '2026-03-29T00:59:00Z'],
  ['Europe/Berlin', '2026-03-29 02:00', '2026-03-29T01:00:00Z'],
  ['Europe/Berlin', '2026-03-29 02:30', '2026-03-29T01:00:00Z'],
  ['Europe/Berlin', '2026-03-29 02:59:59', '2026-03-29T01:00:00Z'],
  ['Europe/Berlin', '2026-03-29 03:00', '2026-03-29T01:00:00Z'],
  ['America/New_York', '2026-03-08 02:30', '2026-03-08T07:00:00Z'],
  // Half an hour of it.
  ['Australia/Lord_Howe', '2026-10-04 02:15', '2026-10-03T15:30:00Z'],
  ['Australia/Lord_Howe', '2026-10-04 02:30', '2026-10-03T15:30:00Z'],
  // At midnight.
  ['America/Havana', '2026-03-08 00:20', '2026-03-08T05:00:00Z'],
  ['Africa/Cairo', '2026-04-24 00:59', '2026-04-23T22:00:00Z'],
  // At a quarter to three.
  ['Pacific/Chatham', '2026-09-27 03:00', '2026-09-26T14:00:00Z'],
  // A whole day that never was.
  ['Pacific/Apia', '2011-12-30 12:00', '2011-12-30T10:00:00Z'],
  // Twice: the first.
  ['Europe/Berlin', '2026-10-25 02:00', '2026-10-25T00:00:00Z'],
  ['Europe/Berlin', '2026-10-25 02:59', '2026-10-25T00:59:00Z'],
  ['Europe/Berlin', '2026-10-25 03:00', '2026-10-25T02:00:00Z'],
  ['Australia/Lord_Howe', '2026-04-05 01:45', '2026-04-04T14:45:00Z'],
  ['America/Havana', '2026-11-01 00:30', '2026-11-01T04:30:00Z'],
  // A rule that changed for good: an hour back, and never forward again.
  ['Europe/Moscow', '2014-10-26 01:30', '2014-10-25T21:30:00Z'],
  // Overflowing.
  ['Europe/Berlin', '2026-01-32 10:00', '2026-02-01T09:00:00Z'],
  ['Europe/Berlin', '2026-13-01 10:00', '2027-01-01T09:00:00Z'],
  ['Europe/Berlin', '2026-02-29 10:00', '2026-03-01T09:00:00Z'],
  ['Europe/Berlin', '2028-02-29 10:00', '2028-02-29T09:00:00Z'],
]

test.each(cases)('in %s the wall shows %s at %s', (zone, shown, at) => {
  expect(instantOf(wall(shown), zone)).toEqual(new Date(at))
})

test('what the wall shows is told to the second', () => {
  expect(wallAt(new Date('2026-03-29T00:59:59.999Z'), 'Europe/Berlin')).toEqual(wall('2026-03-29 01:59:59'))
  expect(wallAt(new Date('2026-03-29T01:00:00Z'), 'Europe/Berlin')).toEqual(wall('2026-03-29 03:00:00'))
  expect(wallAt(new Date('2026-03-28T23:00:00Z'), 'Europe/Berlin')).toEqual(wall('2026-03-29 00:00:00'))
})

test('an unknown zone throws', () => {
  expect(() => wallAt(new Date(0), 'Mars/Olympus')).toThrow(RangeError)
})

test('in every zone an instant is found again by what the wall shows, or an earlier one that shows the same', () => {
  const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
  const instant = fc.date({ min: new Date('2012-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(zone, instant, (timezone, date) => {
      const at = new Date(Math.floor(date.getTime() / 1000) * 1000)
      const shown = wallAt(at, timezone)
      const found = instantOf(shown, timezone)
      expect(found.getTime()).toBeLessThanOrEqual(at.getTime())
      expect(wallAt(found, timezone)).toEqual(shown)
    }),
    { numRuns: 500 },
  )
})
