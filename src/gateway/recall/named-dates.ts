import { createRequire } from 'node:module'
import type { Chrono, ParsedComponents } from 'chrono-node'
import { languagesOf } from '../../lib/text/language/language-guess.ts'
import { type Span, spanAround } from '../../lib/time/calendar.ts'
import { instantOf, wallAt } from '../../lib/time/zone.ts'

/** Each parser is loaded with the first question in its language, because loading takes tens of milliseconds. */
const requireModule = createRequire(import.meta.url)

/** A longer message rarely asks about a day, and the parser takes longer with longer text. */
const MAX_CHARS = 300
const DAY_MS = 86_400_000
/** "Two weeks ago" is not exact. */
const SLACK_DAYS = 3

const parserLanguages = ['de', 'fr', 'es', 'pt', 'nl', 'it', 'sv', 'fi', 'ru', 'uk', 'id', 'ar'] as const

/** The language of a short question; undefined for English, and where no word decides. */
export function dateLanguageOf(text: string): string | undefined {
  if (text.length > MAX_CHARS) return undefined
  if (/[\u3040-\u30ff]/.test(text)) return 'ja'
  if (/[\u3400-\u9fff]/.test(text)) return 'zh'
  const [first] = languagesOf(text)
  return parserLanguages.find((language) => language === first)
}

/** The time spans that a question in another language than English names. */
export function findDates(text: string, language: string, now: Date, timezone: string): Span[] {
  const { casual } = requireModule(`chrono-node/${language}`) as { casual: Chrono }
  const wall = wallAt(now, timezone)
  // The parser gets the person's local time as if it were UTC, so that it counts days as they do.
  const instant = new Date(Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute))
  return casual.parse(text, { instant, timezone: 0 }).flatMap((result) => {
    const { start, end, text: named } = result
    if (start.isCertain('weekday') && abbreviation.test(named)) return []
    const startSpan = toSpan(start, { now, timezone, wall, isRelative: result.tags().has('result/relativeDate') })
    const until = end && toSpan(end, { now, timezone, wall, isRelative: false })?.until
    return startSpan ? [{ from: startSpan.from, until: until && until > startSpan.from ? until : startSpan.until }] : []
  })
}

/** "mer" is the sea more often than a Wednesday, and "jeu" a game. */
const abbreviation = /^\p{L}{1,3}$/u

interface Moment {
  now: Date
  timezone: string
  wall: { year: number; month: number; day: number }
  isRelative: boolean
}

function toSpan(components: ParsedComponents, { now, timezone, wall, isRelative }: Moment): Span | undefined {
  const [year, month, day] = [components.get('year'), components.get('month'), components.get('day')]
  if (year === null || month === null || day === null) return undefined
  const dayAt = (y: number, m: number, d: number) =>
    spanAround(instantOf({ year: y, month: m, day: d, hour: 12, minute: 0, second: 0 }, timezone), 'day', timezone)
  /** Last week begins on a Monday; a week longer ago is not exact to the day. */
  const weekAround = ({ from }: Span): Span => {
    const isLast = Math.round((now.getTime() - from.getTime()) / (7 * DAY_MS)) === 1
    const sinceMonday = (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7
    const [daysBack, daysForward] = isLast ? [sinceMonday, 6 - sinceMonday] : [SLACK_DAYS, SLACK_DAYS]
    return { from: dayAt(year, month, day - daysBack).from, until: dayAt(year, month, day + daysForward).until }
  }
  // A date without a year is the latest such date.
  const latestYear = (d: number) => (dayAt(wall.year, month, d).from <= now ? wall.year : wall.year - 1)
  if (components.isCertain('day')) {
    const span = dayAt(components.isCertain('year') ? year : latestYear(day), month, day)
    const isWeek = isRelative && !components.isCertain('weekday') && !components.isCertain('hour')
    return isWeek ? weekAround(span) : span
  }
  if (components.isCertain('weekday')) {
    const span = dayAt(year, month, day)
    return span.from > now ? dayAt(year, month, day - 7) : span
  }
  if (components.isCertain('month')) {
    const middle = dayAt(components.isCertain('year') ? year : latestYear(1), month, 15)
    return spanAround(middle.from, 'month', timezone)
  }
  return components.isCertain('year') ? { from: dayAt(year, 1, 1).from, until: dayAt(year + 1, 1, 1).from } : undefined
}
