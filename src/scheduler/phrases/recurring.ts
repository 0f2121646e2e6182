import type { When } from '../../domain/job.ts'
import { nextInstant } from '../times/next-instant.ts'
import { type Circumstances, clockTimes, DEFAULT_HOUR } from './clock-time.ts'
import type { Doubt } from './doubts.ts'
import type { Piece } from './piece.ts'
import type { Spoken } from './spoken.ts'

/** Not every month has more. */
const LAST_DAY_OF_ALL_MONTHS = 28
const MINUTE_MS = 60_000

export const isRecurring = ({ kind }: Piece) =>
  kind === 'every' || kind === 'weekly' || kind === 'interval' || kind === 'ofMonth'

/** What comes again and again: a line of cron, read in the zone of the person, or a span of time. */
export function recurring(pieces: Piece[], { now, timezone }: Spoken, circumstances: Circumstances): When | Doubt {
  const [interval] = pieces.filter((piece) => piece.kind === 'interval')
  if (interval) return pieces.length === 1 ? every(interval.ms, now) : 'range'
  if (takesTurns(pieces)) return 'two'
  const days = daysOf(pieces)
  if (typeof days === 'string') return days
  const times = clockTimes(pieces, circumstances)
  if (typeof times === 'string') return times
  const [first = { hour: DEFAULT_HOUR, minute: 0 }, ...more] = times
  if (first.midnight && days.nights === 'named') return 'midnight'
  if (more.some(({ minute }) => minute !== first.minute)) return 'two'
  const hours = [first, ...more].map(({ hour }) => hour).toSorted((a, b) => a - b)
  const line = `${first.minute} ${hours.join(',')} ${days.fields}`
  if (days.weeks === undefined) return { kind: 'cron', line }
  const begins = nextInstant({ kind: 'cron', line }, now, timezone)
  return begins ? { kind: 'cron', line, weeks: days.weeks, from: begins.getTime() } : 'noDate'
}

/** The first time after one whole span, on a whole minute if the span has one. */
function every(ms: number, now: Date): When | Doubt {
  if (!Number.isFinite(ms) || ms > LONGEST_MS) return 'far'
  const first = now.getTime() + ms
  return { kind: 'every', ms, from: ms < MINUTE_MS ? first : first - (first % MINUTE_MS) }
}

/** Days, a time, and days again: "weekdays at 7 and weekends at 9". */
function takesTurns(pieces: Piece[]): boolean {
  const isClock = ({ kind }: Piece) => kind === 'clock' || kind === 'part'
  const firstDay = pieces.findIndex((piece) => !isClock(piece))
  const clock = pieces.findIndex((piece, index) => index > firstDay && piece.kind === 'clock')
  return (
    clock >= 0 && pieces.some((piece, index) => index > clock && (piece.kind === 'weekly' || piece.kind === 'weekday'))
  )
}

/** A year. */
const LONGEST_MS = 366 * 86_400_000

/** The last three fields of a line, and whether single days are named whose midnight may be either night. */
interface Days {
  fields: string
  nights: 'all' | 'named'
  /** Only in every so many weeks. */
  weeks?: number
}

function daysOf(pieces: Piece[]): Days | Doubt {
  const [ofMonth, ...others] = pieces.filter(({ kind }) => kind !== 'clock' && kind !== 'part')
  if (ofMonth?.kind === 'ofMonth') return others.length > 0 ? 'two' : { fields: ofMonth.fields, nights: 'named' }
  let weeks = 1
  const units = new Set<string>()
  const weekdays = new Set<number>()
  const monthdays: number[] = []
  const dates: { day: number; month: number }[] = []
  for (const piece of pieces) {
    if (piece.kind === 'every') {
      units.add(piece.unit)
      weeks = Math.max(weeks, piece.count ?? 1)
    } else if (piece.kind === 'weekly') for (const day of piece.weekdays) weekdays.add(day)
    else if (piece.kind === 'weekday' && units.has('week')) weekdays.add(piece.weekday)
    else if (piece.kind === 'monthday') monthdays.push(piece.day)
    else if (piece.kind === 'date') dates.push(piece)
    else if (piece.kind !== 'clock' && piece.kind !== 'part') return 'two'
  }
  const [unit, another] = units
  const [date, date2] = dates
  const [monthday, monthday2] = monthdays
  if (another || date2 || monthday2 || (date && unit !== 'year') || (monthday !== undefined && unit !== 'month'))
    return 'two'
  if (unit === 'year') return date && weekdays.size === 0 ? yearly(date) : weekdays.size > 0 ? 'two' : 'whichDay'
  if (unit === 'month') return monthday === undefined ? 'whichDate' : weekdays.size > 0 ? 'two' : monthly(monthday)
  if (weekdays.size > 0)
    return {
      fields: `* * ${weekdayField([...weekdays])}`,
      nights: weekdays.size === 7 ? 'all' : 'named',
      ...(weeks > 1 && { weeks }),
    }
  return unit === 'day' ? { fields: '* * *', nights: 'all' } : 'whichDay'
}

function yearly({ day, month }: { day: number; month: number }) {
  return day === 29 && month === 2 ? 'noDate' : { fields: `${day} ${month} *`, nights: 'named' as const }
}

function monthly(day: number) {
  if (day < 1 || day > 31) return 'noDate'
  return day > LAST_DAY_OF_ALL_MONTHS ? 'shortMonths' : { fields: `${day} * *`, nights: 'named' as const }
}

function weekdayField(days: number[]): string {
  if (days.length === 7) return '*'
  const sorted = days.toSorted((a, b) => a - b)
  const [first = 0] = sorted
  const inRow = sorted.length > 2 && sorted.every((day, index) => day === first + index)
  return inRow ? `${first}-${sorted.at(-1)}` : sorted.join(',')
}
