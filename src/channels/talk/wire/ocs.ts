import { z } from 'zod'
import { parseJson } from '../../../lib/text/json.ts'
import { withRawText } from '../../shared/batch-storage.ts'
import type { HttpAnswer } from '../../shared/http-client.ts'
import { failed, ok, type TalkAnswer, type TalkFailure } from './failure.ts'

export const TALK_API = '/ocs/v2.php/apps/spreed/api'

/** Our account on the server. */
export interface TalkAccount {
  id: string
  name: string
}

export const CALL_TIMEOUT_SECONDS = 30
/**
 * A short limit on sends would not make them faster, only leave more outcomes unknown, because PHP continues after we
 * disconnect.
 */
export const SEND_TIMEOUT_SECONDS = 75

const envelope = z.object({ ocs: z.object({ data: z.unknown() }) })

/** Unwraps and validates an OCS answer. */
export function ocsValue<T extends z.ZodType>(
  what: string,
  answer: TalkAnswer<HttpAnswer>,
  shape: T,
): TalkAnswer<z.output<T>> {
  if (!answer.ok) return answer
  const data = open(answer.value.text)
  const checked = data && shape.safeParse(data.value)
  return checked?.success ? ok(checked.data) : failed(unreadable(what))
}

/** Validates each element separately, so that one invalid element does not hide the others. */
export function ocsList<T extends z.ZodType>(
  what: string,
  answer: TalkAnswer<HttpAnswer>,
  shape: T,
): TalkAnswer<{ value: z.output<T> | undefined; raw: string }[]> {
  if (!answer.ok) return answer
  const { text } = answer.value
  const list = z.array(z.unknown()).safeParse(open(text)?.value)
  if (!list.success) return failed(unreadable(what))
  return ok(withRawText(text, 3, list.data).map(({ json, raw }) => ({ value: shape.safeParse(json).data, raw })))
}

/** Encodes every path segment, so that no character in it has a special meaning. */
export function filePath(path: string): string {
  const names = path.split('/').filter((name) => name !== '' && name !== '.' && name !== '..')
  return names.map((name) => `/${encodeURIComponent(name)}`).join('')
}

export function query(fields: Record<string, string | number>): string {
  const entries = Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)])
  return `?${new URLSearchParams(entries).toString()}`
}

/** The server did something, but we cannot parse its answer. */
function unreadable(what: string): TalkFailure {
  return { kind: 'unknown', reason: `${what}: the answer could not be read` }
}

function open(text: string): { value: unknown } | undefined {
  const parsed = envelope.safeParse(parseJson(text))
  return parsed.success ? { value: parsed.data.ocs.data } : undefined
}
