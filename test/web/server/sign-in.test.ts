import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { browserOf } from '../../../src/web/server/sign-in.ts'
import type { WebServer } from '../../../src/web/server.ts'
import { createTestClock } from '../../support/test-clock.ts'
import { ask, pageHeaders, signIn } from '../http.ts'
import { createWorld, type World } from '../world.ts'

const worlds: World[] = []
afterEach(() => Promise.all(worlds.splice(0).map((world) => world.close())))

function newWorld(options: Parameters<typeof createWorld>[0] = {}): World {
  const world = createWorld(options)
  worlds.push(world)
  return world
}

const stateWith = async (server: WebServer, cookie: string) =>
  (await ask(server.port, { path: '/api/state', headers: pageHeaders(server.port, { cookie }) })).status

test('a link signs in once and keeps its token out of what a browser sends', async () => {
  const server = await newWorld().serve()
  const link = server.link()
  expect(new URL(link).hash).toMatch(/^#sign-in=[\w-]{43}$/)
  expect(new URL(link).search).toBe('')
  const { cookie, answer } = await signIn(server, link)
  expect(answer.headers['set-cookie']?.[0]).toMatch(
    /^skein_[0-9a-f]{12}=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Strict$/,
  )
  expect(await stateWith(server, cookie)).toBe(200)
  const again = await signIn(server, link)
  expect([again.answer.status, again.cookie]).toEqual([401, ''])
})

test('a link grows old in 15 minutes', async () => {
  const clock = createTestClock()
  const server = await newWorld({ clock }).serve()
  const link = server.link()
  clock.advance(15 * 60_000)
  expect((await signIn(server, link)).answer.status).toBe(401)
})

test('a sign-in survives a restart of the daemon', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'skein-sign-in-'))
  const first = createWorld({ dir })
  const { cookie } = await signIn(await first.serve())
  first.db.close()
  const second = newWorld({ dir })
  expect(await stateWith(await second.serve(), cookie)).toBe(200)
})

test('using the page keeps the cookie fresh', async () => {
  const clock = createTestClock()
  const server = await newWorld({ clock }).serve()
  const { cookie } = await signIn(server)
  for (let days = 0; days < 300; days += 60) {
    clock.advance(60 * 86_400_000)
    const answer = await ask(server.port, { path: '/api/state', headers: pageHeaders(server.port, { cookie }) })
    expect([answer.status, answer.headers['set-cookie']?.[0]?.startsWith(cookie)]).toEqual([200, true])
  }
  clock.advance(91 * 86_400_000)
  expect(await stateWith(server, cookie)).toBe(401)
})

// The next beat would end it too, 15 seconds later.
test('signing out ends the session and the open stream at once', { timeout: 14_000 }, async () => {
  const server = await newWorld().serve()
  const { cookie } = await signIn(server)
  const stream = await fetch(`${server.url}api/events`, { headers: { cookie } })
  const ended = stream.text()
  const post = { method: 'POST', path: '/api/sign-out', headers: pageHeaders(server.port, { cookie }), body: '{}' }
  expect((await ask(server.port, post)).status).toBe(200)
  expect(await stateWith(server, cookie)).toBe(401)
  expect(await ended).toContain('retry: 1000')
})

test('two installs on one machine do not share a cookie', async () => {
  const [one, other] = await Promise.all([newWorld().serve(), newWorld().serve()])
  const { cookie } = await signIn(one)
  expect(cookie.split('=')[0]).not.toBe((await signIn(other)).cookie.split('=')[0])
  expect(await stateWith(other, cookie)).toBe(401)
})

test('guesses are answered ten times a minute, and a link that is right is let in whatever was guessed before', async () => {
  const clock = createTestClock()
  const server = await newWorld({ clock }).serve()
  const guess = async () => (await signIn(server, '#sign-in=guess')).answer.status
  const statuses = await Promise.all(Array.from({ length: 200 }, guess))
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(190)
  expect((await signIn(server)).answer.status).toBe(200)
  expect(await guess()).toBe(429)
  clock.advance(60_000)
  expect(await guess()).toBe(401)
})

test('no token, cookie or text of a message reaches the log', async () => {
  const world = newWorld()
  const server = await world.serve()
  const link = server.link()
  const { cookie } = await signIn(server, link)
  await signIn(server, link)
  world.broken.isBroken = true
  const said = await ask(server.port, {
    method: 'POST',
    path: '/api/chats/web:a/lines',
    headers: pageHeaders(server.port, { cookie }),
    body: JSON.stringify({ key: 'k', text: 'a private thought' }),
  })
  expect(said.status).toBe(503)
  const log = world.logged.join('')
  expect(log).toContain('not stored')
  for (const secret of [link.split('=')[1], cookie.split('=')[1], 'a private thought'])
    expect(log).not.toContain(secret)
})

const mozilla = 'Mozilla/5.0'
const like = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`${mozilla} (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0`, 'Firefox', 'Linux'],
  [`${mozilla} (X11; Linux x86_64) ${like} Chrome/126.0.0.0 Safari/537.36`, 'Chrome', 'Linux'],
  [`${mozilla} (X11; Linux x86_64) ${like} HeadlessChrome/126.0.0.0 Safari/537.36`, 'Chrome', 'Linux'],
  [`${mozilla} (Windows NT 10.0; Win64; x64) ${like} Chrome/126.0 Safari/537.36 Edg/126.0`, 'Edge', 'Windows'],
  [
    `${mozilla} (Linux; Android 10; K) ${like} SamsungBrowser/25.0 Chrome/121.0 Mobile Safari/537.36`,
    'Samsung Internet',
    'Android',
  ],
  [`${mozilla} (Macintosh; Intel Mac OS X 10_15_7) ${like} Version/17.5 Safari/605.1.15`, 'Safari', 'macOS'],
  [
    `${mozilla} (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${like} Version/17.5 Mobile/15E148 Safari/604.1`,
    'Safari',
    'iPhone',
  ],
  [
    `${mozilla} (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${like} FxiOS/127.0 Mobile/15E148 Safari/605.1.15`,
    'Firefox',
    'iPhone',
  ],
  [`${mozilla} (X11; CrOS x86_64 14541.0.0) ${like} Chrome/126.0.0.0 Safari/537.36`, 'Chrome', 'ChromeOS'],
  ['curl/8.5.0', null, null],
  ['', null, null],
  [undefined, null, null],
])('%s', (userAgent, browser, system) => {
  expect(browserOf(userAgent)).toEqual({ browser, system })
})

test('only the beginning of a long one is looked at', () => {
  expect(browserOf(`${'x '.repeat(300)}Firefox/128.0`)).toEqual({ browser: null, system: null })
})
