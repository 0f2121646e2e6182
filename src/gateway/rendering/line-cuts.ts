import type { TextSpan } from '../choosing/passage-cuts.ts'

/** The message to look up for the whole text; undefined for a brain without tools. */
export type FullTextPointer = number | undefined

/** How much of a text is shown; all of it by default. */
export interface LineCut {
  /** The most characters, including the note about the cut. Of a longer text the two ends are shown. */
  limit?: number
  /** The spans to show instead, in order and not touching. */
  spans?: TextSpan[]
}

/** A span of the text, or our note about a span that is left out. */
export type CutPart = { text: string } | { note: string }

/** The parts of a text that has to be cut; undefined when it fits. */
export function cutParts(text: string, { limit, spans }: LineCut, pointer: FullTextPointer): CutPart[] | undefined {
  if (spans) return around(text, spans, pointer)
  return limit === undefined || text.length <= limit ? undefined : around(text, endsOf(text, limit, pointer), pointer)
}

/** The two ends of a text that have at most `limit` characters together with the note. */
function endsOf(text: string, limit: number, pointer: FullTextPointer): TextSpan[] {
  // The note contains the number of omitted characters. The text's own length has the most digits possible.
  const kept = Math.max(0, limit - noteFor(text.length, pointer).length - 2)
  const head = whole(text, Math.ceil((kept * 2) / 3))
  return [
    { from: 0, to: head },
    { from: whole(text, text.length - (kept - Math.ceil((kept * 2) / 3))), to: text.length },
  ]
}

/** The spans with notes between them. Only the first note says where to read the whole text. */
function around(text: string, spans: TextSpan[], pointer: FullTextPointer): CutPart[] {
  const parts: CutPart[] = []
  let [at, where] = [0, pointer]
  for (const { from, to } of [...spans, { from: text.length, to: text.length }]) {
    if (from > at) {
      parts.push({ note: noteFor(from - at, where) })
      where = undefined
    }
    if (from < text.length) parts.push({ text: text.slice(from, to) })
    at = to
  }
  return parts
}

/** The first lines that fit into `limit` characters, and how many more there are. Half a line would mislead. */
export function wholeLines(text: string, limit: number): string {
  if (text.length <= limit) return text
  const lines = text.split('\n')
  const rest = (kept: number) => `(${lines.length - kept} more lines are left out)`
  let kept = 0
  for (let chars = rest(0).length; kept < lines.length; kept += 1) {
    chars += (lines[kept]?.length ?? 0) + 1
    if (chars > limit) break
  }
  if (kept === 0) return text.slice(0, whole(text, limit))
  return [...lines.slice(0, kept), rest(kept)].join('\n')
}

function noteFor(left: number, pointer: FullTextPointer): string {
  const where = pointer === undefined ? '' : `; get_conversation around ${pointer} shows all`
  return `[… ${left.toLocaleString('en-US')} characters left out${where}]`
}

/** The nearest position at or before `at` that does not split a surrogate pair. */
function whole(text: string, at: number): number {
  const after = text.charCodeAt(at)
  return after >= 0xdc00 && after <= 0xdfff ? at - 1 : at
}
