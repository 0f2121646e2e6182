import { NoAnswerError } from '../../shared/http.ts'

/** One update: what it says, and the bytes it came in. */
export interface RawUpdate {
  id: number | undefined
  json: unknown
  raw: string
}

/** Takes an answer to getUpdates apart. Throws NoAnswerError when it is none. */
export function readBatch(text: string): RawUpdate[] {
  const result = resultOf(text)
  if (!result) throw new NoAnswerError('getUpdates', 'the answer could not be read', true)
  const raws = sliceElements(text)
  // Elements that are no objects are no updates; then only what was parsed is there to be kept.
  const rawOf = (at: number) => (raws.length === result.length ? raws[at] : JSON.stringify(result[at])) ?? ''
  return result.map((json, at) => ({ id: idOf(json), json, raw: rawOf(at) }))
}

function resultOf(text: string): unknown[] | undefined {
  try {
    const { ok, result } = JSON.parse(text) as { ok?: unknown; result?: unknown }
    return ok === true && Array.isArray(result) ? result : undefined
  } catch {
    return undefined
  }
}

function idOf(json: unknown): number | undefined {
  const id = typeof json === 'object' && json !== null && 'update_id' in json ? json.update_id : undefined
  return typeof id === 'number' && Number.isSafeInteger(id) ? id : undefined
}

/**
 * The text of each object in the one list of the answer. Writing the parsed update out again would lose large numbers
 * and repeated keys, and break on one that is nested deep; this keeps what came.
 */
function sliceElements(text: string): string[] {
  const found: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '"') at = endOfString(text, at)
    else if (sign === '{' || sign === '[') {
      if (depth === 2) start = at
      depth++
    } else if (sign === '}' || sign === ']') {
      depth--
      if (depth === 2) found.push(text.slice(start, at + 1))
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

/** What was kept for us and cannot be read any more is told as unreadable, like anything the platform sends. */
export function readKept(raw: string): unknown {
  try {
    return JSON.parse(raw)
  } catch {
    return undefined
  }
}
