import type { Schedule } from '../../domain/job.ts'
import { instantOf, type Wall, wallAt } from '../../lib/time/zone.ts'
import { nextInstant } from '../times/next-instant.ts'
import type { Doubt } from './doubts.ts'
import type { Part, TimePiece } from './language.ts'

/** When and in which time zone words were said. */
export interface Spoken {
  now: Date
  timezone: string
}

/** The hour for a day without a time. */
const DEFAULT_HOUR = 9
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
/** A time further ahead is probably a mistake. */
const MAX_YEARS = 5

type PieceOf<K extends TimePiece['kind']> = Extract<TimePiece, { kind: K }>
type Clock = PieceOf<'clock'>

const ofKind = <K extends TimePiece['kind']>(pieces: TimePiece[], ...kinds: K[]) =>
  pieces.filter((piece): piece is PieceOf<K> => kinds.some((kind) => kind === piece.kind))

/** Turns the facts in the words into an instant or a repetition. `isWaking`: the words are about getting up. */
export function resolve(pieces: TimePiece[], spoken: Spoken, isWaking: boolean): Schedule | Doubt {
  const times = clockTimes(pieces, wallAt(spoken.now, spoken.timezone).hour, isWaking)
  if (typeof times === 'string') return times
  const repeats = ofKind(pieces, 'every', 'interval', 'weekly', 'ofMonth').length > 0
  if (repeats) return toRepetition(pieces, times, spoken)
  const [time, ...otherTimes] = times
  if (otherTimes.length > 0) return 'severalTimes'
  const at = instant(pieces, time, spoken)
  if (typeof at === 'string') return at
  return findTimeDoubt(at.getTime(), spoken.now) ?? { kind: 'once', at: at.getTime() }
}

export function findTimeDoubt(at: number, now: Date): Doubt | undefined {
  if (!(at > now.getTime())) return 'inPast'
  return at > now.getTime() + MAX_YEARS * 365.25 * DAY_MS ? 'tooFarAhead' : undefined
}

/** The hours of each part of the day, and the one that is meant when only the part is named. */
const PARTS: Record<Part, { from: number; to: number; usual: number }> = {
  morning: { from: 0, to: 12, usual: 9 },
  noon: { from: 11, to: 14, usual: 12 },
  afternoon: { from: 12, to: 20, usual: 15 },
  evening: { from: 16, to: 23, usual: 19 },
  night: { from: 18, to: 23, usual: 21 },
}

/** The times of day; empty if none is named. A part of the day, or getting up, decides between two possible hours. */
function clockTimes(pieces: TimePiece[], nowHour: number, isWaking: boolean): Clock[] | Doubt {
  const parts = [...new Set(ofKind(pieces, 'part').map(({ part }) => part))]
  const [part] = parts
  if (parts.length > 1) return 'severalTimes'
  const clocks = ofKind(pieces, 'clock')
  if (clocks.length === 0) return part ? [{ kind: 'clock', hour: PARTS[part].usual, minute: 0 }] : []
  const isDayless = pieces.every(({ kind }) => kind === 'clock')
  const times: Clock[] = []
  for (const clock of clocks) {
    if (clock.hour > 23 || clock.minute > 59) return 'impossibleTime'
    const isEveryNight = part === 'night' && clock.hour <= LAST_SLEEPING_HOUR && ofKind(pieces, 'every').length > 0
    const hour =
      part && !isEveryNight
        ? hourIn(part, clock)
        : part || isWaking
          ? clock.hour
          : wakingHour(clock, nowHour, isDayless)
    if (hour === undefined) return 'amPm'
    if (!times.some((time) => time.hour === hour && time.minute === clock.minute)) times.push({ ...clock, hour })
  }
  return times
}

/** "At 8 in the evening" is 20:00. */
function hourIn(part: Part, { hour, exact }: Clock): number | undefined {
  const { from, to } = PARTS[part]
  return (exact || hour === 0 ? [hour] : [hour, hour + 12]).find((candidate) => candidate >= from && candidate <= to)
}

const LAST_SLEEPING_HOUR = 5

/**
 * 3 is 15:00 and 9 is 9:00. 6 may be either: without a day it is the next one of both, with a day we ask. We also ask for
 * "3:30", which a 24-hour clock shows at night, and for "at 3" from somebody who is awake before 3 at night.
 */
function wakingHour({ hour, exact, digital }: Clock, nowHour: number, isDayless: boolean): number | undefined {
  if (exact || hour === 0 || hour > LAST_SLEEPING_HOUR + 1) return hour
  if (hour > LAST_SLEEPING_HOUR)
    return isDayless ? (nowHour < hour || nowHour >= hour + 12 ? hour : hour + 12) : undefined
  return digital || (isDayless && nowHour < hour) ? undefined : hour + 12
}

