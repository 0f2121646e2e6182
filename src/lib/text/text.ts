import { lazy } from '../lazy.ts'

/** Shortens a text to at most `limit` UTF-16 units without splitting a character, and marks the cut. */
export function truncate(text: string, limit: number): string {
  if (text.length <= limit) return text
  return `${text.slice(0, wholeBefore(text, Math.max(0, limit - 1)))}…`
}

/** A text on one line, of at most `limit` UTF-16 units. */
export function oneLine(text: string, limit = Number.POSITIVE_INFINITY): string {
  return truncate(text.replace(/\s+/g, ' ').trim(), limit)
}

/** Parts of at most `limit` units that concatenate to the text, cut after a paragraph, a line or a word if possible. */
export function splitText(text: string, limit: number): string[] {
  const parts: string[] = []
  let rest = text
  while (rest.length > limit) {
    const cut = boundaryBefore(rest, limit)
    parts.push(rest.slice(0, cut))
    rest = rest.slice(cut)
  }
  parts.push(rest)
  return parts
}

function boundaryBefore(text: string, limit: number): number {
  for (const mark of ['\n\n', '\n', ' ']) {
    const index = text.lastIndexOf(mark, limit - mark.length)
    // A boundary in the first half would leave a very short part; a later, weaker one reads better.
    if (index > limit / 2) return index + mark.length
  }
  return wholeBefore(text, limit)
}

/** The ends of sentences, with closing quotes and emphasis and the space that follows. */
export const sentenceEnds = /(?<![.!?…])[.!?…]+["'”’»)\]*_]*\s+|[。！？；]+["'”’」』）]*/gu

/** Splits a text into what people see as characters. */
export const graphemes = lazy(() => new Intl.Segmenter(undefined, { granularity: 'grapheme' }))

/** No character that people write is longer. A longer one is cut between code points. */
const MAX_CHARACTER_UNITS = 64
/** Where one flag ends in a row of flags depends on where the row begins, so we look back this far. */
const MAX_LOOK_BACK_UNITS = 8192

/** The last position up to `most` that splits no character: a flag, a skin tone or a family is one character. */
export function wholeBefore(text: string, maxIndex: number): number {
  if (maxIndex >= text.length) return text.length
  const from = certainBoundary(text, maxIndex)
  let last = from
  for (const { index } of graphemes().segment(text.slice(from, maxIndex + MAX_CHARACTER_UNITS))) {
    if (from + index > maxIndex) break
    last = from + index
  }
  return last > 0 && maxIndex - last <= MAX_CHARACTER_UNITS ? last : betweenCodePoints(text, maxIndex)
}

/** Characters that never combine with each other: ASCII, except a carriage return before a line feed, and Han. */
function isPlainAt(text: string, index: number): boolean {
  const code = text.charCodeAt(index)
  return (code < 128 && code !== 13) || (code >= 0x4e00 && code <= 0x9fff)
}

function certainBoundary(text: string, maxIndex: number): number {
  const isPlain = (index: number) => isPlainAt(text, index)
  for (let index = maxIndex; index > 0 && maxIndex - index < MAX_LOOK_BACK_UNITS; index--)
    if (isPlain(index - 1) && isPlain(index)) return index
  return maxIndex < MAX_LOOK_BACK_UNITS ? 0 : betweenCodePoints(text, maxIndex - MAX_CHARACTER_UNITS)
}

function betweenCodePoints(text: string, index: number): number {
  const before = text.charCodeAt(index - 1)
  const isHighSurrogate = before >= 0xd800 && before <= 0xdbff
  return isHighSurrogate && index > 1 ? index - 1 : index
}

/** "1 file" or "1,204 files", in English. */
export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}
