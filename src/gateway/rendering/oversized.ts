/** A text that is larger than its room: its two ends, and what stands for the middle. */
export interface Ends {
  head: string
  note: string
  tail: string
}

/** Where the whole can be read; undefined for a brain that has no tools to look with. */
export type Pointer = number | undefined

/** The two ends of a text that keep within `limit` characters, note included. Undefined when the text fits as it is. */
export function endsOf(text: string, limit: number, pointer: Pointer): Ends | undefined {
  if (text.length <= limit) return undefined
  // The note counts what is left out, so its length is known only up to the digits; the text's own length has the most.
  const kept = Math.max(0, limit - noteFor(text.length, pointer).length - 2)
  const head = text.slice(0, whole(text, Math.ceil((kept * 2) / 3)))
  const tail = text.slice(whole(text, text.length - (kept - Math.ceil((kept * 2) / 3))))
  return { head, note: noteFor(text.length - head.length - tail.length, pointer), tail }
}

function noteFor(left: number, pointer: Pointer): string {
  const where = pointer === undefined ? '' : `; get_conversation around ${pointer} shows all`
  return `[… ${left.toLocaleString('en-US')} characters left out${where}]`
}

/** The nearest cut at or before `at` that does not part a surrogate pair. */
function whole(text: string, at: number): number {
  const after = text.charCodeAt(at)
  return after >= 0xdc00 && after <= 0xdfff ? at - 1 : at
}
