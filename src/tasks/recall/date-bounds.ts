import { translateTimePhrases } from '../../gateway/recall/time-phrases.ts'
import { findTimeSpans } from '../../gateway/recall/time-words.ts'
import { type Span, spanAround } from '../../lib/time/calendar.ts'
import { instantOf, wallAt } from '../../lib/time/zone.ts'

/** Reads a date or time as the span it names, in the person's time zone. */
export function readDateBound(input: string, now: Date, timezone: string): Span | undefined {
  const text = input.trim().toLowerCase()
  return (
    isoTime(text, timezone) ?? isoDay(text, timezone) ?? daysAgo(text, now, timezone) ?? namedSpan(text, now, timezone)
  )
}

export const dateBoundHelp =
  'a date (2025-03-14), a time (2025-03-14T09:30), a month or year (2025-03, 2025), or words: yesterday, last week, last Tuesday, 3 days ago, March 2025'

function isoTime(text: string, timezone: string): Span | undefined {
  const [, y, m, d, h, min, s = '0', zone] =
    /^(\d{4})-(\d\d?)-(\d\d?)[t ](\d\d?):(\d\d)(?::(\d\d)(?:\.\d+)?)?(z|[+-]\d\d:?\d\d)?$/.exec(text) ?? []
  if (y === undefined) return undefined
  const wall = {
    year: Number(y),
    month: Number(m),
    day: Number(d),
    hour: Number(h),
    minute: Number(min),
    second: Number(s),
  }
  if (!isDate(wall) || wall.hour > 24 || wall.minute > 59) return undefined
  const at = zone === undefined ? instantOf(wall, timezone) : new Date(text.replace(' ', 'T').toUpperCase())
  return Number.isNaN(at.getTime()) ? undefined : { from: at, until: at }
}

function isoDay(text: string, timezone: string): Span | undefined {
  const [, y, m, d] = /^(\d{4})(?:[-/.年](\d\d?)(?:[-/.月](\d\d?))?)?[年月日]?$/.exec(text) ?? []
  if (y === undefined) return undefined
  const wall = { year: Number(y), month: Number(m ?? 1), day: Number(d ?? 1) }
  if (!isDate(wall)) return undefined
  const start = (year: number, month: number, day: number) =>
    instantOf({ year, month, day, hour: 0, minute: 0, second: 0 }, timezone)
  const { year, month, day } = wall
  const until =
    m === undefined ? start(year + 1, 1, 1) : d === undefined ? start(year, month + 1, 1) : start(year, month, day + 1)
  return { from: start(year, month, day), until }
}

function isDate({ year, month, day }: { year: number; month: number; day: number }): boolean {
  const at = new Date(Date.UTC(year, month - 1, day))
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day
}

/** Exactly that day: as a bound of a search, "two weeks ago" is meant literally. */
function daysAgo(text: string, now: Date, timezone: string): Span | undefined {
  const english = translateTimePhrases(text)
  const [, count, unit] = /^(\d{1,4}|an?|one|two|three|four|five|six) (day|week|month|year)s? ago$/.exec(english) ?? []
  const ago = english === 'day before yesterday' ? { day: 2 } : unit && { [unit]: readNumber(count) }
  if (!ago) return undefined
  const { day = 0, week = 0, month = 0, year = 0 } = ago as Record<string, number>
  const wall = wallAt(now, timezone)
  // At noon, so that daylight saving time cannot move it to another day.
  const moved = { ...wall, year: wall.year - year, month: wall.month - month, day: wall.day - day - 7 * week, hour: 12 }
  return spanAround(instantOf(moved, timezone), 'day', timezone)
}

function readNumber(word: string | undefined): number {
  const index = ['an', 'one', 'two', 'three', 'four', 'five', 'six'].indexOf(word ?? '')
  return Number(word) || Math.max(1, index)
}

function namedSpan(text: string, now: Date, timezone: string): Span | undefined {
  const english = translateTimePhrases(text)
    .replace(/^(in|on|during|since|from) /, '')
    .replace(/^(?=(sun|mon|tues|wednes|thurs|fri|satur)day$)/, 'last ')
  // An impossible date must not be read as another one.
  if (/^\d{4}/.test(english)) return undefined
  if (english === 'now') return { from: now, until: now }
  if (english === 'christmas') return findTimeSpans('24 december', now, timezone)[0]
  const [first, second] = findTimeSpans(/^\d/.test(english) ? english : `in ${english}`, now, timezone)
  // Words that name two spans are ambiguous as a bound.
  return second === undefined ? first : undefined
}
