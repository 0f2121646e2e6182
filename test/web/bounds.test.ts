import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectionLimits } from '../../src/web/server/connection-limiter.ts'
import type { WebServer } from '../../src/web/server.ts'
import { ask, openSocket, pageHeaders, signIn } from './http.ts'
import { createWorld } from './world.ts'

const world = createWorld()
let server: WebServer
let cookie = ''
beforeAll(async () => {
  server = await world.serve()
  cookie = (await signIn(server)).cookie
})
afterAll(() => world.close())

const state = () => ask(server.port, { path: '/api/state', headers: pageHeaders(server.port, { cookie }) })
const head = (port: number) =>
  `POST /api/sign-in HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: http://127.0.0.1:${port}\r\nX-Skein: 1\r\nContent-Type: application/json\r\n`

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const startedAt = performance.now()
  const value = await work()
  return { value, ms: performance.now() - startedAt }
}

function say(text: string, key = 'k') {
  const headers = pageHeaders(server.port, { cookie })
  return ask(server.port, {
    method: 'POST',
    path: '/api/chats/web:b/lines',
    headers,
    body: JSON.stringify({ key, text }),
  })
}

test('2,000 connections that say nothing leave the page open', async () => {
  const sockets: Awaited<ReturnType<typeof openSocket>>[] = []
  // In batches that fit into the kernel's queue: what overflows it looks open here and never reaches the server.
  for (let batch = 0; batch < 20; batch++) {
    sockets.push(...(await Promise.all(Array.from({ length: 100 }, () => openSocket(server.port)))))
  }
  expect((await state()).status).toBe(200)
  const open = () => sockets.filter(({ socket }) => !socket.destroyed).length
  await expect.poll(open).toBeLessThanOrEqual(connectionLimits.strangers)
  for (const { socket } of sockets) socket.destroy()
})

test('slow bodies without a session take no room from anybody', async () => {
  const sockets = await Promise.all(Array.from({ length: 120 }, () => openSocket(server.port)))
  for (const { socket } of sockets)
    socket.write(`${head(server.port).replace('sign-in', 'sign-out')}Content-Length: 1000\r\n\r\n{`)
  // The answer comes before the body: nobody waits for bytes from a stranger.
  const answered = await Promise.all(sockets.map(({ closed }) => closed))
  expect(answered.filter((text) => text !== '' && !text.startsWith('HTTP/1.1 401 '))).toEqual([])
  expect(answered.filter((text) => text.startsWith('HTTP/1.1 401 ')).length).toBeGreaterThan(50)
  expect((await state()).status).toBe(200)
})

test('headers that drip are cut off after 10 seconds', async () => {
  const { socket, closed } = await openSocket(server.port)
  socket.write(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n`)
  const dripping = setInterval(() => socket.writable && socket.write('X-Drip: 1\r\n'), 500)
  const { value, ms } = await timed(() => closed)
  clearInterval(dripping)
  expect(value).toMatch(/^HTTP\/1.1 408 .*{"error":".+"}$/s)
  expect(ms).toBeGreaterThan(9000)
})

test('headers without end are refused', async () => {
  const { socket, closed } = await openSocket(server.port)
  socket.write(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nX-Long: ${'a'.repeat(1_000_000)}\r\n\r\n`)
  expect(await closed).toMatch(/^(HTTP\/1.1 431 .*{"error":".+"})?$/s)
})

test('what is no HTTP gets one sentence', async () => {
  const { socket, closed } = await openSocket(server.port)
  socket.write('hello?\r\n\r\n')
  expect(await closed).toMatch(/^HTTP\/1.1 400 .*{"error":".+"}$/s)
})

test('pipelined requests are each answered', async () => {
  const { socket, closed } = await openSocket(server.port)
  const get = `GET /nowhere HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n`
  socket.write(`${get}\r\n`.repeat(49) + `${get}Connection: close\r\n\r\n`)
  expect((await closed).match(/HTTP\/1.1 404/g)).toHaveLength(50)
})

