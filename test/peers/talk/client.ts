import { onTestFinished } from 'vitest'
import type { User } from './accounts/accounts.ts'
import { createTalkServer, type TalkOptions, type TalkServer } from './talk.ts'

export interface Got {
  status: number
  header(name: string): string | null
  /** Parsed where it is JSON, else as it came. */
  body: unknown
  /** `ocs.data` of an answer that has it. */
  data: never
}

/** A plain call, as the recorder made them: JSON asked for, the OCS header set. */
export async function call(
  talk: TalkServer,
  user: User | undefined,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Got> {
  const basic = user === undefined ? '' : Buffer.from(`${user.id}:${user.appPassword}`).toString('base64')
  const isBytes = typeof body === 'string' || body instanceof Buffer
  const init: RequestInit = {
    method,
    redirect: 'manual',
    headers: {
      Accept: 'application/json',
      'OCS-APIRequest': 'true',
      ...(basic === '' ? {} : { Authorization: `Basic ${basic}` }),
      ...(body === undefined || isBytes ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
  }
  if (body !== undefined) init.body = isBytes ? (body as string) : JSON.stringify(body)
  const response = await fetch(`${talk.url()}${path}`, init)
  const text = await response.text()
  const isJson = /json/.test(response.headers.get('content-type') ?? '') && text !== ''
  const parsed: unknown = isJson ? JSON.parse(text) : text
  const ocs =
    typeof parsed === 'object' && parsed !== null && 'ocs' in parsed ? (parsed.ocs as { data: never }) : undefined
  return {
    status: response.status,
    header: (name) => response.headers.get(name),
    body: parsed,
    data: ocs?.data as never,
  }
}

export const spreed = '/ocs/v2.php/apps/spreed/api'

/** A server with a bot and two people, in a one-to-one and in a group. */
export async function start(options: TalkOptions = {}) {
  const talk = await createTalkServer({ secondMs: 20, ...options })
  onTestFinished(() => talk.close())
  const skein = talk.user('skein')
  const alice = talk.user('alice', 'Alice Example')
  const bob = talk.user('bob', 'Bob Example')
  const direct = talk.oneToOne(alice, skein)
  const lab = talk.group('Lab', [alice, bob, skein])
  const as =
    (user: User | undefined) => (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
      call(talk, user, method, path, body, headers)
  return { talk, skein, alice, bob, direct, lab, as, bot: as(skein) }
}
