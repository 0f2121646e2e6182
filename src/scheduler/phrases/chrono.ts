import { createRequire } from 'node:module'
import type { Chrono, ParsedResult } from 'chrono-node'
import type { Doubt } from './doubts.ts'
import { fold } from './fold.ts'
import type { FoundPiece, LanguageTable, TimePiece } from './language.ts'

/** Loaded with the first phrase, because the parsers of one language take forty milliseconds to load. */
const load = createRequire(import.meta.url)

/**
 * chrono fills in what the words leave out from the reference time. So the words are read with two references, and only
 * the parts that are the same in both come from the words. Both are in leap years and in months without clock changes.
 */
const REFERENCES = [
  { year: 1972, month: 0, monday: 10, hour: 12, minute: 0 },
  { year: 1976, month: 4, monday: 17, hour: 7, minute: 13 },
]

/** The dates and times that chrono finds. `weekday` is today's, which is all that chrono needs to know about the present. */
export function readDates({ chrono: locale }: LanguageTable, text: string, weekday: number): FoundPiece[] {
  const loaded = load(`chrono-node/${locale}`) as { casual: Chrono; hans?: { casual: Chrono } }
  const { casual } = loaded.hans ?? loaded
  const [reference, other] = REFERENCES.map(
    ({ year, month, monday, hour, minute }) => new Date(year, month, monday + ((weekday + 6) % 7), hour, minute),
  ) as [Date, Date]
  const results = casual.parse(text, reference)
  const others = results.length === 0 ? [] : casual.parse(text, other)
  const found: FoundPiece[] = []
  for (const result of results) {
    if (isPartOfWord(text, result)) continue
    const match = others.find((hit) => hit.index === result.index && hit.text === result.text)
    const readPieces = match ? toPieces(result, match, [reference, other]) : 'severalTimes'
    const isDate = Array.isArray(readPieces) && readPieces.some(({ kind }) => kind === 'date')
    const isUnsure = UNSURE.test(fold(result.text).folded)
    const pieces = isUnsure
      ? 'ambiguousNext'
      : isDate && locale === 'en' && isAmbiguous(result.text)
        ? 'ambiguousDate'
        : readPieces
    const span = { start: result.index, end: result.index + result.text.length }
    found.push(typeof pieces === 'string' ? { ...span, pieces: [], doubt: pieces } : { ...span, pieces })
  }
  return found
}

/** chrono takes the "Mar" of "María" for a Tuesday. */
function isPartOfWord(text: string, { index, text: matchedText, start }: ParsedResult): boolean {
  return (
    /^\p{Script=Latin}/u.test(text.slice(index + matchedText.length)) &&
    /\p{Script=Latin}$/u.test(matchedText) &&
    !start.isCertain('hour')
  )
}

/** English has both orders, so "3/4" may be in March or in April. */
function isAmbiguous(text: string): boolean {
  const [, first, second] = /(?<![\d/.-])(\d{1,2})[/.-](\d{1,2})(?![\d:])/.exec(text) ?? []
  return Number(first) !== Number(second) && Number(first) <= 12 && Number(second) <= 12
}

/**
 * "Next Friday" may be the coming one or the one after, "last Friday" is over, and "a few" is not a number. A part of the
 * day that our tables did not find would get the hour that chrono chooses.
 */
const UNSURE =
  /(?<![a-z])(?:next|last|past|previous|following|weekend|within|innerhalb|binnen|night|morning|afternoon|evening|nacht|abend|nuit|matin|soir|noche|tarde|few|couple|several|some|ago|nachste|letzte|vergangene|paar|einigen|prochain|dernier|suivant|quelques|proxim|pasado|siguiente|que viene|unos|unas|algun|hace)|上[个周星礼午]|下午|早上|晚上|中午|凌晨|几|内/

/** A span from now on, as opposed to a day of the calendar. */
const SPAN = /^(?:in|dans|en|dentro) |from now$|后$/i

function toPieces(
  { start, end, text }: ParsedResult,
  { start: match }: ParsedResult,
  [reference, other]: [Date, Date],
): TimePiece[] | Doubt {
  if (end) return 'range'
  const has = (part: Parameters<typeof start.isCertain>[0]) => start.isCertain(part)
  const get = (part: Parameters<typeof start.get>[0]) => start.get(part) ?? 0
  const isEqual = (part: Parameters<typeof start.get>[0]) => start.get(part) === match.get(part)
  const isClock = isEqual('hour') && isEqual('minute')
  if (has('hour') && !isClock) {
    const ms = start.date().getTime() - reference.getTime()
    if (ms < 0) return 'relativeToEvent'
    return ms === match.date().getTime() - other.getTime()
      ? [{ kind: 'after', months: 0, days: 0, ms }]
      : 'severalTimes'
  }
  const pieces: TimePiece[] = []
  if (has('hour'))
    pieces.push({ kind: 'clock', hour: get('hour'), minute: get('minute'), ...(has('meridiem') && { exact: true }) })
  if (has('day') && isEqual('day') && isEqual('month')) {
    if (!has('month') || (has('year') && !isEqual('year'))) return 'otherDay'
    pieces.push({ kind: 'date', day: get('day'), month: get('month'), ...(has('year') && { year: get('year') }) })
    if (has('weekday')) pieces.push({ kind: 'weekday', weekday: get('weekday') })
  } else if (has('day')) {
    const days = daysBetween(reference, start.date())
    if (days !== daysBetween(other, match.date())) return 'otherDay'
    pieces.push(SPAN.test(text) ? { kind: 'after', months: 0, days, ms: 0 } : { kind: 'day', days })
  } else if (has('weekday')) pieces.push({ kind: 'weekday', weekday: get('weekday') })
  else if (has('month') || has('year')) return 'whichDay'
  return pieces.length === 0 ? 'vague' : pieces
}

function daysBetween(from: Date, to: Date): number {
  const day = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())
  return (day(to) - day(from)) / 86_400_000
}