test('a message may have 100,000 characters and no more, whatever they are', async () => {
  expect((await say('a'.repeat(100_000), 'long')).status).toBe(200)
  const longer = await say('a'.repeat(100_001), 'longer')
  expect([longer.status, longer.json()]).toEqual([
    413,
    { error: 'A message can have up to 100,000 characters; this one has 100,001. Please send it in parts.' },
  ])
})

test('a body over 256 KB is refused, announced or not', async () => {
  const body = JSON.stringify({ key: 'k', text: 'a', more: 'a'.repeat(300_000) })
  const post = { method: 'POST', path: '/api/chats/web:b/lines', body }
  const announced = await ask(server.port, {
    ...post,
    headers: pageHeaders(server.port, { cookie, 'content-length': String(body.length) }),
  })
  expect([announced.status, Object.keys(announced.json() as object)]).toEqual([413, ['error']])
  const chunked = await ask(server.port, {
    ...post,
    headers: pageHeaders(server.port, { cookie, 'transfer-encoding': 'chunked' }),
  })
  expect([chunked.status, Object.keys(chunked.json() as object)]).toEqual([413, ['error']])
})

test.each([
  '',
  '{',
  '[]',
  '{"key":"k"}',
  '{"key":"","text":"a"}',
  '{"key":"a b","text":"a"}',
  '{"key":"k","text":7}',
  '{"key":"k","text":" \\n "}',
])('the body %s is refused with a sentence', async (body) => {
  const headers = pageHeaders(server.port, { cookie })
  const answer = await ask(server.port, { method: 'POST', path: '/api/chats/web:b/lines', headers, body })
  expect([answer.status, Object.keys(answer.json() as object)]).toEqual([400, ['error']])
})

test.each(['web:', 'web:a%20b', 'telegram:1', 'web:..%2f..%2fetc', `web:${'a'.repeat(65)}`, '%E0%A4%A'])(
  'there is no chat %s',
  async (chat) => {
    const headers = pageHeaders(server.port, { cookie })
    expect((await ask(server.port, { path: `/api/chats/${chat}/lines`, headers })).status).toBe(404)
  },
)

test('a session cannot post without end', async () => {
  const { cookie: other } = await signIn(server)
  const headers = pageHeaders(server.port, { cookie: other })
  const stop = () => ask(server.port, { method: 'POST', path: '/api/chats/web:c/stop', headers, body: '{}' })
  const statuses: number[] = []
  for (let n = 0; n < 100; n++) statuses.push((await stop()).status)
  expect(statuses.slice(0, 60)).toEqual(Array(60).fill(200))
  expect(statuses).toContain(429)
  expect((await state()).status).toBe(200)
})

test('there are at most 16 streams, and a closed one makes room', async () => {
  const open = (signal: AbortSignal) => fetch(`${server.url}api/events`, { headers: { cookie }, signal })
  const closing = new AbortController()
  const rest = new AbortController()
  const streams = await Promise.all([open(closing.signal), ...Array.from({ length: 15 }, () => open(rest.signal))])
  expect(streams.map(({ status }) => status)).toEqual(Array(16).fill(200))
  expect((await open(rest.signal)).status).toBe(503)
  closing.abort()
  await expect.poll(async () => (await open(rest.signal)).status).toBe(200)
  rest.abort()
})

test('a line that cannot be stored is not acknowledged', async () => {
  world.broken.isBroken = true
  const refused = await say('keep this', 'kept')
  world.broken.isBroken = false
  expect([refused.status, refused.json()]).toEqual([503, { error: 'Not saved yet. Skein will try again.' }])
  expect((await say('keep this', 'kept')).status).toBe(200)
  expect((await say('keep this', 'kept')).json()).toMatchObject({ line: { text: 'keep this', key: 'kept' } })
  expect(world.accepted.filter(({ text }) => text === 'keep this')).toHaveLength(1)
})

test('a taken port gives way to the next free one, and it says so', async () => {
  const next = await world.serve({ port: server.port })
  expect(next.port).toBeGreaterThan(server.port)
  expect(world.logged.join('')).toContain('web port taken')
})
