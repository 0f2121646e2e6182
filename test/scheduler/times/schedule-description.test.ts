import { expect, test } from 'vitest'
import type { Schedule } from '../../../src/domain/job.ts'
import { describeSchedule } from '../../../src/scheduler/times/schedule-description.ts'

const now = new Date('2026-11-16T10:00:00Z')

const lines: [line: string, words: string][] = [
  ['30 7 * * *', 'every day at 07:30'],
  ['0 7 * * 1-5', 'every weekday at 07:00'],
  ['0 9 * * mon', 'every Monday at 09:00'],
  ['0 9 * * 0', 'every Sunday at 09:00'],
  ['0 9 * * sat,sun', 'every Saturday and Sunday at 09:00'],
  ['0 9 * * 5,1,3', 'every Monday, Wednesday and Friday at 09:00'],
  ['0 7,19 * * *', 'every day at 07:00 and 19:00'],
  ['0 8 1 * *', 'on the 1st of every month at 08:00'],
  ['0 8 2 * *', 'on the 2nd of every month at 08:00'],
  ['0 8 13 * *', 'on the 13th of every month at 08:00'],
  ['0 8 23 * *', 'on the 23rd of every month at 08:00'],
  ['0 8 30 * *', 'on the 30th of every month at 08:00'],
  ['0 8 L * *', 'on the last day of every month at 08:00'],
  ['@daily', 'every day at 00:00'],
  ['@monthly', 'on the 1st of every month at 00:00'],
  ['* * * * *', 'every minute'],
  ['*/15 * * * *', 'every 15 minutes'],
  ['@hourly', 'every hour'],
  ['5 * * * *', 'every hour from 00:05'],
  ['0 */2 * * *', 'every 2 hours'],
  ['0 */2 * * 1-5', 'every 2 hours, every weekday'],
  // What has no short words is told as it was written.
  ['0 9-17 * * 1-5', 'cron "0 9-17 * * 1-5"'],
  ['*/7 * * * *', 'cron "*/7 * * * *"'],
  ['0 8 1,15 * *', 'cron "0 8 1,15 * *"'],
  ['0 8 13 * 5', 'cron "0 8 13 * 5"'],
  ['0 8 1 1 *', 'cron "0 8 1 1 *"'],
  ['0 8 * * 5L', 'on the last Friday of every month at 08:00'],
  ['0 10 * * 1#1', 'on the first Monday of every month at 10:00'],
  ['0 10 * * 1#1,3#2', 'cron "0 10 * * 1#1,3#2"'],
  ['0 8 15W * *', 'cron "0 8 15W * *"'],
  ['nonsense', 'cron "nonsense"'],
]

test.each(lines)('"%s" is %s', (line, words) => {
  expect(describeSchedule({ kind: 'cron', line }, 'Europe/Berlin', now).en).toBe(words)
})

const others: [when: Schedule, words: string][] = [
  [{ kind: 'every', ms: 7_200_000, from: 0 }, 'every 2 hours'],
  [{ kind: 'cron', line: '0 9 * * 1', weeks: 2, from: 0 }, 'every other Monday at 09:00'],
  [{ kind: 'cron', line: '0 9 * * 1,5', weeks: 3, from: 0 }, 'every 3 weeks on Monday and Friday at 09:00'],
  [{ kind: 'every', ms: 3_600_000, from: 0 }, 'every hour'],
  [{ kind: 'every', ms: 5_400_000, from: 0 }, 'every 90 minutes'],
  [{ kind: 'every', ms: 86_400_000, from: 0 }, 'every day'],
  [{ kind: 'every', ms: 1_209_600_000, from: 0 }, 'every 2 weeks'],
  [{ kind: 'once', at: Date.parse('2026-11-20T08:00:00Z') }, 'once, on Friday 20 November at 09:00'],
  [{ kind: 'once', at: Date.parse('2027-01-01T08:00:00Z') }, 'once, on Friday 1 January 2027 at 09:00'],
]

test.each(others)('%j is %s', (when, words) => {
  expect(describeSchedule(when, 'Europe/Berlin', now).en).toBe(words)
})

test('the zone is named where the reader lives in another', () => {
  const daily: Schedule = { kind: 'cron', line: '0 7 * * *' }
  expect(describeSchedule(daily, 'Europe/Berlin', now, 'Europe/Berlin').en).toBe('every day at 07:00')
  expect(describeSchedule(daily, 'Asia/Tokyo', now, 'Europe/Berlin').en).toBe('every day at 07:00 (Asia/Tokyo)')
  expect(describeSchedule({ kind: 'every', ms: 60_000, from: 0 }, 'Asia/Tokyo', now, 'Europe/Berlin').en).toBe(
    'every minute',
  )
})

const inGerman: [when: Schedule, words: string][] = [
  [{ kind: 'cron', line: '0 7 * * *' }, 'jeden Tag um 07:00 Uhr'],
  [{ kind: 'cron', line: '0 7 * * 1-5' }, 'montags bis freitags um 07:00 Uhr'],
  [{ kind: 'cron', line: '0 8,20 * * 1,3' }, 'jeden Montag und Mittwoch um 08:00 und 20:00 Uhr'],
  [{ kind: 'cron', line: '0 8 1 * *' }, 'am 1. jedes Monats um 08:00 Uhr'],
  [{ kind: 'cron', line: '0 10 * * 1#1' }, 'am ersten Montag jedes Monats um 10:00 Uhr'],
  [{ kind: 'cron', line: '0 8 * * 5L' }, 'am letzten Freitag jedes Monats um 08:00 Uhr'],
  [{ kind: 'cron', line: '0 9 * * 1', weeks: 2, from: 0 }, 'jeden zweiten Montag um 09:00 Uhr'],
  [{ kind: 'every', ms: 3_600_000, from: 0 }, 'jede Stunde'],
  [{ kind: 'every', ms: 5_400_000, from: 0 }, 'alle 90 Minuten'],
  [{ kind: 'once', at: Date.parse('2026-11-20T08:00:00Z') }, 'einmal, am Freitag, 20. November um 09:00 Uhr'],
]

test.each(inGerman)('%j is %s', (when, words) => {
  expect(describeSchedule(when, 'Europe/Berlin', now).de).toBe(words)
})
