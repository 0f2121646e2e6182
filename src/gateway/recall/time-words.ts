import { type Span, spanAround } from '../../lib/time/calendar.ts'
import { instantOf } from '../../lib/time/zone.ts'
import { dateLanguageOf, findDates } from './named-dates.ts'
import { translateTimePhrases } from './time-phrases.ts'

/** The time spans that a question names, in the person's time zone: "last spring", "in May", "two weeks ago". */
export function findTimeSpans(text: string, now: Date, timezone: string): Span[] {
  const spans = englishSpans(text, now, timezone)
  if (spans.length > 0) return spans
  const language = dateLanguageOf(text)
  if (language === undefined) return []
  const dates = findDates(text, language, now, timezone)
  return dates.length > 0 ? dates : englishSpans(translateTimePhrases(text, [language]), now, timezone)
}

/**
 * English has rules of its own, because the date parser knows no seasons, years or calendar weeks and takes "march on" for a
 * month. Most questions are English, and they need not wait for the parser to load.
 */
function englishSpans(text: string, now: Date, timezone: string): Span[] {
  const lower = text.toLowerCase()
  const matches = rules.flatMap(({ pattern, read }) => [...lower.matchAll(pattern)].map((match) => ({ match, read })))
  // Calendar lookups are slow, and most questions name no time.
  if (matches.length === 0) return []
  // The middle of a month is in the same month in every time zone.
  const middle = new Date(spanAround(now, 'month', timezone).from.getTime() + 14 * DAY_MS)
  const moment = {
    now,
    timezone,
    today: spanAround(now, 'day', timezone),
    year: middle.getUTCFullYear(),
    month: middle.getUTCMonth(),
    weekday: weekdays
      .split('|')
      .indexOf(now.toLocaleDateString('en-US', { timeZone: timezone, weekday: 'long' }).toLowerCase()),
  }
  return matches.flatMap(({ match, read }) => read(match, moment) ?? [])
}

/** 1 inside the span, and half at a distance of its length, or of a week for shorter spans. */
export function nearnessTo(at: Date, { from, until }: Span): number {
  const distanceMs = Math.max(0, from.getTime() - at.getTime(), at.getTime() - until.getTime())
  return 1 / (1 + distanceMs / Math.max(7 * DAY_MS, until.getTime() - from.getTime()))
}

/** The time of the question in the person's time zone. */
interface Moment {
  now: Date
  today: Span
  timezone: string
  year: number
  /** 0 is January. */
  month: number
  /** 0 is Sunday. */
  weekday: number
}

interface Rule {
  pattern: RegExp
  read(match: RegExpMatchArray, moment: Moment): Span | undefined
}

const DAY_MS = 86_400_000
const months = 'january|february|march|april|may|june|july|august|september|october|november|december'
const shortMonths = 'jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec'
const month = `(${months}|${shortMonths})(?![a-z])\\.?`
const numberWords = 'a|an|one|two|three|four|five|six|seven|eight|nine|ten|\\d{1,3}'
const weekdays = 'sunday|monday|tuesday|wednesday|thursday|friday|saturday'
const seasons = 'spring|summer|autumn|fall|winter'

