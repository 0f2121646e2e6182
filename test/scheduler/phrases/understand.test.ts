import { describe, expect, test } from 'vitest'
import { instantOf } from '../../../src/lib/time/zone.ts'
import { understand, understandTime } from '../../../src/scheduler/phrases/understand.ts'
import { BERLIN, dueIn, spokenIn } from './said/said.ts'

const time = (words: string, timezone = BERLIN) => {
  const read = understandTime(words, spokenIn(timezone))
  return read.status === 'understood' ? dueIn(read.when, timezone) : read.ask
}
const meant = (words: string) => {
  const read = understand(words, spokenIn(BERLIN))
  return read.status === 'understood' ? [dueIn(read.when, BERLIN), read.what] : read.ask
}

describe('only a time', () => {
  test.each([
    ['tomorrow at 9', 'once 2026-11-17 09:00'],
    ['in 20 minutes', 'once 2026-11-16 09:50'],
    ['every weekday at 7', 'cron 0 7 * * 1-5'],
    ['tomorrow 9', 'once 2026-11-17 09:00'],
    ['9:45', 'once 2026-11-16 09:45'],
    ['9:15', 'once 2026-11-17 09:15'],
    ['morgen um halb zehn', 'once 2026-11-17 09:30'],
    ['demain à 9h', 'once 2026-11-17 09:00'],
    ['mañana a las 9', 'once 2026-11-17 09:00'],
    ['明天九点', 'once 2026-11-17 09:00'],
    ['every day at 8:00 and at 20:00', 'cron 0 8,20 * * *'],
    ['at midnight', 'once 2026-11-17 00:00'],
    ['am 3.4.', 'once 2027-04-03 09:00'],
    ['29 February', 'once 2028-02-29 09:00'],
    ['in a month', 'once 2026-12-16 09:30'],
  ])('%s', (words, due) => {
    expect(time(words)).toBe(due)
  })

  test.each(['tomorrow at 9 call mum', 'remind me', 'tomorrow or Friday', 'soon', '3/4', ''])(
    '"%s" is asked back',
    (words) => {
      expect(time(words)).toMatch(/Please/u)
    },
  )
})

test('what was read before does not matter', () => {
  expect(time('at midnight or at 9')).toMatch(/more than one time/u)
  expect(time('at midnight')).toBe('once 2026-11-17 00:00')
  expect(time('at noon until 3')).toMatch(/span/u)
  expect(time('at noon')).toBe('once 2026-11-16 12:00')
})

test('times in the text do not confuse', () => {
  expect(meant('remind me tomorrow at 8 to send the 2019 report')).toEqual([
    'once 2026-11-17 08:00',
    'send the 2019 report',
  ])
  expect(meant('remind me to take the 9:15 train in 20 minutes')).toEqual([
    'once 2026-11-16 09:50',
    'take the 9:15 train',
  ])
  expect(meant('remind me on Friday about the Monday meeting')).toEqual(['once 2026-11-20 09:00', 'the Monday meeting'])
  expect(meant('remind me tomorrow at 9 to call mum on Friday')).toEqual([
    'once 2026-11-17 09:00',
    'call mum on Friday',
  ])
  expect(meant('remind me tomorrow to review what broke yesterday')).toEqual([
    'once 2026-11-17 09:00',
    'review what broke yesterday',
  ])
})

test('what opens in the middle takes only the time beside it', () => {
  expect(meant('Meeting mit Anna um 15 Uhr, erinnere mich um 14:45')).toEqual([
    'once 2026-11-16 14:45',
    'Meeting mit Anna um 15 Uhr',
  ])
})

test('a numeric date is read as its language writes it, and asked back where both orders are written', () => {
  expect(meant('rappelle-moi le 03/04 à 9h de payer')).toEqual(['once 2027-04-03 09:00', 'payer'])
  expect(meant('recuérdame el 03/04 a las 9 pagar')).toEqual(['once 2027-04-03 09:00', 'pagar'])
  expect(meant('remind me on 24/12 at 9 to pay')).toEqual(['once 2026-12-24 09:00', 'pay'])
  expect(meant('remind me on 03/04 at 9 to pay')).toMatch(/two ways/u)
})

test('what the clocks leave out is meant at the first moment after it', () => {
  const spoken = {
    now: instantOf({ year: 2027, month: 3, day: 27, hour: 12, minute: 0, second: 0 }, BERLIN),
    timezone: BERLIN,
  }
  const read = understandTime('tomorrow at 2:30', spoken)
  expect(read).toEqual({ status: 'understood', when: { kind: 'once', at: Date.UTC(2027, 2, 28, 1, 0) } })
})

test('days ahead keep the time of day over a change of the clocks, hours are counted', () => {
  const spoken = {
    now: instantOf({ year: 2027, month: 3, day: 27, hour: 12, minute: 0, second: 0 }, BERLIN),
    timezone: BERLIN,
  }
  expect(understandTime('in 1 day', spoken)).toEqual({
    status: 'understood',
    when: { kind: 'once', at: Date.UTC(2027, 2, 28, 10) },
  })
  expect(understandTime('in 24 hours', spoken)).toEqual({
    status: 'understood',
    when: { kind: 'once', at: Date.UTC(2027, 2, 28, 11) },
  })
})

test('a span begins on a whole minute', () => {
  const spoken = { now: new Date(Date.UTC(2026, 10, 16, 8, 30, 42, 17)), timezone: BERLIN }
  expect(understandTime('every 2 hours', spoken)).toEqual({
    status: 'understood',
    when: { kind: 'every', ms: 7_200_000, from: Date.UTC(2026, 10, 16, 10, 30) },
  })
})

test('more than 2,000 characters are not read', () => {
  expect(meant(`tomorrow at 9 ${'read this '.repeat(200)}`)).toMatch(/2,000/u)
  expect(meant(`tomorrow at 9 ${'read this '.repeat(190)}`)).toEqual([
    'once 2026-11-17 09:00',
    'read this '.repeat(190).trim(),
  ])
})

test('the zone of the machine does not matter', () => {
  const zone = process.env.TZ
  try {
    for (const [other, minutes] of [['Pacific/Kiritimati', -840] as const, ['America/Adak', 600] as const]) {
      process.env.TZ = other
      expect(new Date(2026, 10, 16).getTimezoneOffset()).toBe(minutes)
      expect(time('3 April at 9', 'Asia/Kolkata')).toBe('once 2027-04-03 09:00')
      expect(time('on Friday at nine', 'Australia/Lord_Howe')).toBe('once 2026-11-20 09:00')
    }
  } finally {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  }
})
