import { languageOf } from '../../../messages/languages.ts'
import type { HowLongWords } from '../words/common-words.ts'

/** Date and time in the format of the locale. */
export function dateOf(ms: number, locale: string): string {
  return new Date(ms).toLocaleString(locale, { ...dayStyle(ms), ...clockStyle })
}

/** A day, with its year if it is not the current one. */
export function dayStyle(ms: number): Intl.DateTimeFormatOptions {
  const isThisYear = new Date(ms).getFullYear() === new Date().getFullYear()
  return { day: 'numeric', month: 'short', ...(!isThisYear && { year: 'numeric' }) }
}

export function clockOf(ms: number, locale: string): string {
  return new Date(ms).toLocaleTimeString(locale, clockStyle)
}

/** With seconds, to compare with a log. */
export function timeOf(ms: number, locale: string): string {
  return new Date(ms).toLocaleTimeString(locale, { timeStyle: 'medium', hourCycle: 'h23' })
}

const clockStyle: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** The time since then, in one suitable unit. */
export function howLong(since: number, words: HowLongWords, now = Date.now()): string {
  const ms = Math.max(0, now - since)
  if (ms < minuteMs) return words.seconds(Math.floor(ms / 1000))
  if (ms < hourMs) return words.minutes(Math.floor(ms / minuteMs))
  if (ms < 2 * dayMs) return words.hours(Math.floor(ms / hourMs))
  return words.days(Math.floor(ms / dayMs))
}

/** "1 byte", "42.5 KB", "3.1 GB". */
export function formatSize(bytes: number, locale: string): string {
  const isGerman = languageOf(locale, []) === 'de'
  const units = [isGerman ? 'Byte' : bytes === 1 ? 'byte' : 'bytes', 'KB', 'MB', 'GB', 'TB']
  const step = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(bytes, 1)) / 10))
  return `${(bytes / 1024 ** step).toLocaleString(locale, { maximumFractionDigits: 1 })} ${units[step]}`
}

/** "1,080 tokens", "1 message". */
export function count(amount: number, noun: string): string {
  return countIn('en', amount, noun, `${noun}s`)
}

export function countIn(locale: string, amount: number, singular: string, plural: string): string {
  return `${formatNumber(amount, locale)} ${amount === 1 ? singular : plural}`
}

export function formatNumber(amount: number, locale: string): string {
  return amount.toLocaleString(locale)
}

/** "50 %". */
export function formatPercent(share: number): string {
  return `${Math.round(share * 100)} %`
}

/** "$1.75", or "1,75 $" in German. Small amounts use more decimal places. */
export function formatDollars(usd: number, places: number, locale: string): string {
  const amount = formatFixed(usd, places, locale)
  return locale.startsWith('de') ? `${amount} $` : `$${amount}`
}

/** "1.8 s". */
export function formatSeconds(ms: number, locale: string): string {
  return `${formatFixed(ms / 1000, 1, locale)} s`
}

function formatFixed(amount: number, places: number, locale: string): string {
  return amount.toLocaleString(locale, {
    minimumFractionDigits: places,
    maximumFractionDigits: places,
    useGrouping: false,
  })
}
