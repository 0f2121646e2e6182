import { describe, expect, test } from 'vitest'
import { instantOf } from '../../../src/lib/time/zone.ts'
import { understand, understandTime } from '../../../src/scheduler/phrases/understand.ts'
import { BERLIN, dueIn, spokenIn } from './said/said.ts'

const time = (words: string, timezone = BERLIN) => {
  const read = understandTime(words, spokenIn(timezone))
  return read.status === 'understood' ? dueIn(read.when, timezone) : read.ask.en
}
const meant = (words: string) => {
  const read = understand(words, spokenIn(BERLIN))
  return read.status === 'understood' ? [dueIn(read.when, BERLIN), read.what] : read.ask.en
}

describe('only a time', () => {
  test.each([
    ['tomorrow at 9', 'once 2026-11-17 09:00'],
    ['in 20 minutes', 'once 2026-11-16 09:50'],
    ['every weekday at 7', 'cron 0 7 * * 1-5'],
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

  test.each(['tomorrow at 9 call mum', 'tomorrow 9', 'remind me', 'tomorrow or Friday', 'soon', '3/4', ''])(
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
  expect(meant('remind me in 20 minutes to take the 9:15 train')).toEqual([
    'once 2026-11-16 09:50',
    'take the 9:15 train',
  ])
  expect(meant('remind me to take the 9:15 train in 20 minutes')).toMatch(/more than one time/u)
  expect(meant('remind me on Friday at 9 about the Monday meeting')).toEqual([
    'once 2026-11-20 09:00',
    'the Monday meeting',
  ])
  expect(meant('remind me tomorrow at 9 to call mum on Friday')).toEqual([
    'once 2026-11-17 09:00',
    'call mum on Friday',
  ])
  expect(meant('remind me tomorrow at 9 to review what broke yesterday')).toEqual([
    'once 2026-11-17 09:00',
    'review what broke yesterday',
  ])
})

test('two times are left to a model', () => {
  expect(meant('Meeting mit Anna um 15 Uhr, erinnere mich um 14:45')).toMatch(/more than one time/u)
})

test('every second week, weekdays of a month and its last day are understood', () => {
  const lines = [
    ['every other Monday at 9 remind me to take out the bins', '0 9 * * 1', 2],
    ['alle zwei Wochen am Freitag um 17 Uhr Spesen', '0 17 * * 5', 2],
    ['un lundi sur deux à 9h sortir les poubelles', '0 9 * * 1', 2],
    ['cada tres semanas el lunes a las 9 riego', '0 9 * * 1', 3],
    ['每两周的周五17点报销', '0 17 * * 5', 2],
    ['every first Monday of the month at 9 send the report', '0 9 * * 1#1', undefined],
    ['jeden letzten Freitag im Monat um 16 Uhr Fotos sichern', '0 16 * * 5L', undefined],
    ['le deuxième mardi de chaque mois à 10h réunion', '0 10 * * 2#2', undefined],
    ['el primer lunes de cada mes a las 10 comida', '0 10 * * 1#1', undefined],
    ['每月第一个周一上午10点开会', '0 10 * * 1#1', undefined],
    ['on the last day of every month at 18:00 close the books', '0 18 L * *', undefined],
    ['am letzten Tag jedes Monats um 18 Uhr abrechnen', '0 18 L * *', undefined],
    ['tous les derniers jours du mois à 18h clôturer', '0 18 L * *', undefined],
    ['el último día de cada mes a las 18:00 cerrar', '0 18 L * *', undefined],
    ['每月最后一天18点结账', '0 18 L * *', undefined],
  ] as const
  for (const [words, line, weeks] of lines) {
    const read = understand(words, spokenIn(BERLIN))
    expect(read, words).toMatchObject({ status: 'understood', when: { kind: 'cron', line } })
    if (weeks) expect(read, words).toMatchObject({ when: { weeks } })
  }
})

test('an hour at which people sleep is meant in the afternoon, unless its words say otherwise', () => {
  expect(time('on Friday at 3')).toBe('once 2026-11-20 15:00')
  expect(time('um 3')).toBe('once 2026-11-16 15:00')
  expect(time('三点')).toBe('once 2026-11-16 15:00')
  expect(time('at 6')).toBe('once 2026-11-16 18:00')
  expect(time('tomorrow at 6')).toMatch(/morning or the evening/u)
  expect(time('at 3am')).toBe('once 2026-11-17 03:00')
  expect(time('at 03:00')).toBe('once 2026-11-17 03:00')
  expect(time('凌晨三点')).toBe('once 2026-11-17 03:00')
  expect(time('am Morgen um 3')).toBe('once 2026-11-17 03:00')
  expect(meant('wake me tomorrow at 5')).toEqual(['once 2026-11-17 05:00', 'wake me'])
})

test('words that still name a zone, a day or a repetition are asked back', () => {
  expect(meant('remind me at 9am PST to join')).toMatch(/time zone/u)
  expect(meant('call Jim tomorrow at 10 new york time')).toMatch(/time zone/u)
  expect(meant('remind me on the 20th of next month at 18:30 to pay')).toMatch(/"Next" may mean/u)
  expect(meant('an Silvester um 23 Uhr Oma anrufen')).toMatch(/another day/u)
  expect(meant('at 9 water the plants each spring week')).toMatch(/kind of repetition/u)
  expect(meant('remind me tomorrow at 9 to write the Monday report')).toEqual([
    'once 2026-11-17 09:00',
    'write the Monday report',
  ])
})

test('who wants an end to reminders gets no new one', () => {
  const cancels = (words: string) => {
    const read = understand(words, spokenIn(BERLIN))
    return read.status === 'unclear' && read.cancels === true
  }
  for (const words of [
    'stop reminding me every day at 9',
    'please cancel my reminder tomorrow',
    'bitte erinnere mich nicht mehr jeden Tag um 9',
    'arrête de me rappeler demain à 9h',
    'no me recuerdes más todos los días a las 9',
    '别再每天九点提醒我',
    'stop every day at 9',
  ])
    expect(cancels(words), words).toBe(true)
  for (const words of [
    'remind me tomorrow at 9 to cancel the reminder app',
    'turn off the heating at 22:00',
    'tomorrow at 9 do not forget the keys',
    'morgen um 9 nicht vergessen, die Erinnerung zu lesen',
  ])
    expect(cancels(words), words).toBe(false)
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
  const read = understandTime('tomorrow at 02:30', spoken)
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

test('Chinese words such as "later", "often" and "3 times" are named as not exact', () => {
  for (const words of [
    '稍后提醒我打电话',
    '经常提醒我喝水',
    '提醒我吃3次药',
    '明天九点提醒我吃3次药',
    '明天九点提醒我尽快回家',
  ])
    expect(meant(words), words).toMatch(/not an exact time/u)
  expect(meant('明天提醒我整点开会')).toMatch(/whether that number is a time/u)
})
