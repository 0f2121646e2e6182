import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { verifyWebhook } from '../../../../src/channels/talk/receive/webhook-server.ts'
import type { TalkAnswer } from '../../../../src/channels/talk/wire/failure.ts'
import { createTalkClient, type TalkClient } from '../../../../src/channels/talk/wire/talk-client.ts'
import { systemClock } from '../../../../src/lib/time/clock.ts'
import { type Reply, scriptedServer } from '../scripted-server.ts'

// Exchanges with a real server, kept beside this project and not in it.
const folder = fileURLToPath(new URL('../../../../../shared/fixtures/talk/', import.meta.url))
const recordings = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : []
if (recordings.length === 0) console.warn(`left out: there are no recordings of a server in ${folder}`)

interface Recording {
  request: { method: string; path: string; query: Record<string, string>; body: unknown }
  response: { status: number; headers: Record<string, string | string[]>; body: unknown }
}

test.skipIf(recordings.length === 0)(
  'what a real server said is understood, each answer and each failure',
  async () => {
    let reply: Reply = {}
    const server = await scriptedServer(({ url }) =>
      url.pathname === '/ocs/v2.php/cloud/user' && !isAboutUs
        ? { body: JSON.stringify({ ocs: { data: { id: 'skein' } } }) }
        : reply,
    )
    let isAboutUs = false
    const told: Record<string, number> = {}
    try {
      for (const name of recordings) {
        const recording = JSON.parse(readFileSync(folder + name, 'utf8')) as Recording
        const verb = verbOf(recording)
        if (!verb) continue
        isAboutUs = recording.request.path === '/ocs/v2.php/cloud/user'
        reply = replyOf(recording)
        const client = createTalkClient({ url: server.url, user: 'skein', password: 'x', clock: systemClock })
        const answer = await verb.ask(client)
        client.close()
        const { status } = recording.response
        expect([name, answer.ok ? 'ok' : answer.failure.kind]).toEqual([name, expectedKind(status, name)])
        told[verb.name] = (told[verb.name] ?? 0) + 1
        if (answer.ok && verb.name === 'messages') checkPage(name, answer.value as never, recording)
      }
    } finally {
      await server.close()
    }
    expect(told.messages).toBeGreaterThan(80)
    expect(Object.values(told).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(180)
  },
)

test.skipIf(recordings.length === 0)(
  'a call that a real server signed is believed, and no letter of it may differ',
  () => {
    const calls = recordings.filter((name) => name.startsWith('webhook-'))
    for (const name of calls) {
      const { request, testVector } = JSON.parse(readFileSync(folder + name, 'utf8')) as Signed
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([key, given]) => [key.toLowerCase(), given]),
      )
      const terms = { secret: testVector.secret, url: String(headers['x-nextcloud-talk-backend']) }
      const body = Buffer.from(request.rawBody)
      expect([name, verifyWebhook(headers, body, terms)]).toEqual([name, { call: expect.anything() }])
      expect(verifyWebhook(headers, Buffer.from(`${request.rawBody} `), terms)).toEqual({ status: 401 })
    }
    expect(calls.length).toBeGreaterThan(3)
  },
)

interface Signed {
  request: { headers: Record<string, string>; rawBody: string }
  testVector: { secret: string }
}

interface Verb {
  name: string
  ask(client: TalkClient): Promise<TalkAnswer<unknown>>
}

const never = new AbortController().signal

