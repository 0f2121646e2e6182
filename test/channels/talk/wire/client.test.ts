import { afterEach, describe, expect, test } from 'vitest'
import { receiptOf } from '../../../../src/channels/talk/wire/failure.ts'
import { createTalkClient } from '../../../../src/channels/talk/wire/talk-client.ts'
import { textIn } from '../../../../src/messages/localized.ts'
import { ocs, type Reply, type Seen, scriptedServer } from '../scripted-server.ts'

const never = new AbortController().signal
const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

async function rig(answer: (seen: Seen) => Reply | Promise<Reply>) {
  const server = await scriptedServer(answer)
  let now = 0
  const clock = { mono: () => now }
  const client = createTalkClient({ url: `${server.url}/cloud/`, user: 'skein', password: 'pass word', clock })
  open.push(server, client)
  return { server, client, later: (ms: number) => (now += ms) }
}

const message = { id: 7, actorType: 'users', actorId: 'alice', message: 'hello', messageParameters: [], reactions: {} }

test('every call says who we are, and asks for JSON, below the address it was given', async () => {
  const { client, server } = await rig(() => ocs([]))
  await client.rooms(12, never)
  const { url, headers } = server.seen[0] ?? { url: new URL('http://none'), headers: {} }
  expect(url.pathname + url.search).toBe('/cloud/ocs/v2.php/apps/spreed/api/v4/room?noStatusUpdate=1&modifiedSince=12')
  expect(headers).toMatchObject({
    authorization: `Basic ${Buffer.from('skein:pass word').toString('base64')}`,
    'ocs-apirequest': 'true',
    accept: 'application/json',
  })
})

describe('messages', () => {
  test('come with the bytes they came in and where to go on', async () => {
    const { client } = await rig(() => ocs([message, { no: 'id' }], { headers: { 'x-chat-last-given': '9' } }))
    const page = await client.messages('abcd', { after: 3, limit: 50, waitSeconds: 1 }, never)
    expect(page).toMatchObject({ ok: true, value: { lastGiven: 9, lines: [{ message: { id: 7 } }, {}] } })
    expect(page.ok && page.value.lines.map(({ message: read, raw }) => [read?.id, raw])).toEqual([
      [7, JSON.stringify(message)],
      [undefined, '{"no":"id"}'],
    ])
  })

  test('that are not there are no failure, and move nothing', async () => {
    const { client } = await rig(() => ({ status: 304 }))
    expect(await client.messages('abcd', { after: 3, limit: 50 }, never)).toEqual({
      ok: true,
      value: { lines: [], lastGiven: undefined },
    })
  })

  test('that are hidden from us move on all the same', async () => {
    const { client } = await rig(() => ocs([], { headers: { 'x-chat-last-given': '42' } }))
    expect(await client.messages('abcd', { after: 3, limit: 50 }, never)).toMatchObject({ value: { lastGiven: 42 } })
  })
})

describe('the session', () => {
  const cookies = ['oc_session=one; path=/; HttpOnly', '__Host-strict=two; path=/', 'gone=; Max-Age=0']

  test('is given back whole', async () => {
    const { client, server } = await rig(() => ocs([], { headers: { 'set-cookie': cookies } }))
    await client.rooms(undefined, never)
    await client.rooms(undefined, never)
    expect(server.seen.map(({ headers }) => headers.cookie)).toEqual([undefined, 'oc_session=one; __Host-strict=two'])
  })

  test('that is refused is dropped, and the password asked for once more', async () => {
    const { client, server } = await rig(({ headers }) =>
      headers.cookie === undefined ? ocs([], { headers: { 'set-cookie': cookies } }) : { status: 401 },
    )
    await client.rooms(undefined, never)
    expect(await client.rooms(undefined, never)).toMatchObject({ ok: true })
    expect(server.seen).toHaveLength(3)
  })

  test('that lost its companions is dropped too', async () => {
    const { client } = await rig(({ headers }) =>
      headers.cookie === undefined
        ? ocs([], { headers: { 'set-cookie': cookies } })
        : { status: 412, body: '{"error":"Strict Cookie has not been found in request"}' },
    )
    await client.rooms(undefined, never)
    expect(await client.rooms(undefined, never)).toMatchObject({ ok: true })
  })
})

