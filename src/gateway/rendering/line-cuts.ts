import type { TextSpan } from '../choosing/passage-cuts.ts'

/** Where the whole can be read; undefined for a brain that has no tools to look with. */
export type FullTextPointer = number | undefined

/** How much of a text is shown; all of it unless said. */
export interface LineCut {
  /** The most characters, what is said of the cut included: of what is longer, the two ends are shown. */
  limit?: number
  /** These runs of it instead, in order and apart from each other. */
  spans?: TextSpan[]
}

/** A run of a text as it was written, or what we say of one that is left out. */
export type CutPart = { text: string } | { note: string }

/** What stands for a text that is cut; undefined when it is not. */
export function cutParts(text: string, { limit, spans }: LineCut, pointer: FullTextPointer): CutPart[] | undefined {
  if (spans) return around(text, spans, pointer)
  return limit === undefined || text.length <= limit ? undefined : around(text, endsOf(text, limit, pointer), pointer)
}

/** The two ends of a text that keep within `limit` characters, note included. */
function endsOf(text: string, limit: number, pointer: FullTextPointer): TextSpan[] {
  // The note counts what is left out, so its length is known only up to the digits; the text's own length has the most.
  const kept = Math.max(0, limit - noteFor(text.length, pointer).length - 2)
  const head = whole(text, Math.ceil((kept * 2) / 3))
  return [
    { from: 0, to: head },
    { from: whole(text, text.length - (kept - Math.ceil((kept * 2) / 3))), to: text.length },
  ]
}

/** The runs, and between them what is left out. The first note says where all of it is. */
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

/** As many lines from the first on as keep within `limit` characters, and how many more there are: half a line misleads. */
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

/** The nearest cut at or before `at` that does not part a surrogate pair. */
function whole(text: string, at: number): number {
  const after = text.charCodeAt(at)
  return after >= 0xdc00 && after <= 0xdfff ? at - 1 : at
}
