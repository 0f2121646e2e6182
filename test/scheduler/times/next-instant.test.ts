import { describe, expect, test } from 'vitest'
import type { Schedule } from '../../../src/domain/job.ts'
import { nextInstant, previousInstant } from '../../../src/scheduler/times/next-instant.ts'

/** The instants after the first one given, one after the other; all in UTC. */
type Case = [zone: string, line: string, after: string, ...expected: string[]]

const clocksForward: Case[] = [
  // 02:00 to 03:00, at 01:00 UTC.
  ['Europe/Berlin', '30 2 * * *', '2026-03-27 12:00', '2026-03-28 01:30', '2026-03-29 01:00', '2026-03-30 00:30'],
  ['Europe/Berlin', '0 2 * * *', '2026-03-29 00:00', '2026-03-29 01:00', '2026-03-30 00:00'],
  ['Europe/Berlin', '0 3 * * *', '2026-03-28 12:00', '2026-03-29 01:00', '2026-03-30 01:00'],
  ['Europe/Berlin', '0 2,3 * * *', '2026-03-28 12:00', '2026-03-29 01:00', '2026-03-30 00:00', '2026-03-30 01:00'],
  ['Europe/Berlin', '*/20 2 * * *', '2026-03-28 12:00', '2026-03-29 01:00', '2026-03-30 00:00'],
  ['Europe/Berlin', '*/15 * * * *', '2026-03-29 00:30', '2026-03-29 00:45', '2026-03-29 01:00', '2026-03-29 01:15'],
  ['Europe/Berlin', '30 * * * *', '2026-03-29 00:00', '2026-03-29 00:30', '2026-03-29 01:00', '2026-03-29 01:30'],
  ['Europe/Berlin', '59 1 * * *', '2026-03-28 12:00', '2026-03-29 00:59', '2026-03-29 23:59'],
  ['Europe/Berlin', '30 2 29 3 *', '2026-03-29 01:00', '2027-03-29 00:30'],
  ['America/New_York', '30 2 * * *', '2026-03-07 12:00', '2026-03-08 07:00', '2026-03-09 06:30'],
  ['America/New_York', '0 9 * * 0', '2026-03-01 15:00', '2026-03-08 13:00', '2026-03-15 13:00'],
  // 02:00 to 02:30, at 15:30 UTC of the day before.
  ['Australia/Lord_Howe', '15 2 * * *', '2026-10-02 20:00', '2026-10-03 15:30', '2026-10-04 15:15'],
  [
    'Australia/Lord_Howe',
    '*/10 2 * * *',
    '2026-10-03 15:00',
    '2026-10-03 15:30',
    '2026-10-03 15:40',
    '2026-10-03 15:50',
  ],
  ['Australia/Lord_Howe', '45 2 * * *', '2026-10-03 00:00', '2026-10-03 15:45'],
  // Midnight to one o'clock.
  ['America/Havana', '0 0 * * *', '2026-03-07 12:00', '2026-03-08 05:00', '2026-03-09 04:00'],
  ['America/Havana', '30 0 8 3 *', '2026-03-01 00:00', '2026-03-08 05:00'],
  ['America/Havana', '59 23 * * *', '2026-03-07 12:00', '2026-03-08 04:59', '2026-03-09 03:59'],
  ['Africa/Cairo', '0 0 * * 5', '2026-04-20 00:00', '2026-04-23 22:00', '2026-04-30 21:00'],
  // 02:45 to 03:45.
  ['Pacific/Chatham', '0 3 * * *', '2026-09-26 00:00', '2026-09-26 14:00', '2026-09-27 13:15'],
  ['Pacific/Chatham', '30 2 * * *', '2026-09-26 00:00', '2026-09-26 13:45', '2026-09-27 12:45'],
  ['Asia/Kolkata', '30 2 * * *', '2026-03-28 12:00', '2026-03-28 21:00', '2026-03-29 21:00'],
]

