import type { Schedule } from '../../domain/job.ts'
import { clockTime } from '../../lib/time/calendar.ts'
import { wallAt } from '../../lib/time/zone.ts'
import type { Language } from '../../messages/languages.ts'
import { inEachLanguage, type LocalizedText } from '../../messages/localized.ts'
import { whenMessages } from '../../messages/when-messages.ts'
import { type Cron, readCron } from './cron.ts'

/**
 * Describes a schedule in words: "every weekday at 07:00", "on the 1st of every month at 08:00", "once, on Friday 20
 * November at 09:00". The zone is named if it differs from the reader's.
 */
export function describeSchedule(when: Schedule, timezone: string, now: Date, readersZone = timezone): LocalizedText {
  if (when.kind === 'every') return describeSpan(when.ms)
  const words = when.kind === 'once' ? describeOnce(new Date(when.at), timezone, now) : describeCron(when)
  return timezone === readersZone ? words : whenMessages.inZone(words, timezone)
}

function describeOnce(at: Date, timezone: string, now: Date): LocalizedText {
  const date = inEachLanguage((language) => formatDate(at, now, timezone, language))
  return whenMessages.once(date, clockTime(at, timezone))
}

function describeCron({ line, weeks = 1 }: Extract<Schedule, { kind: 'cron' }>): LocalizedText {
  const read = readCron(line)
  const times = read.status === 'read' ? describeTimes(read.cron.times) : undefined
  const days = read.status === 'read' ? describeDays(read.cron, weeks) : undefined
  if (!times || days === undefined) return whenMessages.cron(line.trim())
  if (!times.isEvenly) return whenMessages.daysAtTimes(days, times.words)
  return days === whenMessages.everyDay ? times.words : whenMessages.timesOnDays(times.words, days)
}

/** Up to three times are listed; more are described only if they are evenly spaced over the day. */
function describeTimes(times: number[]): { words: LocalizedText; isEvenly: boolean } | undefined {
  const [first = 0, second = 0] = times
  if (times.length <= 3) return { words: whenMessages.at(times.map(formatTime)), isEvenly: false }
  const interval = second - first
  if (interval * times.length !== DAY_MINUTES || times.some((time, i) => time !== first + i * interval))
    return undefined
  const words = describeSpan(interval * MINUTE_MS)
  return { words: first === 0 ? words : whenMessages.everyFrom(words, formatTime(first)), isEvenly: true }
}

function describeDays({ months, days, weekdays, isEither }: Cron, weeks: number): LocalizedText | undefined {
  const [day, weekday] = [days[0], weekdays[0]]
  if (isEither || months.length < 12) return undefined
  if (weekdays.length === 7 && days.length === 31) return whenMessages.everyDay
  if (weekdays.length === 7 && days.length === 1) {
    if (day === 'L') return whenMessages.lastDayOfMonth
    return typeof day === 'number' ? whenMessages.dayOfMonth(day) : undefined
  }
  if (days.length < 31) return undefined
  if (typeof weekday === 'string') return weekdays.length === 1 ? describeNthWeekday(weekday) : undefined
  const weekdayNumbers = [1, 2, 3, 4, 5, 6, 0].filter((number) => weekdays.includes(number))
  const isWorkdays = weekdayNumbers.length === 5 && !weekdayNumbers.includes(0) && !weekdayNumbers.includes(6)
  if (weeks === 1) return isWorkdays ? whenMessages.workdays : whenMessages.weekdays(weekdayNumbers)
  return weekdayNumbers.length === 1 && weeks === 2
    ? whenMessages.everyOther(weekdayNumbers[0] ?? 0)
    : whenMessages.everyWeeks(weeks, weekdayNumbers)
}

/** "1#2" is the second Monday, "5L" the last Friday. */
function describeNthWeekday(token: string): LocalizedText {
  const weekday = Number(token[0]) % 7
  return token.endsWith('L')
    ? whenMessages.lastWeekday(weekday)
    : whenMessages.nthWeekday(Number(token.at(-1)), weekday)
}

/** Names the year only if it is not the current one. */
function formatDate(at: Date, now: Date, timezone: string, language: Language): string {
  const isThisYear = wallAt(at, timezone).year === wallAt(now, timezone).year
  const text = at.toLocaleDateString(language === 'en' ? 'en-GB' : language, {
    timeZone: timezone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(isThisYear ? {} : { year: 'numeric' }),
  })
  return language === 'en' ? text.replaceAll(',', '') : text
}

const DAY_MINUTES = 1440
const MINUTE_MS = 60_000
const units = [
  ['week', 604_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', MINUTE_MS],
  ['second', 1000],
] as const

/** "hour", "90 minutes", "2 days": in the largest unit that fits exactly. */
function describeSpan(ms: number): LocalizedText {
  const [unit, unitMs] = units.find(([, unitMs]) => ms >= unitMs && ms % unitMs === 0) ?? (['millisecond', 1] as const)
  return whenMessages.every(ms / unitMs, unit)
}

function formatTime(minutes: number): string {
  const pad = (number: number) => String(number).padStart(2, '0')
  return `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`
}