describe('a refused password', () => {
  test('is tried twice, then not again for a quarter of an hour, whoever asks', async () => {
    const { client, server, later } = await rig(() => ({ status: 401, body: '<ocs><meta/></ocs>' }))
    for (let at = 0; at < 10; at++) {
      const asked = at % 2 === 0 ? client.rooms(undefined, never) : client.markRead('abcd', 1, never)
      expect(await asked).toEqual({ ok: false, failure: { kind: 'unauthorized' } })
    }
    expect(server.seen).toHaveLength(2)
    later(14 * 60_000)
    await client.rooms(undefined, never)
    expect(server.seen).toHaveLength(2)
    later(60_000)
    await Promise.all([client.rooms(undefined, never), client.rooms(undefined, never)])
    expect(server.seen).toHaveLength(3)
  })

  test('that is taken again is used at once', async () => {
    let isRefused = true
    const { client, server, later } = await rig(() => (isRefused ? { status: 401 } : ocs([])))
    for (let at = 0; at < 3; at++) await client.rooms(undefined, never)
    isRefused = false
    later(15 * 60_000)
    expect(await client.rooms(undefined, never)).toMatchObject({ ok: true })
    expect(await client.rooms(undefined, never)).toMatchObject({ ok: true })
    expect(server.seen).toHaveLength(4)
  })
})

test('nobody is followed to another place, and the password stays here', async () => {
  const elsewhere = await scriptedServer(() => ocs([]))
  open.push(elsewhere)
  const { client } = await rig(() => ({ status: 302, headers: { location: `${elsewhere.url}/login?secret=1` } }))
  const answer = await client.rooms(undefined, never)
  expect(answer).toMatchObject({ failure: { kind: 'refused', status: 302 } })
  expect(JSON.stringify(answer)).toContain(`the server is at ${elsewhere.url}; put that address into talk.url`)
  expect(JSON.stringify(answer)).not.toContain('secret')
  expect(elsewhere.seen).toEqual([])
})

describe('what a send that fails means:', () => {
  const xml = '<?xml version="1.0"?><ocs><meta><message>Service unavailable</message></meta></ocs>'
  const cases: [name: string, reply: Reply, receipt: Record<string, unknown>][] = [
    ['a bad reply', ocs([], { status: 400 }), { status: 'refused' }],
    [
      'a locked room',
      ocs([], { status: 403 }),
      { status: 'refused', reason: 'I am not allowed to write in this room' },
    ],
    ['no such room', ocs([], { status: 404 }), { status: 'refused' }],
    ['a closed lobby', ocs([], { status: 412 }), { status: 'refused', reason: 'the lobby of the room is closed' }],
    ['a text that is too long', ocs([], { status: 413 }), { status: 'refused', reason: 'it is too long' }],
    ['an old client', { status: 426 }, { status: 'refused', reason: 'the server requires a newer client' }],
    ['a pause', { status: 429, body: xml }, { status: 'throttled', afterMs: 60_000 }],
    ['a pause of its choice', { status: 429, headers: { 'retry-after': '7' } }, { status: 'throttled', afterMs: 7000 }],
    ['a broken server', { status: 500, body: xml }, { status: 'unknown' }],
    ['a gateway without a server', { status: 502 }, { status: 'retry', away: true, maybeArrived: true }],
    ['maintenance', { status: 503, body: xml }, { status: 'retry', away: true, reason: /maintenance/ }],
    ['an overloaded gateway', { status: 503, body: '<html>' }, { status: 'retry', away: true }],
    ['a gateway that gave up', { status: 504 }, { status: 'retry', away: true, maybeArrived: true }],
    ['full storage', { status: 507 }, { status: 'refused', reason: 'my storage on this Nextcloud server is full' }],
    ['a cut connection', { cut: true }, { status: 'unknown' }],
    ['something unreadable', { status: 201, body: '<html>' }, { status: 'unknown' }],
  ]
  test.each(cases)('%s', async (_name, reply, receipt) => {
    const { client } = await rig(() => reply)
    const answer = await client.send('abcd', { message: 'x', referenceId: 'r' }, never)
    const told = answer.ok ? undefined : receiptOf(answer.failure)
    const { reason, ...rest } = receipt
    expect(told).toMatchObject(rest)
    if (reason !== undefined)
      expect(told && 'reason' in told && textIn(told.reason, 'en')).toMatch(reason as string | RegExp)
  })

  test('nobody is there', async () => {
    const { client, server } = await rig(() => ocs([]))
    await server.close()
    const answer = await client.send('abcd', { message: 'x', referenceId: 'r' }, never)
    expect(answer).toMatchObject({ failure: { kind: 'unsent' } })
    expect(answer.ok || receiptOf(answer.failure)).not.toHaveProperty('maybeArrived')
  })
})