function verbOf({ request: { method, path, query, body } }: Recording): Verb | undefined {
  const api = /\/apps\/spreed\/api\/v\d\/(.*)$/.exec(path)?.[1] ?? ''
  const [kind, token = '', third, fourth] = api.split('/')
  const given = (body ?? {}) as Record<string, never>
  const verb = (name: string, ask: Verb['ask']) => ({ name, ask })
  if (path.startsWith('/ocs/v1')) return undefined
  if (path === '/ocs/v2.php/cloud/user') return verb('me', (client) => client.me(never))
  if (path === '/ocs/v2.php/cloud/capabilities' && 'format' in query === false)
    return verb('capabilities', (client) => client.capabilities(never))
  if (kind === 'room' && token === '' && method === 'GET' && !('format' in query))
    return verb('rooms', (client) => client.rooms(undefined, never))
  if (kind === 'room' && token === '' && method === 'POST' && given.roomType === 1)
    return verb('openOneToOne', (client) => client.openOneToOne('alice', never))
  if (kind === 'room' && third === 'participants' && method === 'GET')
    return verb('participants', (client) => client.participants(token, never))
  if (kind === 'chat' && third === undefined && method === 'GET')
    return verb('messages', (client) => client.messages(token, { after: 1, limit: 100, waitSeconds: 1 }, never))
  if (kind === 'chat' && third === undefined && method === 'POST')
    return verb('send', (client) => client.send(token, { message: 'x', referenceId: 'r' }, never))
  if (kind === 'chat' && third === 'read' && method === 'POST')
    return verb('markRead', (client) => client.markRead(token, 1, never))
  if (kind === 'chat' && method === 'PUT') return verb('edit', (client) => client.edit(token, 1, 'x', never))
  if (kind === 'chat' && method === 'DELETE' && third !== 'read' && fourth === undefined && third !== undefined)
    return verb('delete', (client) => client.delete(token, 1, never))
  if (kind === 'reaction' && method === 'POST') return verb('react', (client) => client.react(token, 1, '👀', never))
  if (kind === 'reaction' && method === 'DELETE')
    return verb('unreact', (client) => client.unreact(token, 1, '👀', never))
  if (path.endsWith('/api/v1/shares') && method === 'POST')
    return verb('share', (client) => client.share({ token: 'x', path: '/x', referenceId: 'r', meta: {} }, never))
  if (path.endsWith('/api/v1/shares')) return verb('sharedWith', (client) => client.sharedWith('/x', never))
  if (path.startsWith('/remote.php/') && method === 'GET')
    return verb('download', (client) => client.download('/x', never, async (content) => content.resume()))
  if (path.startsWith('/remote.php/') && method === 'PUT')
    return verb('upload', (client) => client.upload('/x', new Blob(['x']), never))
  if (method === 'MKCOL') return verb('makeFolder', (client) => client.makeFolder('/x', never))
  return undefined
}

/** As it was said, but for what only holds for the connection it was said on. */
function replyOf({ response: { status, headers, body } }: Recording): Reply {
  const dropped = /^(content-length|connection|transfer-encoding|content-encoding|set-cookie|host|date)$/i
  const kept = Object.entries(headers).filter(([name]) => !dropped.test(name))
  const bytes = body as { $base64?: string } | string | null
  const text =
    bytes === null
      ? undefined
      : typeof bytes === 'string'
        ? bytes
        : bytes.$base64 !== undefined
          ? Buffer.from(bytes.$base64, 'base64')
          : JSON.stringify(bytes)
  return { status, headers: Object.fromEntries(kept), ...(text === undefined ? {} : { body: text }) }
}

function expectedKind(status: number, name: string): string {
  if (name === 'dav-mkcol-405-exists.json') return 'ok'
  // A file in parts and one that did not change are nothing we ask for.
  if (name.startsWith('format-xml')) return 'unknown'
  if (status === 206 || (status === 304 && !name.startsWith('chat-'))) return 'refused'
  if (status < 300 || status === 304) return 'ok'
  if (status === 401) return 'unauthorized'
  if (status === 429) return 'throttled'
  if (status === 503) return 'unsent'
  return status >= 500 ? 'unknown' : 'refused'
}

function checkPage(
  name: string,
  page: { lines: { message?: { id: number } }[]; lastGiven?: number },
  { response }: Recording,
) {
  const data = (response.body as { ocs?: { data?: { id: number }[] } } | null)?.ocs?.data ?? []
  expect([name, page.lines.map(({ message }) => message?.id)]).toEqual([name, data.map(({ id }) => id)])
  const header = response.headers['X-Chat-Last-Given']
  expect([name, page.lastGiven]).toEqual([name, header === undefined ? undefined : Number(header)])
}
