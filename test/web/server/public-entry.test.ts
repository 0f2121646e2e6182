import { afterEach, describe, expect, test } from 'vitest'
import type { WebServer } from '../../../src/web/server.ts'
import { createTestClock } from '../../support/test-clock.ts'
import { type Answered, ask, pageHeaders, signIn } from '../http.ts'
import { createWorld, type World } from '../world.ts'

const worlds: World[] = []
afterEach(() => Promise.all(worlds.splice(0).map((world) => world.close())))

function newWorld(options: Parameters<typeof createWorld>[0] = {}): World {
  const world = createWorld(options)
  worlds.push(world)
  return world
}

const publicUrl = 'https://skein.example.org'
const day = 86_400_000

/** What a browser sends that opened the page by its public name, as a proxy passes it on. */
function proxied(server: WebServer, cookie = '', more: Record<string, string> = {}): Record<string, string> {
  return pageHeaders(server.port, { host: 'skein.example.org', origin: publicUrl, cookie, ...more })
}

function enter(server: WebServer, link: string, headers: Record<string, string>, at?: string): Promise<Answered> {
  const body = JSON.stringify({ token: link.split('#sign-in=')[1] })
  return ask(server.port, { method: 'POST', path: '/api/sign-in', headers, body, ...(at && { at }) })
}

const cookieOf = ({ headers }: Answered) => headers['set-cookie']?.[0]?.split(';')[0] ?? ''

const stateOf = async (server: WebServer, headers: Record<string, string>) =>
  (await ask(server.port, { path: '/api/state', headers })).status

test('without being asked for, there is no way in but this machine', async () => {
  const server = await newWorld().serve()
  expect([server.publicUrl, server.publicLink()]).toEqual([undefined, undefined])
  expect(await stateOf(server, proxied(server))).toBe(421)
})

describe('behind a proxy with TLS', () => {
  test('a public link gives a cookie that goes over TLS and to this host only, and lives shorter', async () => {
    const clock = createTestClock()
    const server = await newWorld({ clock }).serve({ publicUrl })
    const link = server.publicLink() ?? ''
    expect(link).toMatch(/^https:\/\/skein\.example\.org\/#sign-in=[\w-]{43}$/)
    const answer = await enter(server, link, proxied(server))
    expect(answer.headers['set-cookie']?.[0]).toMatch(
      /^__Host-skein_[0-9a-f]{12}=[\w-]{43}; Max-Age=1209600; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    )
    const cookie = cookieOf(answer)
    expect(await stateOf(server, proxied(server, cookie))).toBe(200)
    clock.advance(13 * day)
    expect(await stateOf(server, proxied(server, cookie))).toBe(200)
    clock.advance(13 * day)
    expect(await stateOf(server, proxied(server, cookie))).toBe(200)
    clock.advance(14 * day)
    expect(await stateOf(server, proxied(server, cookie))).toBe(401)
  })

  test('a sign-in of one door opens no other, whatever its cookie is called', async () => {
    const server = await newWorld().serve({ publicUrl })
    const outside = cookieOf(await enter(server, server.publicLink() ?? '', proxied(server)))
    const { cookie: inside } = await signIn(server)
    const [name = '', session = ''] = outside.replace('__Host-', '').split('=')
    expect(await stateOf(server, pageHeaders(server.port, { cookie: inside }))).toBe(200)
    expect(await stateOf(server, pageHeaders(server.port, { cookie: outside }))).toBe(401)
    expect(await stateOf(server, pageHeaders(server.port, { cookie: `${name}=${session}` }))).toBe(401)
    expect(await stateOf(server, proxied(server, inside))).toBe(401)
    expect(await stateOf(server, proxied(server, `__Host-${inside}`))).toBe(401)
    expect(await stateOf(server, proxied(server, `${name}=${session}`))).toBe(401)
  })

  test('guesses from elsewhere are few, and keep nobody out who sits here', async () => {
    const server = await newWorld().serve({ publicUrl })
    const tries = Array.from({ length: 20 }, () => enter(server, `#sign-in=${'A'.repeat(43)}`, proxied(server)))
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 401).length).toBe(5)
    expect(statuses.filter((status) => status === 429).length).toBe(15)
    expect((await signIn(server)).answer.status).toBe(200)
  })

  test.each([
    { origin: 'https://evil.test' },
    { origin: 'http://skein.example.org' },
    { origin: 'https://skein.example.org:8443' },
    { origin: 'https://skein.example.org.evil.test' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])('another page is refused: %o', async (more) => {
    const server = await newWorld().serve({ publicUrl })
    const cookie = cookieOf(await enter(server, server.publicLink() ?? '', proxied(server)))
    expect(await stateOf(server, proxied(server, cookie, more as Record<string, string>))).toBe(403)
  })

  test.each([
    'evil.test',
    'skein.example.org:1',
    'skein.example.org.evil.test',
    'x.skein.example.org',
    'skein.example',
  ])('another name is misdirected: %s', async (host) => {
    const server = await newWorld().serve({ publicUrl })
    const forwarded = { 'x-forwarded-host': 'skein.example.org', forwarded: 'host=skein.example.org' }
    expect(await stateOf(server, proxied(server, '', { host, ...forwarded }))).toBe(421)
  })
})

describe('on an address of the network', () => {
  // Of this machine, and not the one that counts as being on it.
  const bind = '127.0.0.2'

  test('answers there by that address alone, and here as before', async () => {
    const server = await newWorld().serve({ bind })
    const host = `${bind}:${server.port}`
    const there = pageHeaders(server.port, { host, origin: `http://${host}` })
    expect(server.publicUrl).toBe(`http://${host}`)
    const answer = await enter(server, server.publicLink() ?? '', there, bind)
    expect(answer.headers['set-cookie']?.[0]).toMatch(/^skein_[0-9a-f]{12}=[\w-]{43}; Max-Age=1209600;/)
    const cookie = cookieOf(answer)
    const ownName = await ask(server.port, { path: '/api/state', headers: pageHeaders(server.port), at: bind })
    expect(ownName.status).toBe(421)
    const seen = await ask(server.port, { path: '/api/state', headers: { ...there, cookie }, at: bind })
    expect(seen.status).toBe(200)
    expect(await stateOf(server, pageHeaders(server.port, { cookie: (await signIn(server)).cookie }))).toBe(200)
  })

  test('on every address listens once, and the name decides', async () => {
    const server = await newWorld().serve({ bind: '0.0.0.0', publicUrl: 'http://skein.lan:8420' })
    const there = pageHeaders(server.port, { host: 'skein.lan:8420', origin: 'http://skein.lan:8420' })
    expect((await enter(server, server.publicLink() ?? '', there, bind)).status).toBe(200)
    expect((await signIn(server)).answer.status).toBe(200)
    const elsewhere = { path: '/api/state', headers: pageHeaders(server.port), at: bind }
    expect((await ask(server.port, elsewhere)).status).toBe(421)
  })

  test('an address that this machine does not have (yet) is told, and the page is there all the same', async () => {
    const world = newWorld()
    const server = await world.serve({ bind: '192.0.2.77' })
    expect((await signIn(server)).answer.status).toBe(200)
    expect(world.logged.join('\n')).toContain('looking again')
  })

  test('a port that others know is never another', async () => {
    const first = await newWorld().serve()
    await expect(newWorld().serve({ bind, port: first.port })).rejects.toThrow(`port ${first.port} is taken`)
  })
})
