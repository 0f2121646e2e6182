import { instantOf, wallAt } from './zone.ts'

/** A day, a week or a month in a time zone: `from` is inside, `until` is the start of the next one. */
export interface Span {
  from: Date
  until: Date
}

/**
 * The day, week or month around an instant. A week begins on Monday. Clocks change, in some zones at midnight, so no day
 * is assumed to have 24 hours.
 */
export function spanAround(at: Date, unit: 'day' | 'week' | 'month', timezone: string): Span {
  const { year, month, day } = wallAt(at, timezone)
  if (unit === 'week') {
    const monday = day - ((new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7)
    return { from: startOf(year, month, monday, timezone), until: startOf(year, month, monday + 7, timezone) }
  }
  return unit === 'day'
    ? { from: startOf(year, month, day, timezone), until: startOf(year, month, day + 1, timezone) }
    : { from: startOf(year, month, 1, timezone), until: startOf(year, month + 1, 1, timezone) }
}

/** "14:32" in that zone. */
export function clockTime(at: Date, timezone: string): string {
  const { hour, minute } = wallAt(at, timezone)
  return `${twoDigits(hour)}:${twoDigits(minute)}`
}

/** "2026-03-14 14:32" in that zone. */
export function dateAndTime(at: Date, timezone: string): string {
  return at.toLocaleString('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'short' })
}

/** "2026-03-14" in that zone. */
export function dateText(at: Date, timezone: string): string {
  const { year, month, day } = wallAt(at, timezone)
  return [String(year).padStart(4, '0'), twoDigits(month), twoDigits(day)].join('-')
}

/** The last date before an end: what ends at the midnight after 14 March ends with "2026-03-14". */
export function lastDateBefore(end: Date, timezone: string): string {
  return dateText(new Date(end.getTime() - 1), timezone)
}

/** The midnight after a date such as "2026-03-14"; undefined if it is not a date. */
export function endOfDate(text: string, timezone: string): Date | undefined {
  const [, year = 0, month = 0, day = 0] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)?.map(Number) ?? []
  const date = new Date(Date.UTC(year, month - 1, day))
  const isDate = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isDate ? startOf(year, month, day + 1, timezone) : undefined
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}

/** "Sunday 15 March, 00:00" in that zone. */
export function dayAndTime(at: Date, timezone: string, language = 'en'): string {
  const day = at.toLocaleDateString(language === 'en' ? 'en-GB' : language, {
    timeZone: timezone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  })
  return `${day}, ${clockTime(at, timezone)}`
}

function startOf(year: number, month: number, day: number, timezone: string): Date {
  return instantOf({ year, month, day, hour: 0, minute: 0, second: 0 }, timezone)
}

/** A duration for a narrow column: "0.4 s", "12 s", "3 min", "2 h". */
export function shortDuration(ms: number): string {
  const seconds = ms / 1000
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`
  if (seconds < 120) return `${Math.round(seconds)} s`
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`
}