test('what the server can is asked once, and again when it says that this changed', async () => {
  let hash = 'a'
  const { client, server } = await rig(({ url }) =>
    url.pathname.endsWith('/capabilities')
      ? ocs({ version: { string: '27.1' }, capabilities: { spreed: { features: ['reactions'], config: [] } } })
      : ocs([], { headers: { 'x-nextcloud-talk-hash': hash } }),
  )
  const asked = () => server.seen.filter(({ url }) => url.pathname.endsWith('/capabilities')).length
  await client.rooms(undefined, never)
  const can = await client.capabilities(never)
  expect(can.ok && [can.value.has('reactions'), can.value.has('threads'), can.value.maxLength]).toEqual([
    true,
    false,
    1000,
  ])
  await client.capabilities(never)
  expect(asked()).toBe(1)
  hash = 'b'
  await client.rooms(undefined, never)
  await client.capabilities(never)
  expect(asked()).toBe(2)
})

test('a server without Talk is told as that', async () => {
  const { client } = await rig(() => ocs({ version: {}, capabilities: { core: {} } }))
  expect(await client.capabilities(never)).toMatchObject({
    failure: { reason: 'Talk is not installed on this Nextcloud' },
  })
})

test('file names mean nothing in an address, and nothing is written over', async () => {
  const { client, server } = await rig(({ url }) =>
    url.pathname.includes('/cloud/user') ? ocs({ id: 'sk ein' }) : { status: 201 },
  )
  expect(await client.upload('/Skein/../a #1?.md', new Blob(['hello']), never)).toMatchObject({ ok: true })
  expect(server.seen[1]).toMatchObject({
    method: 'PUT',
    body: 'hello',
    headers: { 'if-none-match': '*', 'content-length': '5' },
  })
  expect(server.seen[1]?.url.pathname).toBe('/cloud/remote.php/dav/files/sk%20ein/Skein/a%20%231%3F.md')
})

test('at most three requests are under way, and a file does not wait for a poll', async () => {
  const held: (() => void)[] = []
  const { client, server } = await rig(async ({ url }) => {
    if (url.searchParams.get('timeout') !== '30')
      return url.pathname.includes('/cloud/user') ? ocs({ id: 's' }) : ocs([])
    await new Promise<void>((resolve) => held.push(resolve))
    return { status: 304 }
  })
  const stop = new AbortController()
  const polls = ['aaaa', 'bbbb', 'cccc'].map((token) =>
    client.messages(token, { after: 1, limit: 1, waitSeconds: 30 }, stop.signal),
  )
  const calls = Array.from({ length: 10 }, () => client.rooms(undefined, never))
  await Promise.all(calls)
  await client.download('/x', never, async (content) => content.resume())
  expect(server.most()).toBeLessThanOrEqual(3)
  stop.abort()
  for (const release of held) release()
  await Promise.all(polls)
})
