import { afterEach, expect, test } from 'vitest'
import type { ProbeService } from '../../../src/web/server/probes.ts'
import { createTestClock } from '../../support/test-clock.ts'
import { type Answered, ask } from '../http.ts'
import { createWorld, type World } from '../world.ts'

const worlds: World[] = []
afterEach(() => Promise.all(worlds.splice(0).map((world) => world.close())))

const publicUrl = 'https://skein.example.org'
const token = 'a-token-for-the-numbers'
const numbers = { type: 'application/openmetrics-text; version=1.0.0; charset=utf-8', text: '# EOF\n' }

async function serve(probes: Partial<ProbeService> = {}) {
  const clock = createTestClock()
  const world = createWorld({ clock })
  worlds.push(world)
  let reads = 0
  const read = async () => {
    reads++
    return numbers
  }
  const service = { isAlive: () => true, obstacle: () => undefined, metrics: { token, read }, ...probes }
  const { port } = await world.serve({ publicUrl, probes: service })
  const local = { host: `127.0.0.1:${port}` }
  return {
    ...world,
    clock,
    port,
    reads: () => reads,
    get: (path: string, headers: Record<string, string> = {}) => ask(port, { path, headers: { ...local, ...headers } }),
    scrape: (given?: string, headers: Record<string, string> = {}): Promise<Answered> => {
      const authorization = given === undefined ? {} : { authorization: `Bearer ${given}` }
      return ask(port, { path: '/metrics', headers: { ...local, ...authorization, ...headers } })
    },
  }
}

test('whoever has the token reads the numbers, as Prometheus asks for them', async () => {
  const { scrape } = await serve()
  const answer = await scrape(token, { 'x-prometheus-scrape-timeout-seconds': '10', accept: numbers.type })
  expect([answer.status, answer.text]).toEqual([200, numbers.text])
  expect(answer.headers).toMatchObject({ 'content-type': numbers.type, 'cache-control': 'no-store' })
})

test('without the right token there are no numbers, and they are not even read', async () => {
  const { scrape, get, reads } = await serve()
  const given = [undefined, '', 'wrong', `${token}x`, token.slice(1), token.toUpperCase()]
  for (const guess of given) expect([guess, (await scrape(guess)).status]).toEqual([guess, 401])
  expect((await get('/metrics', { authorization: token })).status).toBe(401)
  expect((await get(`/metrics?token=${token}`)).status).toBe(401)
  expect((await scrape('wrong')).headers['www-authenticate']).toBe('Bearer')
  expect(reads()).toBe(0)
})

test('without a token in the configuration there is no such page', async () => {
  const { scrape } = await serve({ metrics: undefined })
  expect((await scrape(token)).status).toBe(404)
})

test('wrong tokens are counted, and the right one always works', async () => {
  const { scrape, clock } = await serve()
  const statuses = []
  for (let n = 0; n < 12; n++) statuses.push((await scrape(`guess ${n}`)).status)
  expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429])
  expect((await scrape(token)).status).toBe(200)
  clock.advance(60_000)
  expect((await scrape('guess')).status).toBe(401)
})

test('guesses at the public address are counted apart, by the caller that the proxy reports', async () => {
  const { scrape } = await serve()
  const through = (client: string, given = 'wrong') =>
    scrape(given, { host: 'skein.example.org', 'x-forwarded-for': client })
  const statuses = []
  for (let n = 0; n < 6; n++) statuses.push((await through('203.0.113.9')).status)
  expect(statuses).toEqual([...Array<number>(5).fill(401), 429])
  expect((await through('198.51.100.1')).status).toBe(401)
  expect((await through('203.0.113.9', token)).status).toBe(200)
  expect((await scrape('wrong')).status).toBe(401)
})

test('probes are guarded like everything else: by name, by site, and against a proxy that says nothing', async () => {
  const { get, scrape, port } = await serve()
  for (const path of ['/healthz', '/readyz', '/metrics']) {
    const headers = { authorization: `Bearer ${token}` }
    expect((await get(path, { ...headers, host: 'evil.example.org' })).status).toBe(421)
    expect((await get(path, { ...headers, 'x-real-ip': '127.0.0.1' })).status).toBe(421)
    expect((await get(path, { ...headers, origin: 'https://evil.example.org' })).status).toBe(403)
    expect((await get(path, { ...headers, 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await ask(port, { method: 'POST', path, headers: { host: `127.0.0.1:${port}`, ...headers } })).status).toBe(
      403,
    )
  }
  expect((await scrape(token)).status).toBe(200)
})

test('a probe needs no sign-in and says in a word how it is', async () => {
  let [isAlive, obstacle]: [boolean, string | undefined] = [true, undefined]
  const { get } = await serve({ isAlive: () => isAlive, obstacle: () => obstacle })
  const said = async (path: string) => {
    const { status, text } = await get(path)
    return [status, text]
  }
  expect([await said('/healthz'), await said('/readyz')]).toEqual([
    [200, 'ok\n'],
    [200, 'ok\n'],
  ])
  obstacle = 'safe mode'
  // It must not be restarted for that.
  expect([await said('/healthz'), await said('/readyz')]).toEqual([
    [200, 'ok\n'],
    [503, 'safe mode\n'],
  ])
  isAlive = false
  expect(await said('/healthz')).toEqual([503, 'stuck\n'])
})

test('a probe that cannot be answered breaks nothing and tells nothing', async () => {
  const { scrape, get, logged } = await serve({
    metrics: { token, read: () => Promise.reject(new Error('the words of the error')) },
    obstacle() {
      throw new Error('the words of the error')
    },
  })
  for (const answer of [await scrape(token), await get('/readyz')])
    expect([answer.status, answer.text]).toEqual([500, 'broken\n'])
  expect((await get('/healthz')).status).toBe(200)
  expect(logged.join('')).toContain('a probe could not be answered')
})
