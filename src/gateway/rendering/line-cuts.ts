import type { TextSpan } from '../choosing/passage-cuts.ts'

/** The message to look up for the whole text; undefined for a brain without tools. */
export type FullTextPointer = number | undefined

/** How much of a text is shown; all of it by default. */
export interface LineCut {
  /** The most characters, including the note about the cut. A longer text is shown by its two ends. */
  limit?: number
  /** The spans to show instead, in order and not touching. */
  spans?: TextSpan[]
  /** Only the beginning, up to this many characters, when the line stands beside the one that matters. */
  head?: number
}

/** A span of the text, or our note about a span that is left out. */
export type CutPart = { text: string } | { note: string }

/** The parts of a text that has to be cut; undefined when it fits. */
export function cutParts(text: string, { limit, spans }: LineCut, pointer: FullTextPointer): CutPart[] | undefined {
  if (spans) return spansWithNotes(text, spans, pointer)
  return limit === undefined || text.length <= limit
    ? undefined
    : spansWithNotes(text, findEnds(text, limit, pointer), pointer)
}

/** The beginning of a text, cut between words, with a mark at the end; the whole text when it fits. */
export function headOf(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text
  const start = text.slice(0, beforeSurrogatePair(text, maxChars))
  const lastSpace = start.lastIndexOf(' ')
  return `${start.slice(0, lastSpace > maxChars / 2 ? lastSpace : start.length).trimEnd()} …`
}

/** The share of a cut text that its beginning gets. The rest goes to its end. */
const HEAD_SHARE = 2 / 3

/** The two ends of a text that have at most `limit` characters together with the note. */
function findEnds(text: string, limit: number, pointer: FullTextPointer): TextSpan[] {
  // The note contains the number of omitted characters. The text's own length has the most digits possible.
  const keptChars = Math.max(0, limit - noteFor(text.length, pointer).length - 2)
  const headChars = Math.ceil(keptChars * HEAD_SHARE)
  return [
    { from: 0, to: beforeSurrogatePair(text, headChars) },
    { from: beforeSurrogatePair(text, text.length - (keptChars - headChars)), to: text.length },
  ]
}

/** The spans with notes between them. Only the first note says where to read the whole text. */
function spansWithNotes(text: string, spans: TextSpan[], pointer: FullTextPointer): CutPart[] {
  const parts: CutPart[] = []
  let [at, notePointer] = [0, pointer]
  for (const { from, to } of [...spans, { from: text.length, to: text.length }]) {
    if (from > at) {
      parts.push({ note: noteFor(from - at, notePointer) })
      notePointer = undefined
    }
    if (from < text.length) parts.push({ text: text.slice(from, to) })
    at = to
  }
  return parts
}

function noteFor(omittedChars: number, pointer: FullTextPointer): string {
  const pointerText = pointer === undefined ? '' : `; get_conversation m${pointer} shows all`
  return `[… ${omittedChars.toLocaleString('en-US')} characters left out${pointerText}]`
}

/** The nearest position at or before `at` that does not split a surrogate pair. */
function beforeSurrogatePair(text: string, at: number): number {
  const after = text.charCodeAt(at)
  return after >= 0xdc00 && after <= 0xdfff ? at - 1 : at
}