const clocksBack: Case[] = [
  // From 03:00 to 02:00 again, at 01:00 UTC.
  ['Europe/Berlin', '30 2 * * *', '2026-10-24 12:00', '2026-10-25 00:30', '2026-10-26 01:30'],
  ['Europe/Berlin', '0 3 * * *', '2026-10-24 12:00', '2026-10-25 02:00', '2026-10-26 02:00'],
  ['Europe/Berlin', '*/15 * * * *', '2026-10-25 00:30', '2026-10-25 00:45', '2026-10-25 01:00', '2026-10-25 01:15'],
  ['Europe/Berlin', '*/30 * * * *', '2026-10-25 00:00', '2026-10-25 00:30', '2026-10-25 01:00', '2026-10-25 01:30'],
  ['Europe/Berlin', '*/30 * * * 0', '2026-10-25 01:30', '2026-10-25 02:00', '2026-10-25 02:30'],
  ['Europe/Berlin', '*/30 2 * * *', '2026-10-24 12:00', '2026-10-25 00:00', '2026-10-25 00:30', '2026-10-26 01:00'],
  [
    'Europe/Berlin',
    '*/15 * * * *',
    '2026-10-25 01:10',
    '2026-10-25 01:15',
    '2026-10-25 01:30',
    '2026-10-25 01:45',
    '2026-10-25 02:00',
  ],
  ['Europe/Berlin', '0 * * * *', '2026-10-24 23:30', '2026-10-25 00:00', '2026-10-25 01:00', '2026-10-25 02:00'],
  ['Europe/Berlin', '30 2 26 10 *', '2025-10-26 00:30', '2026-10-26 01:30'],
  ['America/New_York', '30 1 * * *', '2026-10-31 12:00', '2026-11-01 05:30', '2026-11-02 06:30'],
  ['America/New_York', '0 2 * * *', '2026-10-31 12:00', '2026-11-01 07:00'],
  // From 02:00 to 01:30 again, at 15:00 UTC of the day before.
  ['Australia/Lord_Howe', '45 1 * * *', '2026-04-04 00:00', '2026-04-04 14:45', '2026-04-05 15:15'],
  [
    'Australia/Lord_Howe',
    '*/15 * * * *',
    '2026-04-04 14:30',
    '2026-04-04 14:45',
    '2026-04-04 15:00',
    '2026-04-04 15:15',
    '2026-04-04 15:30',
  ],
  ['Australia/Lord_Howe', '0 2 * * *', '2026-04-04 00:00', '2026-04-04 15:30'],
  // From one o'clock to midnight again.
  ['America/Havana', '0 0 * * *', '2026-10-31 12:00', '2026-11-01 04:00', '2026-11-02 05:00'],
  ['America/Havana', '0 0 1 * *', '2026-10-31 12:00', '2026-11-01 04:00', '2026-12-01 05:00'],
  ['America/Havana', '30 0,1 * * *', '2026-11-01 04:00', '2026-11-01 04:30', '2026-11-01 06:30'],
  // From midnight to 23:00 again, of the day before.
  ['Africa/Cairo', '30 23 * * *', '2025-10-30 00:00', '2025-10-30 20:30', '2025-10-31 21:30'],
  ['Africa/Cairo', '0 0 31 10 *', '2025-10-30 12:00', '2025-10-30 22:00'],
  ['Pacific/Chatham', '0 3 * * *', '2026-04-04 00:00', '2026-04-04 13:15', '2026-04-05 14:15'],
  ['Pacific/Chatham', '50 2 * * *', '2026-04-04 00:00', '2026-04-04 13:05', '2026-04-05 14:05'],
]

const rulesChanged: Case[] = [
  // An hour back for good.
  ['Europe/Moscow', '30 1 * * *', '2014-10-25 00:00', '2014-10-25 21:30', '2014-10-26 22:30'],
  // Summer time for good.
  ['Europe/Istanbul', '0 7 * * *', '2016-10-30 12:00', '2016-10-31 04:00'],
  // Half an hour forward for good, at 23:30.
  ['Asia/Pyongyang', '45 23 * * *', '2018-05-04 00:00', '2018-05-04 15:00', '2018-05-05 14:45'],
  // Over the date line: there was no 30 December.
  ['Pacific/Apia', '0 12 * * *', '2011-12-29 00:00', '2011-12-29 22:00', '2011-12-30 10:00', '2011-12-30 22:00'],
  ['America/Sao_Paulo', '0 0 * * *', '2018-11-03 12:00', '2018-11-04 03:00', '2018-11-05 02:00'],
  ['America/Sao_Paulo', '0 7 * * *', '2019-11-02 12:00', '2019-11-03 10:00'],
  // Back for the fasting month, and forward after it.
  ['Africa/Casablanca', '30 2 * * *', '2024-03-09 12:00', '2024-03-10 01:30', '2024-03-11 02:30'],
  ['Africa/Casablanca', '30 2 * * *', '2024-04-13 12:00', '2024-04-14 02:00', '2024-04-15 01:30'],
]

