import { z } from 'zod'
import type { HttpAnswer } from '../../shared/http-client.ts'
import { withRawText } from '../../shared/raw-elements.ts'
import { type Answer, type Failure, failed, ok } from './failure.ts'

export const TALK = '/ocs/v2.php/apps/spreed/api'

/** Who we are there. */
export interface Self {
  id: string
  name: string
}

export const CALL_SECONDS = 30
/** A short limit on a send makes doubt, not speed: PHP goes on after we are gone. */
export const SEND_SECONDS = 75

const envelope = z.object({ ocs: z.object({ data: z.unknown() }) })

/** What the server wraps its answers in, opened, and checked once. */
export function ocsValue<T extends z.ZodType>(what: string, answer: Answer<HttpAnswer>, shape: T): Answer<z.output<T>> {
  if (!answer.ok) return answer
  const data = open(answer.value.text)
  const checked = data && shape.safeParse(data.value)
  return checked?.success ? ok(checked.data) : failed(unreadable(what))
}

/** Of a list each element is checked alone: one that nobody can read must not hide the others. */
export function ocsList<T extends z.ZodType>(
  what: string,
  answer: Answer<HttpAnswer>,
  shape: T,
): Answer<{ value: z.output<T> | undefined; raw: string }[]> {
  if (!answer.ok) return answer
  const { text } = answer.value
  const list = z.array(z.unknown()).safeParse(open(text)?.value)
  if (!list.success) return failed(unreadable(what))
  return ok(withRawText(text, 3, list.data).map(({ json, raw }) => ({ value: shape.safeParse(json).data, raw })))
}

/** With every name encoded, so that no letter in it can mean something else. */
export function filePath(path: string): string {
  const names = path.split('/').filter((name) => name !== '' && name !== '.' && name !== '..')
  return names.map((name) => `/${encodeURIComponent(name)}`).join('')
}

export function query(fields: Record<string, string | number>): string {
  const entries = Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)])
  return `?${new URLSearchParams(entries).toString()}`
}

/** The server did something with it, but what it says about that is no language of ours. */
function unreadable(what: string): Failure {
  return { kind: 'unknown', reason: `${what}: the answer could not be read` }
}

function open(text: string): { value: unknown } | undefined {
  try {
    return { value: envelope.parse(JSON.parse(text)).ocs.data }
  } catch {
    return undefined
  }
}
