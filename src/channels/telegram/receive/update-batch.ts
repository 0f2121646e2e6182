import { NoAnswerError } from '../../shared/http-client.ts'
import { withRawText } from '../../shared/raw-elements.ts'

/** One update, parsed, with its original text. */
export interface RawUpdate {
  id: number | undefined
  json: unknown
  raw: string
}

/** Splits an answer to getUpdates. Throws NoAnswerError if it is malformed. */
export function readBatch(text: string): RawUpdate[] {
  const result = resultOf(text)
  if (!result) throw new NoAnswerError('getUpdates', 'the answer could not be read', true)
  return withRawText(text, 2, result).map(({ json, raw }) => ({ id: idOf(json), json, raw }))
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

/** Undefined for text that is no longer valid JSON; it is then treated like an unreadable update. */
export function parseSavedUpdate(raw: string): unknown {
  try {
    return JSON.parse(raw)
  } catch {
    return undefined
  }
}
