/** One element of a JSON list with the exact text it was parsed from. */
export interface RawElement {
  json: unknown
  raw: string
}

/** Pairs each parsed element of the list at this nesting level with its original text. */
export function withRawText(text: string, level: number, parsed: unknown[]): RawElement[] {
  const raws = sliceElements(text, level)
  // Only objects and lists are sliced. If an element is something else, the counts differ and we fall back to
  // JSON.stringify.
  const rawOf = (at: number) => (raws.length === parsed.length ? raws[at] : JSON.stringify(parsed[at])) ?? ''
  return parsed.map((json, at) => ({ json, raw: rawOf(at) }))
}

/**
 * The source text of each object or list at this nesting level. Serializing the parsed element again would lose large
 * numbers and repeated keys, and would overflow the stack on deep nesting.
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
