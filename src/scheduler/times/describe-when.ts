import type { When } from '../../domain/job.ts'
import { clockTime } from '../../lib/time/calendar.ts'
import { wallAt } from '../../lib/time/zone.ts'
import { type Cron, readCron } from './cron.ts'

/**
 * Describes a schedule in words: "every weekday at 07:00", "on the 1st of every month at 08:00", "once, on Friday 20
 * November at 09:00". The zone is named if it differs from the reader's.
 */
export function describeWhen(when: When, timezone: string, now: Date, readersZone = timezone): string {
  if (when.kind === 'every') return `every ${spanWords(when.ms)}`
  const words =
    when.kind === 'once'
      ? `once, on ${dateWords(new Date(when.at), now, timezone)} at ${clockTime(new Date(when.at), timezone)}`
      : cronWords(when)
  return timezone === readersZone ? words : `${words} (${timezone})`
}

function cronWords({ line, weeks = 1 }: Extract<When, { kind: 'cron' }>): string {
  const read = readCron(line)
  const times = read.status === 'read' ? timesWords(read.cron.times) : undefined
  const days = read.status === 'read' ? daysWords(read.cron, weeks) : undefined
  if (!times || days === undefined) return `cron "${line.trim()}"`
  if (times.isEvenly) return days === 'every day' ? times.words : `${times.words}, ${days}`
  return `${days} ${times.words}`
}

/** Up to three times are listed; more are described only if they are evenly spaced over the day. */
function timesWords(times: number[]): { words: string; isEvenly: boolean } | undefined {
  const [first = 0, second = 0] = times
  if (times.length <= 3) return { words: `at ${listed(times.map(timeWords))}`, isEvenly: false }
  const apart = second - first
  if (apart * times.length !== 1440 || times.some((time, i) => time !== first + i * apart)) return undefined
  const words = `every ${spanWords(apart * MINUTE_MS)}`
  return { words: first === 0 ? words : `${words} from ${timeWords(first)}`, isEvenly: true }
}

function daysWords({ months, days, weekdays, isEither }: Cron, weeks: number): string | undefined {
  const [day, weekday] = [days[0], weekdays[0]]
  if (isEither || months.length < 12) return undefined
  if (weekdays.length === 7 && days.length === 31) return 'every day'
  if (weekdays.length === 7 && days.length === 1) {
    if (day === 'L') return 'on the last day of every month'
    return typeof day === 'number' ? `on the ${ordinal(day)} of every month` : undefined
  }
  if (days.length < 31) return undefined
  if (typeof weekday === 'string') return weekdays.length === 1 ? ofMonthWords(weekday) : undefined
  const names = weekdayNames.filter((_, i) => weekdays.includes((i + 1) % 7))
  const isWorkdays = names.length === 5 && !weekdays.includes(0) && !weekdays.includes(6)
  const every = isWorkdays ? 'every weekday' : `every ${listed(names)}`
  if (weeks === 1) return every
  return names.length === 1 && weeks === 2 ? `every second ${names[0]}` : `every ${weeks} weeks on ${listed(names)}`
}

/** "1#2" is the second Monday, "5L" the last Friday. */
function ofMonthWords(token: string): string {
  const name = weekdayNames[(Number(token[0]) + 6) % 7] ?? ''
  const which = token.endsWith('L') ? 'last' : ['first', 'second', 'third', 'fourth', 'fifth'][Number(token.at(-1)) - 1]
  return `on the ${which} ${name} of every month`
}

/** Names the year only if it is not the current one. */
function dateWords(at: Date, now: Date, timezone: string): string {
  const isThisYear = wallAt(at, timezone).year === wallAt(now, timezone).year
  return at
    .toLocaleDateString('en-GB', {
      timeZone: timezone,
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      ...(isThisYear ? {} : { year: 'numeric' }),
    })
    .replaceAll(',', '')
}

const MINUTE_MS = 60_000
const units: [name: string, ms: number][] = [
  ['week', 604_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', MINUTE_MS],
  ['second', 1000],
]
const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** "hour", "90 minutes", "2 days": in the largest unit that fits exactly. */
function spanWords(ms: number): string {
  const [name, unitMs] = units.find(([, unit]) => ms >= unit && ms % unit === 0) ?? ['millisecond', 1]
  return ms === unitMs ? name : `${ms / unitMs} ${name}s`
}

function timeWords(minutes: number): string {
  const pad = (number: number) => String(number).padStart(2, '0')
  return `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`
}

function ordinal(day: number): string {
  const isTeen = day > 10 && day < 14
  return `${day}${(isTeen ? undefined : ['th', 'st', 'nd', 'rd'][day % 10]) ?? 'th'}`
}

function listed(words: string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