const calendar: Case[] = [
  ['UTC', '0 0 29 2 *', '2026-11-16 00:00', '2028-02-29 00:00', '2032-02-29 00:00'],
  ['UTC', '0 0 29 2 *', '2096-03-01 00:00', '2104-02-29 00:00'],
  ['UTC', '0 0 L 2 *', '2099-12-01 00:00', '2100-02-28 00:00', '2101-02-28 00:00'],
  ['UTC', '59 23 31 12 *', '2099-12-31 23:59', '2100-12-31 23:59'],
  ['UTC', '0 0 31 * *', '2026-03-31 12:00', '2026-05-31 00:00', '2026-07-31 00:00', '2026-08-31 00:00'],
  // A leap day that is a Sunday.
  [
    'UTC',
    '0 0 29 2 */7',
    '2026-11-16 00:00',
    '2032-02-29 00:00',
    '2060-02-29 00:00',
    '2088-02-29 00:00',
    '2128-02-29 00:00',
  ],
  ['UTC', '0 9 L * *', '2026-01-15 00:00', '2026-01-31 09:00', '2026-02-28 09:00', '2026-03-31 09:00'],
  ['UTC', '0 9 L-3 * *', '2026-01-15 00:00', '2026-01-28 09:00', '2026-02-25 09:00'],
  ['UTC', '0 9 LW * *', '2026-01-15 00:00', '2026-01-30 09:00', '2026-02-27 09:00', '2026-03-31 09:00'],
  ['UTC', '0 9 LW 5 *', '2026-01-15 00:00', '2026-05-29 09:00'],
  ['UTC', '0 9 1W * *', '2026-01-15 00:00', '2026-02-02 09:00', '2026-03-02 09:00', '2026-04-01 09:00'],
  ['UTC', '0 9 1W 8 *', '2026-01-15 00:00', '2026-08-03 09:00'],
  ['UTC', '0 9 15W * *', '2026-07-16 00:00', '2026-08-14 09:00', '2026-09-15 09:00'],
  ['UTC', '0 9 * * 5L', '2026-01-15 00:00', '2026-01-30 09:00', '2026-02-27 09:00', '2026-03-27 09:00'],
  ['UTC', '0 9 * * 1#2', '2026-01-15 00:00', '2026-02-09 09:00', '2026-03-09 09:00', '2026-04-13 09:00'],
  ['UTC', '0 9 * * mon#5', '2026-01-15 00:00', '2026-03-30 09:00', '2026-06-29 09:00'],
  // Either day, unless one begins with a star.
  ['UTC', '0 9 13 * 5', '2026-04-11 00:00', '2026-04-13 09:00', '2026-04-17 09:00', '2026-04-24 09:00'],
  ['UTC', '0 9 */2 * 1', '2026-02-01 12:00', '2026-02-09 09:00', '2026-02-23 09:00'],
  ['UTC', '0 9 ? * 7', '2026-02-01 12:00', '2026-02-08 09:00'],
  ['UTC', '0 9 * * fri-mon', '2026-02-08 12:00', '2026-02-09 09:00', '2026-02-13 09:00'],
  [
    'UTC',
    '0 22-1 * * *',
    '2026-02-01 21:00',
    '2026-02-01 22:00',
    '2026-02-01 23:00',
    '2026-02-02 00:00',
    '2026-02-02 01:00',
    '2026-02-02 22:00',
  ],
  ['Europe/Berlin', '@weekly', '2026-11-16 12:00', '2026-11-21 23:00'],
]

describe.each([
  ['where clocks go forward', clocksForward],
  ['where clocks go back', clocksBack],
  ['where the rules of a zone changed', rulesChanged],
  ['by the calendar', calendar],
])('%s', (_, cases) => {
  test.each(cases)('in %s "%s" is due after %s', (zone, line, after, ...expected) => {
    const found: string[] = []
    let at = nextInstant({ kind: 'cron', line }, utc(after), zone)
    for (const _each of expected) {
      found.push(at?.toISOString() ?? 'never')
      at = at && nextInstant({ kind: 'cron', line }, at, zone)
    }
    expect(found).toEqual(expected.map((text) => utc(text).toISOString()))
  })

  test.each(cases)('in %s "%s" was due last before and after %s', (zone, line, after, ...expected) => {
    const when: Schedule = { kind: 'cron', line }
    expected.forEach((text, i) => {
      const notBefore = utc(expected[i - 1] ?? after)
      const justBefore = new Date(utc(text).getTime() - 1)
      expect(previousInstant(when, utc(text), zone, notBefore)).toEqual(utc(text))
      expect(previousInstant(when, justBefore, zone, notBefore)).toBeUndefined()
      if (i > 0) expect(previousInstant(when, justBefore, zone, new Date(0))).toEqual(notBefore)
    })
  })
})

test('seconds within a minute change nothing', () => {
  const when: Schedule = { kind: 'cron', line: '*/15 * * * *' }
  const [at, next] = [utc('2026-11-16 10:15'), utc('2026-11-16 10:30')]
  expect(nextInstant(when, new Date(at.getTime() - 1), 'UTC')).toEqual(at)
  expect(nextInstant(when, at, 'UTC')).toEqual(next)
  expect(nextInstant(when, new Date(at.getTime() + 59_999), 'UTC')).toEqual(next)
  expect(previousInstant(when, new Date(at.getTime() + 59_999), 'UTC', new Date(0))).toEqual(at)
  expect(previousInstant(when, at, 'UTC', at)).toBeUndefined()
})

