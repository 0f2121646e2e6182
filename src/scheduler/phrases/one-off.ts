import type { When } from '../../domain/job.ts'
import { instantOf, type Wall, wallAt } from '../../lib/time/zone.ts'
import { type Circumstances, type ClockTime, clockTimes, DEFAULT_HOUR } from './clock-time.ts'
import type { Doubt } from './doubts.ts'
import { daysIn } from './numeric-date.ts'
import type { Piece } from './piece.ts'
import type { Spoken } from './spoken.ts'

/** Nobody plans further ahead by mere words. */
const MOST_YEARS = 5
const DAY_MS = 86_400_000

/** What comes once: the instant, always ahead. */
export function oneOff(pieces: Piece[], spoken: Spoken, circumstances: Circumstances): When | Doubt {
  const times = clockTimes(pieces, circumstances)
  if (typeof times === 'string') return times
  if (times.length > 1) return 'two'
  const at = instant(pieces, times[0], spoken)
  if (typeof at === 'string') return at
  if (!(at.getTime() > spoken.now.getTime())) return 'past'
  if (at.getTime() > spoken.now.getTime() + MOST_YEARS * 365.25 * DAY_MS) return 'far'
  return { kind: 'once', at: at.getTime() }
}

function instant(pieces: Piece[], time: ClockTime | undefined, spoken: Spoken): Date | Doubt {
  const afters = pieces.filter((piece) => piece.kind === 'after')
  const days = pieces.filter((piece) => DAYS.has(piece.kind))
  const [after, another] = afters
  if (another || (after && days.length > 0)) return 'two'
  if (after) return ahead(after, time, spoken)
  const [first] = days
  if (!first) return time ? nextTime(time, spoken) : 'none'
  const [date, ...others] = withoutWeekdays(days)
  const weekdays = days.filter((piece) => piece.kind === 'weekday')
  if (others.length > 0 || weekdays.length > 1) return 'two'
  const [weekday] = weekdays
  if (time?.midnight) return date?.kind === 'day' && date.days === 0 ? nextTime(time, spoken) : 'midnight'
  if (!date) return weekday ? nextWeekday(weekday, time, spoken) : 'none'
  const found = onDate(date, time, spoken)
  if (typeof found === 'string' || !weekday) return found
  const wall = wallAt(found, spoken.timezone)
  return weekdayOf(wall) === weekday.weekday ? found : 'weekday'
}

const DAYS: ReadonlySet<Piece['kind']> = new Set(['day', 'weekday', 'date', 'monthday'])

type Kind<K extends Piece['kind']> = Extract<Piece, { kind: K }>
type Dated = Kind<'day' | 'date' | 'monthday'>

/** The days that are no weekdays, each once. */
function withoutWeekdays(days: Piece[]): Dated[] {
  const found = new Map<string, Dated>()
  for (const piece of days) {
    if (piece.kind === 'day' || piece.kind === 'date' || piece.kind === 'monthday')
      found.set(JSON.stringify(piece), piece)
  }
  return [...found.values()]
}

/** Hours are counted from now; days and months keep the time of day that it is, unless another is said. */
function ahead(
  { months, days, ms }: Kind<'after'>,
  time: ClockTime | undefined,
  { now, timezone }: Spoken,
): Date | Doubt {
  if (months > MOST_YEARS * 12 || days > MOST_YEARS * 366 || ms > MOST_YEARS * 366 * DAY_MS) return 'far'
  if (months === 0 && days === 0) return time ? 'two' : new Date(now.getTime() + ms)
  const wall = wallAt(now, timezone)
  const month = new Date(Date.UTC(wall.year, wall.month - 1 + months, 1))
  if (months > 0 && wall.day > daysIn(month.getUTCMonth() + 1, month.getUTCFullYear())) return 'noDate'
  if (time && ms > 0) return 'two'
  if (time?.midnight) return 'midnight'
  const day = { ...wall, month: wall.month + months, day: wall.day + days }
  return new Date(instantOf(time ? { ...day, ...onClock(time) } : day, timezone).getTime() + ms)
}

/** Today if it is still ahead, else tomorrow. */
function nextTime(time: ClockTime, { now, timezone }: Spoken): Date {
  const wall = { ...wallAt(now, timezone), ...onClock(time) }
  const today = instantOf(wall, timezone)
  return today > now ? today : instantOf({ ...wall, day: wall.day + 1 }, timezone)
}

function nextWeekday({ weekday, week }: Kind<'weekday'>, time: ClockTime | undefined, { now, timezone }: Spoken): Date {
  const wall = { ...wallAt(now, timezone), ...onClock(time) }
  const today = weekdayOf(wall)
  // Weeks begin on Monday.
  const inWeek = ((weekday + 6) % 7) - ((today + 6) % 7)
  if (week) return instantOf({ ...wall, day: wall.day + inWeek + (week === 'next' ? 7 : 0) }, timezone)
  const at = instantOf({ ...wall, day: wall.day + ((inWeek + 7) % 7) }, timezone)
  return at > now ? at : instantOf({ ...wall, day: wall.day + 7 }, timezone)
}

function onDate(date: Dated, time: ClockTime | undefined, { now, timezone }: Spoken): Date | Doubt {
  const wall = { ...wallAt(now, timezone), ...onClock(time) }
  if (date.kind === 'day') return instantOf({ ...wall, day: wall.day + date.days }, timezone)
  if (date.kind === 'monthday') {
    if (date.day < 1) return 'noDate'
    const late = date.day < wall.day || (date.day === wall.day && instantOf(wall, timezone) <= now)
    const month = new Date(Date.UTC(wall.year, wall.month - 1 + (late ? 1 : 0), 1))
    const [year, number] = [month.getUTCFullYear(), month.getUTCMonth() + 1]
    return date.day > daysIn(number, year)
      ? 'noDate'
      : instantOf({ ...wall, year, month: number, day: date.day }, timezone)
  }
  const { day, month, year } = date
  if (year !== undefined)
    return day > daysIn(month, year) ? 'noDate' : instantOf({ ...wall, year, month, day }, timezone)
  for (let next = wall.year; next <= wall.year + 8; next++) {
    const at = instantOf({ ...wall, year: next, month, day }, timezone)
    if (day <= daysIn(month, next) && at > now) return at
  }
  return 'noDate'
}

const onClock = (time: ClockTime | undefined) => ({
  hour: time?.hour ?? DEFAULT_HOUR,
  minute: time?.minute ?? 0,
  second: 0,
})

const weekdayOf = ({ year, month, day }: Wall) => new Date(Date.UTC(year, month - 1, day)).getUTCDay()
