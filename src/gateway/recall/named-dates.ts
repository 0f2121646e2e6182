import { createRequire } from 'node:module'
import type { Chrono, ParsedComponents } from 'chrono-node'
import { languagesOf } from '../../lib/text/language/seems.ts'
import { type Span, spanAround } from '../../lib/time/calendar.ts'
import { instantOf, wallAt } from '../../lib/time/zone.ts'

/** Each reader is loaded with the first question in its language: that takes some tens of milliseconds. */
const load = createRequire(import.meta.url)

/** Whoever writes more does not ask what was said on a day; and reading takes longer the more there is. */
const MOST_CHARS = 300
const DAY_MS = 86_400_000
/** "Two weeks ago" is about then. */
const SLACK_DAYS = 3

const readable = ['de', 'fr', 'es', 'pt', 'nl', 'it', 'sv', 'fi', 'ru', 'uk', 'id', 'ar'] as const

/** The language of a question that is short enough to be read for its dates; undefined for English and where no word tells. */
export function languageOf(text: string): string | undefined {
  if (text.length > MOST_CHARS) return undefined
  if (/[\u3040-\u30ff]/.test(text)) return 'ja'
  if (/[\u3400-\u9fff]/.test(text)) return 'zh'
  const [first] = languagesOf(text)
  return readable.find((language) => language === first)
}

/** The stretches of time that a question in another language than English names, as far as its words say. */
export function namedDates(text: string, language: string, now: Date, timezone: string): Span[] {
  const { casual } = load(`chrono-node/${language}`) as { casual: Chrono }
  const wall = wallAt(now, timezone)
  // The reader counts days as the person does: it is given the time on their wall, as if that were UTC.
  const instant = new Date(Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute))
  return casual.parse(text, { instant, timezone: 0 }).flatMap((found) => {
    const { start, end } = found
    const said = read(start, { now, timezone, wall, isRelative: found.tags().has('result/relativeDate') })
    const until = end && read(end, { now, timezone, wall, isRelative: false })?.until
    return said ? [{ from: said.from, until: until && until > said.from ? until : said.until }] : []
  })
}

interface Moment {
  now: Date
  timezone: string
  wall: { year: number; month: number; day: number }
  isRelative: boolean
}

function read(said: ParsedComponents, { now, timezone, wall, isRelative }: Moment): Span | undefined {
  const [year, month, day] = [said.get('year'), said.get('month'), said.get('day')]
  if (year === null || month === null || day === null) return undefined
  const dayAt = (y: number, m: number, d: number) =>
    spanAround(instantOf({ year: y, month: m, day: d, hour: 12, minute: 0, second: 0 }, timezone), 'day', timezone)
  /** The last week is counted from Monday; longer ago nobody knows to the day. */
  const weekAround = ({ from }: Span): Span => {
    const isLast = Math.round((now.getTime() - from.getTime()) / (7 * DAY_MS)) === 1
    const sinceMonday = (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7
    const [back, on] = isLast ? [sinceMonday, 6 - sinceMonday] : [SLACK_DAYS, SLACK_DAYS]
    return { from: dayAt(year, month, day - back).from, until: dayAt(year, month, day + on).until }
  }
  // A date without a year is the last one there was.
  const latest = (d: number) => (dayAt(wall.year, month, d).from <= now ? wall.year : wall.year - 1)
  if (said.isCertain('day')) {
    const asked = dayAt(said.isCertain('year') ? year : latest(day), month, day)
    const isWeek = isRelative && !said.isCertain('weekday') && !said.isCertain('hour')
    return isWeek ? weekAround(asked) : asked
  }
  if (said.isCertain('weekday')) {
    const asked = dayAt(year, month, day)
    return asked.from > now ? dayAt(year, month, day - 7) : asked
  }
  if (said.isCertain('month')) {
    const middle = dayAt(said.isCertain('year') ? year : latest(1), month, 15)
    return spanAround(middle.from, 'month', timezone)
  }
  return said.isCertain('year') ? { from: dayAt(year, 1, 1).from, until: dayAt(year + 1, 1, 1).from } : undefined
}