test('in the second pass of an overlap a line of some hours was last due in the first pass', () => {
  const when: Schedule = { kind: 'cron', line: '*/15 1-5 * * *' }
  for (const before of ['2026-10-25 01:00', '2026-10-25 01:10', '2026-10-25 01:59'])
    expect(previousInstant(when, utc(before), 'Europe/Berlin', new Date(0))).toEqual(utc('2026-10-25 00:45'))
  expect(previousInstant(when, utc('2026-10-25 02:00'), 'Europe/Berlin', new Date(0))).toEqual(utc('2026-10-25 02:00'))
})

test('every second week is counted in weeks, across a year and a change of the clocks', () => {
  const from = utc('2026-12-21 08:00').getTime()
  const when: Schedule = { kind: 'cron', line: '0 9 * * 1,5', weeks: 2, from }
  const found: string[] = []
  for (let at: Date | undefined = new Date(from - 1); at && found.length < 5; ) {
    at = nextInstant(when, at, 'Europe/Berlin')
    if (at) found.push(at.toISOString().slice(0, 16))
  }
  expect(found).toEqual([
    '2026-12-21T08:00',
    '2026-12-25T08:00',
    '2027-01-04T08:00',
    '2027-01-08T08:00',
    '2027-01-18T08:00',
  ])
  expect(nextInstant(when, utc('2027-03-26 12:00'), 'Europe/Berlin')).toEqual(utc('2027-03-29 07:00'))
  expect(previousInstant(when, utc('2027-03-29 06:00'), 'Europe/Berlin', new Date(0))).toEqual(utc('2027-03-19 08:00'))
})

test('every so long, counted from its first', () => {
  const from = utc('2026-11-16 10:00').getTime()
  const when: Schedule = { kind: 'every', ms: 5_400_000, from }
  const next = (after: string) => nextInstant(when, utc(after), 'Europe/Berlin')
  expect(next('2020-01-01 00:00')).toEqual(new Date(from))
  expect(next('2026-11-16 10:00')).toEqual(utc('2026-11-16 11:30'))
  expect(next('2026-11-16 11:29')).toEqual(utc('2026-11-16 11:30'))
  expect(next('2126-11-16 10:00')?.getTime()).toBe(
    from + Math.floor((utc('2126-11-16 10:00').getTime() - from) / 5_400_000 + 1) * 5_400_000,
  )
  const last = (before: string) => previousInstant(when, utc(before), 'Europe/Berlin', new Date(0))
  expect(last('2026-11-16 09:59')).toBeUndefined()
  expect(last('2026-11-16 10:00')).toEqual(new Date(from))
  expect(last('2026-11-16 12:59')).toEqual(utc('2026-11-16 11:30'))
  expect(previousInstant(when, utc('2026-11-16 12:59'), 'UTC', utc('2026-11-16 11:30'))).toBeUndefined()
})

test('once is due once', () => {
  const at = utc('2026-11-20 08:00')
  const when: Schedule = { kind: 'once', at: at.getTime() }
  expect(nextInstant(when, new Date(at.getTime() - 1), 'UTC')).toEqual(at)
  expect(nextInstant(when, at, 'UTC')).toBeUndefined()
  expect(previousInstant(when, at, 'UTC', new Date(0))).toEqual(at)
  expect(previousInstant(when, new Date(at.getTime() - 1), 'UTC', new Date(0))).toBeUndefined()
  expect(previousInstant(when, utc('2027-01-01 00:00'), 'UTC', at)).toBeUndefined()
})

test('what cannot be told is never due', () => {
  const now = utc('2026-11-16 10:00')
  const daily: Schedule = { kind: 'cron', line: '0 7 * * *' }
  const never: [Schedule, Date, string][] = [
    [{ kind: 'cron', line: '0 0 31 2 *' }, now, 'UTC'],
    [daily, now, 'Mars/Olympus'],
    [daily, now, ''],
    [daily, new Date(Number.NaN), 'UTC'],
    [daily, new Date(8.64e15), 'UTC'],
    [{ kind: 'every', ms: 0, from: 0 }, now, 'UTC'],
    [{ kind: 'every', ms: -1, from: 0 }, now, 'UTC'],
    [{ kind: 'every', ms: Number.NaN, from: 0 }, now, 'UTC'],
    [{ kind: 'every', ms: Number.POSITIVE_INFINITY, from: 0 }, now, 'UTC'],
    [{ kind: 'once', at: Number.NaN }, now, 'UTC'],
    [{ kind: 'once', at: 1e300 }, now, 'UTC'],
  ]
  for (const [when, after, zone] of never) expect(nextInstant(when, after, zone)).toBeUndefined()
})

/** "2026-03-29 01:00", of UTC. */
function utc(text: string): Date {
  return new Date(`${text.replace(' ', 'T')}Z`)
}
