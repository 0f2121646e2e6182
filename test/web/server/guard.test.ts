import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { securityHeaders } from '../../../src/web/server/connection-limiter.ts'
import type { WebServer } from '../../../src/web/server.ts'
import { ask, openSocket, pageHeaders, signIn } from '../http.ts'
import { createWorld } from '../world.ts'

const world = createWorld()
let server: WebServer
let cookie = ''
beforeAll(async () => {
  server = await world.serve()
  cookie = (await signIn(server)).cookie
})
afterAll(() => world.close())

type Headers = Record<string, string>
/** A header whose value is '' is left out; PORT stands for the real port. */
async function statusOf(method: string, path: string, changes: Headers): Promise<number> {
  const headers = Object.entries({ ...pageHeaders(server.port), cookie, ...changes })
    .filter(([, value]) => value !== '')
    .map(([name, value]) => [name, value.replaceAll('PORT', String(server.port))])
  const answer = await ask(server.port, {
    method,
    path,
    headers: Object.fromEntries(headers) as Headers,
    ...bodyOf(method),
  })
  expect(Object.keys(answer.json() as object)).toEqual(answer.status < 400 ? expect.anything() : ['error'])
  return answer.status
}

let lineNumber = 0
const bodyOf = (method: string) =>
  method === 'GET' ? {} : { body: JSON.stringify({ key: `key-${lineNumber++}`, text: 'hello' }) }

const lines = '/api/chats/web:one/lines'
const good: [method: string, path: string, status: number][] = [
  ['GET', '/api/state', 200],
  ['GET', '/api/commands', 200],
  ['GET', lines, 200],
  ['POST', lines, 200],
  ['POST', '/api/chats/web:one/stop', 200],
]

const foreignHosts = [
  'evil.test',
  'evil.test:PORT',
  '127.0.0.1',
  'localhost',
  '127.0.0.1:PORT.evil.test',
  '127.0.0.1.evil.test:PORT',
  'localhost.evil.test:PORT',
  '127.0.0.1:1',
  'user@127.0.0.1:PORT',
  '0.0.0.0:PORT',
  '[::1]:PORT',
  '127.1:PORT',
  '2130706433:PORT',
]
const foreignOrigins = [
  'null',
  'http://evil.test',
  'http://evil.test:PORT',
  'https://127.0.0.1:PORT',
  'http://127.0.0.1',
  'http://127.0.0.1:1',
  'http://localhost:PORT',
  'http://127.0.0.1:PORT.evil.test',
  'http://127.0.0.1:PORT/',
]
const foreignForms: Headers[] = [
  { 'x-skein': '' },
  { 'x-skein': '0' },
  { 'content-type': '' },
  { 'content-type': 'text/plain' },
  { 'content-type': 'text/plain; application/json' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-type': 'multipart/form-data; boundary=a' },
]
const badCookies = ['', 'skein=1', 'other=1', 'skein_0=x', `skein_x=${'A'.repeat(43)}`]

describe('our own page is served', () => {
  test.each(good)('%s %s', async (method, path, status) => {
    expect(await statusOf(method, path, {})).toBe(status)
    expect(await statusOf(method, path, { host: 'localhost:PORT', origin: 'http://localhost:PORT' })).toBe(status)
    expect(await statusOf(method, path, { 'sec-fetch-site': '' })).toBe(status)
  })
})

describe.each(good)('%s %s', (method, path) => {
  test.each(foreignHosts)('under the name %s is misdirected', async (host) => {
    expect(await statusOf(method, path, { host, origin: '' })).toBe(421)
    expect(await statusOf(method, path, { host, origin: `http://${host}` })).toBe(421)
  })

  test.each(foreignOrigins)('from %s is refused', async (origin) => {
    expect(await statusOf(method, path, { origin })).toBe(403)
  })

  test.each(['cross-site', 'same-site', 'none', 'rubbish'])('from a %s page is refused', async (site) => {
    expect(await statusOf(method, path, { 'sec-fetch-site': site })).toBe(403)
  })

  test.each(badCookies)('with the cookie "%s" needs a sign-in', async (given) => {
    expect(await statusOf(method, path, { cookie: given })).toBe(401)
  })

  test('is not let in for coming from this machine, and is not of this machine when a proxy passed it on', async () => {
    expect(await statusOf(method, path, { cookie: '' })).toBe(401)
    const proxied = {
      'x-forwarded-for': '127.0.0.1',
      'x-real-ip': '127.0.0.1',
      forwarded: 'for=127.0.0.1;host=localhost',
    }
    expect(await statusOf(method, path, proxied)).toBe(421)
    expect(await statusOf(method, path, { host: 'evil.test', 'x-forwarded-host': '127.0.0.1:PORT' })).toBe(421)
  })
})

describe('a POST', () => {
  test('needs an origin', async () => expect(await statusOf('POST', lines, { origin: '' })).toBe(403))

  test.each(foreignForms)('in a form that any page can send is refused: %o', async (form) => {
    expect(await statusOf('POST', lines, form)).toBe(403)
  })
})

test.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'TRACE'])('%s is not understood', async (method) => {
  const answer = await ask(server.port, { method, path: lines, headers: pageHeaders(server.port, { cookie }) })
  expect(answer.status).toBe(405)
})

