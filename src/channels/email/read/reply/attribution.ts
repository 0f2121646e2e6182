import { escapeRegExp } from '../../../../lib/text/pattern.ts'
import type { Line } from '../lines.ts'
import { wrote } from './phrases.ts'

const LONGEST = 400
/** Clients wrap it over so many lines at most. */
const MOST_LINES = 4

/**
 * How many of the lines before `at` introduce what is quoted there: "On Monday Ana wrote:", however it was wrapped. With a
 * quote behind it less is asked for than without.
 */
export function attributionBefore(lines: Line[], at: number, isReply: boolean): number {
  let end = at
  while (end > 0 && at - end < 2 && lines[end - 1]?.text.trim() === '') end--
  const depth = lines[at]?.depth ?? 0
  let timeless = 0
  for (let count = 1; count <= MOST_LINES && count <= end; count++) {
    const first = lines[end - count]
    if (!first || first.text.trim() === '' || first.depth >= depth) break
    const text = joined(lines, end - count, end)
    if (!isAttribution(text, isReply)) continue
    // The line above may say when.
    if (time.test(text)) return at - end + count + wrappedNames(lines, end - count)
    timeless ||= at - end + count
  }
  return timeless
}

/** How many lines, from `at` on, are an introduction with nothing marked as quoted behind it; then all the rest is. */
export function attributionAt(lines: Line[], at: number): number {
  // Yahoo writes what is quoted behind it, on the same line.
  const [first = '', behind] = (lines[at]?.text ?? '').slice(0, LONGEST).split(/(?<=[:：]) {2,}/)
  if (behind && isPlainly(first.trim())) return 1
  for (let count = 1; count <= MOST_LINES; count++) {
    const last = lines[at + count - 1]
    if (!last || last.text.trim() === '') return 0
    if (isPlainly(joined(lines, at, at + count))) return count
  }
  return 0
}

function joined(lines: Line[], from: number, to: number): string {
  return lines
    .slice(from, to)
    .map(({ text }) => text.trim())
    .join(' ')
}

/**
 * People write times, addresses, verbs and colons, too. In an answer it takes a time and either an address or a verb, or a
 * short line with a verb; in a first mail, where nothing is answered, it takes a time and an address.
 */
function isAttribution(text: string, isReply: boolean): boolean {
  if (text.length > LONGEST) return false
  if (named.test(text) && time.test(text)) return true
  const hasAddress = address.test(text)
  // Some clients leave out the colon: then everything else has to be there.
  if (!/([:：]|--|:\*)$/.test(text))
    return (
      hasAddress && time.test(text) && (endsWithVerb.test(text) || (verb.test(text) && /@[^\s<>]{2,80}>$/.test(text)))
    )
  if (time.test(text)) return hasAddress || (isReply && verb.test(text))
  return isReply && verb.test(text) && (hasAddress || text.length < 120)
}

/** Without a quote behind it everything has to be there, in the order in which clients write it. */
function isPlainly(text: string): boolean {
  if (!isAttribution(text, false) || !address.test(text) || !time.test(text)) return false
  return (
    endsWithVerb.test(text) ||
    /@[^\s<>@]{2,80}>\s?[:：]$/.test(text) ||
    (verb.test(text) && /<[^\s<>]{3,80}>/.test(text))
  )
}

/** "Ana Silva" ana@example.org – January 5, 2026: Nextcloud writes it without a colon. */
const named = /^["“][^"”]{1,80}["”] <?[^\s@]{1,80}@[^\s@]{2,80}>? [–—-] /

const escaped = wrote.map(escapeRegExp)
const verb = new RegExp(`(?<!\\p{L})(${escaped.join('|')})(?!\\p{L})|のメール|写道|寫道|작성|書きました`, 'iu')
const endsWithVerb = new RegExp(`(${escaped.join('|')})[^\\p{L}]{0,4}$`, 'iu')
const address = /[^\s@<>()]@[^\s@<>()]{2}/
/** Of a day or of a clock, in any digits. */
export const time = /\p{Nd}{1,2}[:.h]\p{Nd}{2}(?!\p{Nd})|(?<!\d)(19|20)\d\d(?!\d)|\d{1,2}[./-]\d{1,2}[./-]\d{2}|[年년]/u

/** "Ana Silva <ana@example.org>" on a line of its own, above the one that says when. */
function wrappedNames(lines: Line[], at: number): number {
  const above = lines[at - 1]?.text.trim() ?? ''
  return above.length < 100 && /^[^.!?<]{0,60}<[^\s<>@]{3,80}@[^\s<>@]{2,80}>,?$/.test(above) ? 1 : 0
}
