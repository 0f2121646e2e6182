import { withBytes } from '../../shared/elements.ts'
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
  return withBytes(text, 2, result).map(({ json, raw }) => ({ id: idOf(json), json, raw }))
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

/** What was kept for us and cannot be read any more is told as unreadable, like anything the platform sends. */
export function readKept(raw: string): unknown {
  try {
    return JSON.parse(raw)
  } catch {
    return undefined
  }
}