function instant(pieces: TimePiece[], time: Clock | undefined, spoken: Spoken): Date | Doubt {
  const { now, timezone } = spoken
  const [date, ...moreDates] = ofKind(pieces, 'after', 'day', 'date', 'monthday')
  const [weekday, ...moreWeekdays] = ofKind(pieces, 'weekday')
  if (moreDates.length > 0 || moreWeekdays.length > 0 || (weekday && date?.kind === 'after')) return 'severalTimes'
  const { hour, minute } = time ?? { hour: DEFAULT_HOUR, minute: 0 }
  const today: Wall = { ...wallAt(now, timezone), hour, minute, second: 0 }
  const on = (wall: Partial<Wall>) => instantOf({ ...today, ...wall }, timezone)
  /** The time on the first of these days on which it has not passed yet. */
  const next = (...days: number[]) => days.map((day) => on({ day: today.day + day })).find((at) => at > now) ?? 'inPast'
  if (time?.midnight && date?.kind === 'day' && date.days === 0) return next(1)
  if (time?.midnight && (weekday || date)) return 'ambiguousMidnight'
  if (!date && !weekday) return time ? next(0, 1) : 'noTimeFound'
  if (weekday && !date) {
    const days = (weekday.weekday - weekdayOf(today) + 7) % 7
    // Weeks begin on Monday.
    const isInThisWeek = (weekday.weekday + 6) % 7 >= (weekdayOf(today) + 6) % 7
    return weekday.isNextWeek ? next(isInThisWeek ? days + 7 : days) : next(days, days + 7)
  }
  const at = date && onDate(date, time, today, spoken)
  if (!(at instanceof Date) || !weekday) return at ?? 'noTimeFound'
  return weekdayOf(wallAt(at, timezone)) === weekday.weekday ? at : 'wrongWeekday'
}

function onDate(
  date: PieceOf<'after' | 'day' | 'date' | 'monthday'>,
  time: Clock | undefined,
  today: Wall,
  { now, timezone }: Spoken,
): Date | Doubt {
  const on = (wall: Partial<Wall>) => instantOf({ ...today, ...wall }, timezone)
  if (date.kind === 'after') return afterNow(date, time, { now, timezone })
  if (date.kind === 'day') return on({ day: today.day + date.days })
  if (date.kind === 'monthday') {
    const isLate = date.day < today.day || (date.day === today.day && on({}) <= now)
    const month = new Date(Date.UTC(today.year, today.month - 1 + (isLate ? 1 : 0), 1))
    const [year, number] = [month.getUTCFullYear(), month.getUTCMonth() + 1]
    return date.day < 1 || date.day > daysIn(number, year)
      ? 'impossibleDate'
      : on({ year, month: number, day: date.day })
  }
  const { day, month, year } = date
  if (day < 1 || month < 1 || month > 12) return 'impossibleDate'
  for (let next = year ?? today.year; next <= (year ?? today.year + 8); next++) {
    const at = on({ year: next, month, day })
    if (day <= daysIn(month, next) && (year !== undefined || at > now)) return at
  }
  return 'impossibleDate'
}

/** Hours are counted from now. Days and months keep the current time of day, unless the words name another. */
function afterNow(
  { months, days, ms }: PieceOf<'after'>,
  time: Clock | undefined,
  { now, timezone }: Spoken,
): Date | Doubt {
  if (months > MAX_YEARS * 12 || days > MAX_YEARS * 366 || ms > MAX_YEARS * 366 * DAY_MS) return 'tooFarAhead'
  if (time && ms > 0) return 'severalTimes'
  if (months === 0 && days === 0) return new Date(now.getTime() + ms)
  const wall = wallAt(now, timezone)
  const month = new Date(Date.UTC(wall.year, wall.month - 1 + months, 1))
  if (months > 0 && wall.day > daysIn(month.getUTCMonth() + 1, month.getUTCFullYear())) return 'impossibleDate'
  const clock = time && { hour: time.hour, minute: time.minute, second: 0 }
  return instantOf({ ...wall, month: wall.month + months, day: wall.day + days, ...clock }, timezone)
}

/** Not every month has the days after this one. */
const LAST_DAY_OF_ALL_MONTHS = 28
const MAX_INTERVAL_MS = 366 * DAY_MS
const MAX_WEEKS = 52