test('an absolute target cannot slip another host past the check', async () => {
  const path = 'http://evil.test/api/state'
  expect((await ask(server.port, { path, headers: pageHeaders(server.port, { cookie }) })).status).toBe(421)
})

test('two Host headers are one too many', async () => {
  const { socket, closed } = await openSocket(server.port)
  const hosts = `Host: 127.0.0.1:${server.port}\r\nHost: evil.test\r\n`
  socket.write(`GET /api/state HTTP/1.1\r\n${hosts}Cookie: ${cookie}\r\nConnection: close\r\n\r\n`)
  expect(await closed).toMatch(/^HTTP\/1.1 421 /)
})

test('an address that cannot be parsed is answered with a sentence', async () => {
  const { socket, closed } = await openSocket(server.port)
  socket.write(`GET /api\\\\state HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nConnection: close\r\n\r\n`)
  expect(await closed).toMatch(/^HTTP\/1.1 400 [^]*"error":"This request cannot be understood/)
})

test('following a link to the page is fine from anywhere, reading its parts from elsewhere is not', async () => {
  const navigation = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
  const host = `127.0.0.1:${server.port}`
  const at = (path: string, headers: Headers) => ask(server.port, { path, headers: { host, ...headers } })
  expect((await at('/', navigation)).status).not.toBe(403)
  expect((await at('/api/state', navigation)).status).toBe(403)
  expect((await at('/', { ...navigation, 'sec-fetch-dest': 'iframe' })).status).toBe(403)
  expect(
    (await at('/page.js', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' }))
      .status,
  ).toBe(403)
})

test('a WebSocket is never opened', async () => {
  const upgrade = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
  }
  const headers = { host: `127.0.0.1:${server.port}`, cookie, ...upgrade }
  expect(
    (await ask(server.port, { path: '/api/events', headers: { ...headers, origin: 'http://evil.test' } })).status,
  ).toBe(403)
  expect((await ask(server.port, { path: '/socket', headers })).status).toBe(404)
})

test('every answer, good or bad, carries the headers that protect it, and none opens it to others', async () => {
  const answers = await Promise.all([
    ask(server.port, { headers: { host: `127.0.0.1:${server.port}` } }),
    ask(server.port, { path: '/api/state', headers: pageHeaders(server.port, { cookie }) }),
    ask(server.port, { path: '/api/state', headers: pageHeaders(server.port) }),
    ask(server.port, { path: '/nowhere', headers: pageHeaders(server.port) }),
    ask(server.port, { headers: { host: 'evil.test' } }),
  ])
  for (const { headers } of answers) {
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'self';.*frame-ancestors 'none'$/,
    )
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers['access-control-allow-origin']).toBeUndefined()
  }
  expect(answers[1]?.headers['cache-control']).toBe('no-store')
})

test.each([
  'GET /\\ HTTP/1.1',
  'GET /\\evil.test/ HTTP/1.1',
  'GET /api\\state HTTP/1.1',
  'GET //evil.test/api/state HTTP/1.1',
  'GET /% HTTP/1.1',
  'GET /api/chats/%ff/lines HTTP/1.1',
  'GET /[ HTTP/1.1',
  'GET /?\\ HTTP/1.1',
  'GET /api/state HTTP/1.1\r\nExpect: the-unexpected',
  'GET http://[/ HTTP/1.1',
  'GET * HTTP/1.1',
  'OPTIONS * HTTP/1.1',
  'NONSENSE / HTTP/1.1',
  'GET / HTTP/9.9',
])('the answer to %j carries the same headers as every other', async (head) => {
  const { socket, closed } = await openSocket(server.port)
  socket.write(`${head}\r\nHost: 127.0.0.1:${server.port}\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`)
  const answer = await closed
  for (const [name, value] of Object.entries(securityHeaders)) {
    expect([name, answer.toLowerCase()]).toEqual([name, expect.stringContaining(`${name}: ${value}`.toLowerCase())])
  }
})
