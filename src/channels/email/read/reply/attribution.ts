import { escapeRegExp } from '../../../../lib/text/text-matching.ts'
import type { MailLine } from '../mail-lines.ts'
import { wroteVerbs } from './phrases.ts'

const MAX_ATTRIBUTION_CHARS = 400
/** Clients wrap an attribution over at most this many lines. */
const MAX_ATTRIBUTION_LINES = 4

/**
 * How many lines before `at` introduce the quote there: "On Monday Ana wrote:", possibly wrapped. If a quote follows,
 * weaker signs are enough.
 */
export function attributionBefore(lines: MailLine[], at: number, isReply: boolean): number {
  let end = at
  while (end > 0 && at - end < 2 && lines[end - 1]?.text.trim() === '') end--
  const depth = lines[at]?.depth ?? 0
  let countWithoutTime = 0
  for (let count = 1; count <= MAX_ATTRIBUTION_LINES && count <= end; count++) {
    const first = lines[end - count]
    if (!first || first.text.trim() === '' || first.depth >= depth) break
    const text = joinLines(lines, end - count, end)
    if (!isAttribution(text, isReply)) continue
    // The line above may contain the date.
    if (timePattern.test(text)) return at - end + count + wrappedNames(lines, end - count)
    countWithoutTime ||= at - end + count
  }
  return countWithoutTime
}

/** How many lines from `at` on are an attribution that no marked quote follows. Then all the rest is quoted. */
export function attributionAt(lines: MailLine[], at: number): number {
  // Yahoo writes the quoted text on the same line.
  const [first = '', quoteOnSameLine] = (lines[at]?.text ?? '').slice(0, MAX_ATTRIBUTION_CHARS).split(/(?<=[:：]) {2,}/)
  if (quoteOnSameLine && isCompleteAttribution(first.trim())) return 1
  for (let count = 1; count <= MAX_ATTRIBUTION_LINES; count++) {
    const last = lines[at + count - 1]
    if (!last || last.text.trim() === '') return 0
    if (isCompleteAttribution(joinLines(lines, at, at + count))) return count
  }
  return 0
}

function joinLines(lines: MailLine[], from: number, to: number): string {
  return lines
    .slice(from, to)
    .map(({ text }) => text.trim())
    .join(' ')
}

/**
 * People write times, addresses, verbs and colons too. In a reply we require a time with an address or a verb, or a
 * short line with a verb. In a first mail, where nothing is quoted yet, we require a time and an address.
 */
function isAttribution(text: string, isReply: boolean): boolean {
  if (text.length > MAX_ATTRIBUTION_CHARS) return false
  if (quotedNamePattern.test(text) && timePattern.test(text)) return true
  const hasAddress = address.test(text)
  // Some clients omit the colon; then everything else must be present.
  if (!/([:：]|--|:\*)$/.test(text))
    return (
      hasAddress &&
      timePattern.test(text) &&
      (endsWithVerb.test(text) || (verb.test(text) && /@[^\s<>]{2,80}>$/.test(text)))
    )
  if (timePattern.test(text)) return hasAddress || (isReply && verb.test(text))
  return isReply && verb.test(text) && (hasAddress || text.length < 120)
}

/** Without a quote after it, all elements must be present in the order clients write them. */
function isCompleteAttribution(text: string): boolean {
  if (!isAttribution(text, false) || !address.test(text) || !timePattern.test(text)) return false
  return (
    endsWithVerb.test(text) ||
    /@[^\s<>@]{2,80}>\s?[:：]$/.test(text) ||
    (verb.test(text) && /<[^\s<>]{3,80}>/.test(text))
  )
}

/** "Ana Silva" ana@example.org – January 5, 2026: Nextcloud omits the colon. */
const quotedNamePattern = /^["“][^"”]{1,80}["”] <?[^\s@]{1,80}@[^\s@]{2,80}>? [–—-] /

const escaped = wroteVerbs.map(escapeRegExp)
const verb = new RegExp(`(?<!\\p{L})(${escaped.join('|')})(?!\\p{L})|のメール|写道|寫道|작성|書きました`, 'iu')
const endsWithVerb = new RegExp(`(${escaped.join('|')})[^\\p{L}]{0,4}$`, 'iu')
const address = /[^\s@<>()]@[^\s@<>()]{2}/
/** A date or a time of day, in any digits. */
export const timePattern =
  /\p{Nd}{1,2}[:.h]\p{Nd}{2}(?!\p{Nd})|(?<!\d)(19|20)\d\d(?!\d)|\d{1,2}[./-]\d{1,2}[./-]\d{2}|[年년]/u

/** "Ana Silva <ana@example.org>" on its own line, above the line with the date. */
function wrappedNames(lines: MailLine[], at: number): number {
  const above = lines[at - 1]?.text.trim() ?? ''
  return above.length < 100 && /^[^.!?<]{0,60}<[^\s<>@]{3,80}@[^\s<>@]{2,80}>,?$/.test(above) ? 1 : 0
}
