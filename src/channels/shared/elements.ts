/** One element of a list, and the bytes it came in. */
export interface Element {
  json: unknown
  raw: string
}

/** The elements of the one list that stands so deep in an answer. */
export function withBytes(text: string, level: number, parsed: unknown[]): Element[] {
  const raws = sliceElements(text, level)
  // Elements that are no objects have no bytes of their own; then only what was parsed is there to be kept.
  const rawOf = (at: number) => (raws.length === parsed.length ? raws[at] : JSON.stringify(parsed[at])) ?? ''
  return parsed.map((json, at) => ({ json, raw: rawOf(at) }))
}

/**
 * The text of each element that stands so deep in an answer, objects and lists alone. Writing the parsed element out again
 * would lose large numbers and repeated keys, and break on one that is nested deep; this keeps what came.
 */
function sliceElements(text: string, level: number): string[] {
  const found: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '"') at = endOfString(text, at)
    else if (sign === '{' || sign === '[') {
      if (depth === level) start = at
      depth++
    } else if (sign === '}' || sign === ']') {
      depth--
      if (depth === level) found.push(text.slice(start, at + 1))
    }
  }
  return found
}

function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '"') return at
  }
  return text.length
}