/** A cron line in the zone of the person, or a fixed interval. */
function toRepetition(pieces: TimePiece[], times: Clock[], { now, timezone }: Spoken): Schedule | Doubt {
  const [interval] = ofKind(pieces, 'interval')
  if (interval) return pieces.length === 1 ? everySpan(interval.ms, now) : 'range'
  const days = daysOf(pieces)
  if (typeof days === 'string') return days
  const [first = { hour: DEFAULT_HOUR, minute: 0, midnight: false }, ...otherTimes] = times
  if (first.midnight && days.fields !== '* * *') return 'ambiguousMidnight'
  if (otherTimes.some(({ minute }) => minute !== first.minute)) return 'severalTimes'
  const hours = [first, ...otherTimes].map(({ hour }) => hour).toSorted((a, b) => a - b)
  return cronLine(`${first.minute} ${hours.join(',')} ${days.fields}`, days.weeks, { now, timezone })
}

/** Weeks are counted from the one in which the line is due first. */
export function cronLine(line: string, weeks: number, { now, timezone }: Spoken): Schedule | Doubt {
  if (weeks === 1) return { kind: 'cron', line }
  const firstInstant = nextInstant({ kind: 'cron', line }, now, timezone)
  return firstInstant && weeks <= MAX_WEEKS ? { kind: 'cron', line, weeks, from: firstInstant.getTime() } : 'everyOther'
}

/** First due after one interval, on a whole minute if the interval is at least a minute. */
export function everySpan(ms: number, now: Date): Schedule | Doubt {
  if (!(ms > 0)) return 'vague'
  if (ms > MAX_INTERVAL_MS) return 'tooFarAhead'
  const first = now.getTime() + ms
  return { kind: 'every', ms, from: ms < MINUTE_MS ? first : first - (first % MINUTE_MS) }
}

/** The last three fields of a cron line, and every how many weeks it applies. */
function daysOf(pieces: TimePiece[]): { fields: string; weeks: number } | Doubt {
  const [ofMonth] = ofKind(pieces, 'ofMonth')
  const days = pieces.filter(({ kind }) => kind !== 'clock' && kind !== 'part')
  if (ofMonth) return days.length > 1 ? 'severalTimes' : { fields: ofMonth.fields, weeks: 1 }
  const [every, ...otherUnits] = ofKind(pieces, 'every')
  const weekdays = [
    ...ofKind(pieces, 'weekly').flatMap((piece) => piece.weekdays),
    ...ofKind(pieces, 'weekday').map(({ weekday }) => weekday),
  ]
  const [date, ...moreDates] = ofKind(pieces, 'date', 'monthday')
  if (otherUnits.length + moreDates.length > 0 || ofKind(pieces, 'day', 'after').length > 0) return 'severalTimes'
  if (date && weekdays.length > 0) return 'severalTimes'
  if (every && every.count !== 1 && every.unit !== 'week') return 'everyOther'
  if (date?.kind === 'date') return every?.unit === 'year' ? yearly(date) : 'severalTimes'
  if (date) return every?.unit === 'month' ? monthly(date.day) : 'severalTimes'
  if (weekdays.length > 0) {
    if (ofKind(pieces, 'weekday').length > 0 && every?.unit !== 'week') return 'severalTimes'
    return every && every.unit !== 'week' && every.unit !== 'day'
      ? 'severalTimes'
      : { fields: `* * ${weekdayField(weekdays)}`, weeks: every?.count ?? 1 }
  }
  if (every?.unit === 'day') return { fields: '* * *', weeks: 1 }
  return every?.unit === 'month' ? 'whichDate' : 'whichDay'
}

function yearly({ day, month, year }: PieceOf<'date'>) {
  const isInEveryYear = year === undefined && day <= daysIn(month, 2025)
  return isInEveryYear ? { fields: `${day} ${month} *`, weeks: 1 } : 'impossibleDate'
}

function monthly(day: number) {
  if (day < 1 || day > 31) return 'impossibleDate'
  return day > LAST_DAY_OF_ALL_MONTHS ? 'shortMonths' : { fields: `${day} * *`, weeks: 1 }
}

function weekdayField(weekdays: number[]): string {
  const sorted = [...new Set(weekdays)].toSorted((a, b) => a - b)
  if (sorted.length === 7) return '*'
  const [first = 0] = sorted
  const isConsecutive = sorted.length > 2 && sorted.every((day, index) => day === first + index)
  return isConsecutive ? `${first}-${sorted.at(-1)}` : sorted.join(',')
}

const weekdayOf = ({ year, month, day }: Wall) => new Date(Date.UTC(year, month - 1, day)).getUTCDay()
const daysIn = (month: number, year: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()