const rules: Rule[] = [
  { pattern: /\btoday\b/g, read: (_, { today }) => today },
  { pattern: /\byesterday\b/g, read: (_, { today }) => shift(today, -1) },
  { pattern: /\bday before yesterday\b/g, read: (_, { today }) => shift(today, -2) },
  {
    pattern: new RegExp(`\\b(${numberWords}|couple of|few) (day|week|month|year)s? ago\\b`, 'g'),
    read: ([, count = '', unit = ''], { today }) => ago(today, numberOf(count), unit),
  },
  {
    pattern: /\b(last|this|past) (week|month|year)\b/g,
    read: ([, which, unit = ''], moment) => calendarSpan(moment, which === 'this' ? 0 : -1, unit),
  },
  {
    pattern: new RegExp(`\\blast (${weekdays})\\b`, 'g'),
    read: ([, name = ''], { weekday, today }) => {
      const daysBack = (weekday - weekdays.split('|').indexOf(name) + 6) % 7
      return shift(today, -1 - daysBack)
    },
  },
  {
    pattern: new RegExp(`\\b(?:(last|this) )?(${seasons})(?:(?: of)? (\\d{4}))?\\b`, 'g'),
    read: ([, , name = '', year], moment) => season(name, year === undefined ? undefined : Number(year), moment),
  },
  {
    pattern: /\b(\d{4})-(\d{2})-(\d{2})\b/g,
    read: ([, y, m, d], { timezone }) => day(Number(y), Number(m), Number(d), timezone),
  },
  {
    pattern: new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${month}(?:,? (\\d{4}))?\\b`, 'g'),
    read: ([, d, name = '', y], moment) => dayOfMonth(Number(d), name, y, moment),
  },
  {
    pattern: new RegExp(`\\b${month} (\\d{1,2})(?:st|nd|rd|th)?(?:,? (\\d{4}))?\\b`, 'g'),
    read: ([, name = '', d, y], moment) => dayOfMonth(Number(d), name, y, moment),
  },
  {
    pattern: new RegExp(
      `\\b(?:in|during|since|of|early|mid|late|last|this|around|by) ${month}(?:,? (\\d{4}))?(?! ?\\d)`,
      'g',
    ),
    read: ([, name = '', y], moment) => wholeMonth(name, y, moment),
  },
  {
    pattern: /\b(?:in|during|since|of) (20\d{2}|19\d{2})\b(?!-\d)/g,
    read: ([, y], { timezone }) => wholeYear(Number(y), timezone),
  },
]

function numberOf(word: string): number {
  if (word === 'couple of') return 2
  if (word === 'few') return 3
  const words = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
  return word === 'a' || word === 'an' ? 1 : Number(word) || Math.max(1, words.indexOf(word))
}

/** The longer ago, the less exact people are. */
function ago(today: Span, count: number, unit: string): Span {
  const days = count * { day: 1, week: 7, month: 30.4, year: 365 }[unit as 'day' | 'week' | 'month' | 'year']
  const slackDays = unit === 'day' ? 0 : unit === 'week' ? 3 : unit === 'month' ? 15 : 120
  return { from: shift(today, -days - slackDays).from, until: shift(today, -days + slackDays).until }
}

function calendarSpan({ today, timezone, year, month: m, weekday }: Moment, offset: number, unit: string): Span {
  if (unit === 'week') {
    const from = shift(today, 7 * offset - ((weekday + 6) % 7)).from
    return { from, until: new Date(from.getTime() + 7 * DAY_MS) }
  }
  if (unit === 'year') return wholeYear(year + offset, timezone)
  return spanAround(new Date(Date.UTC(year, m + offset, 15)), 'month', timezone)
}

/** The season of the named year, or the latest that has begun. Northern seasons of three months each. */
function season(name: string, namedYear: number | undefined, { now, year, timezone }: Moment): Span {
  const firstMonth = { spring: 2, summer: 5, autumn: 8, fall: 8, winter: 11 }[name as 'spring'] ?? 2
  const seasonStart = (y: number) => spanAround(new Date(Date.UTC(y, firstMonth, 15)), 'month', timezone).from
  const y = namedYear ?? (seasonStart(year) <= now ? year : year - 1)
  return { from: seasonStart(y), until: spanAround(new Date(Date.UTC(y, firstMonth + 2, 15)), 'month', timezone).until }
}

function dayOfMonth(d: number, name: string, year: string | undefined, moment: Moment): Span | undefined {
  const m = monthOf(name)
  const y = year === undefined ? latestYear(m, d, moment) : Number(year)
  return day(y, m, d, moment.timezone)
}

function wholeMonth(name: string, year: string | undefined, moment: Moment): Span {
  const m = monthOf(name)
  const y = year === undefined ? latestYear(m, 1, moment) : Number(year)
  return spanAround(new Date(Date.UTC(y, m - 1, 15, 12)), 'month', moment.timezone)
}

function wholeYear(year: number, timezone: string): Span {
  const from = spanAround(new Date(Date.UTC(year, 0, 15)), 'month', timezone).from
  return { from, until: spanAround(new Date(Date.UTC(year, 11, 15)), 'month', timezone).until }
}

/** A date that does not exist, such as 31 April, is not read as another date. */
function day(year: number, m: number, d: number, timezone: string): Span | undefined {
  const date = new Date(Date.UTC(year, m - 1, d))
  if (date.getUTCMonth() !== m - 1 || date.getUTCDate() !== d) return undefined
  return spanAround(instantOf({ year, month: m, day: d, hour: 12, minute: 0, second: 0 }, timezone), 'day', timezone)
}

function monthOf(name: string): number {
  return months.split('|').findIndex((full) => full.startsWith(name.slice(0, 3))) + 1
}

/** A question is about the past, so a date without a year is the latest such date. */
function latestYear(m: number, d: number, { now, year }: Moment): number {
  return Date.UTC(year, m - 1, d) <= now.getTime() ? year : year - 1
}

function shift({ from, until }: Span, days: number): Span {
  return { from: new Date(from.getTime() + days * DAY_MS), until: new Date(until.getTime() + days * DAY_MS) }
}
