import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SignIns } from '../../../src/web/page/wire/people-wire.ts'
import type { SettingsForm } from '../../../src/web/page/wire/settings-wire.ts'
import type { ListedRoute } from '../../../src/web/server/routes.ts'
import type { WebServer } from '../../../src/web/server.ts'
import { createTestClock } from '../../support/test-clock.ts'
import { type Answered, ask, pageHeaders, signIn } from '../http.ts'
import { listRoutes } from '../served.ts'
import { createWorld } from '../world.ts'

const publicUrl = 'https://skein.example.org'
const clock = createTestClock()
const world = createWorld({ clock })
let server: WebServer
let cookies = { here: '', elsewhere: '' }
let registered: { method: string; path: string }[] = []
let listed: readonly ListedRoute[] = []

beforeAll(async () => {
  server = await world.serve({ publicUrl })
  const entered = await redeem(server.publicLink() ?? '')
  const elsewhere = entered.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
  cookies = { here: (await signIn(server)).cookie, elsewhere }
  const owner = { id: world.ownerId, name: 'Ana', role: 'owner', timezone: undefined } as const
  const page = listRoutes(world, owner)
  registered = page.registered
  listed = page.listed
})
afterAll(() => world.close())

function redeem(link: string): Promise<Answered> {
  const headers = pageHeaders(server.port, { host: 'skein.example.org', origin: publicUrl })
  const body = JSON.stringify({ token: link.split('#sign-in=')[1] })
  return ask(server.port, { method: 'POST', path: '/api/sign-in', headers, body })
}

function call(
  who: 'here' | 'elsewhere' | 'nobody',
  method: string,
  path: string,
  body: object = {},
): Promise<Answered> {
  // Nobody is as fast as this.
  clock.advance(1000)
  const cookie = who === 'nobody' ? '' : cookies[who]
  const elsewhere = { host: 'skein.example.org', origin: publicUrl }
  const isRaw = path === '/api/files' || path === '/api/import/pieces'
  const type = isRaw ? { 'content-type': 'application/octet-stream' } : {}
  const headers = pageHeaders(server.port, { cookie, ...(who === 'elsewhere' && elsewhere), ...type })
  return ask(server.port, { method, path, headers, ...(method === 'POST' && { body: JSON.stringify(body) }) })
}

/** A path with something in the place of each parameter. */
const filled = (path: string) => path.replace(/:\w+/g, '1')

/** What each entry point opens. Whoever adds a route decides here, once more, whether a session from elsewhere may call it. */
const doors: Record<ListedRoute['access'], string[]> = {
  anyone: ['POST /api/sign-in'],
  'at-machine': [
    'POST /api/connections/:name',
    'POST /api/connections/:name/disconnect',
    'POST /api/connections/:name/sign-in',
    'POST /api/connections/:name/sign-in/code',
    'POST /api/offered-models',
    'POST /api/remote-access',
    'POST /api/restart',
    'POST /api/setup/:step',
    'POST /api/setup/hello',
    'POST /api/sign-ins/link',
    'POST /api/tables/:entry/remove',
    'POST /api/tables/:entry/restore',
    'POST /api/tables/:table',
  ],
  'signed-in': [],
}

test('every route of the page says who may call it, and none is served that does not', () => {
  const named = (route: { method: string; path: string }) => `${route.method} ${route.path}`
  const served = new Set(registered.map(named))
  expect(served.delete('GET /*')).toBe(true)
  // Names the work for the watch on the event loop, and answers nothing.
  expect(served.delete('ALL /*')).toBe(true)
  expect([...served].toSorted()).toEqual(listed.map(named).toSorted())
  expect(listed.length).toBeGreaterThan(60)
  for (const access of ['anyone', 'at-machine'] as const) {
    const open = listed.filter((route) => route.access === access).map(named)
    expect([access, open.toSorted()]).toEqual([access, doors[access]])
  }
})

test('nothing of the page can add a route but by naming who may call it', () => {
  const src = fileURLToPath(new URL('../../../src/web', import.meta.url))
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name))
  expect(files.length).toBeGreaterThan(100)
  const making = files.filter((name) => readFileSync(join(src, name), 'utf8').includes('new Hono'))
  // The second answers only on the socket of the command line.
  expect(making.toSorted()).toEqual(['control/routes.ts', 'web-app.ts'])
})

test('no route but the sign-in is open to whoever is not signed in, and no local one to a session from elsewhere', async () => {
  for (const { method, path, access } of listed) {
    if (access === 'anyone') continue
    expect([method, path, (await call('nobody', method, filled(path))).status]).toEqual([method, path, 401])
    if (access !== 'at-machine') continue
    const far = await call('elsewhere', method, filled(path))
    expect([path, far.status, far.text]).toEqual([
      path,
      403,
      expect.stringContaining('only be done on the machine itself'),
    ])
  }
})

describe('a session from elsewhere', () => {
  test('makes no code for another account of the owner, but one for somebody else', async () => {
    const post = (who: 'here' | 'elsewhere', role: string) => call(who, 'POST', '/api/people/pair', { role })
    expect((await post('elsewhere', 'owner')).status).toBe(403)
    expect((await post('elsewhere', 'member')).status).toBe(200)
    expect((await post('here', 'owner')).status).toBe(200)
    const link = { channel: 'telegram', id: '77', person: 1 }
    expect((await call('elsewhere', 'POST', '/api/people/link', link)).status).toBe(409)
    expect((await call('elsewhere', 'GET', '/api/people')).json()).toMatchObject({ canAddOwn: false })
    expect((await call('here', 'GET', '/api/people')).json()).toMatchObject({ canAddOwn: true })
  })

  test.each([
    ['brain.daily_usd', '999'],
    ['brain.monthly_usd', '999'],
    ['log.level', 'debug'],
  ])('does not set %s, nor takes it back', async (key, value) => {
    expect((await call('here', 'POST', `/api/settings/${key}`, { value })).status).toBe(200)
    expect((await call('elsewhere', 'POST', `/api/settings/${key}`, { value })).status).toBe(403)
    expect((await call('elsewhere', 'POST', `/api/settings/${key}/reset`)).status).toBe(403)
    expect((await call('elsewhere', 'POST', '/api/settings/workers.max', { value: '3' })).status).toBe(200)
    const form = JSON.parse((await call('elsewhere', 'GET', '/api/settings')).text) as SettingsForm
    const keys = form.sections.flatMap(({ groups }) => groups.flatMap((group) => group.keys))
    expect(keys.find(({ name }) => name === key)).toMatchObject({ isSettable: false })
  })

  test('ends no session and no link of the machine', async () => {
    const link = server.link()
    const spare = (await redeem(server.publicLink() ?? '')).headers['set-cookie']?.[0]?.split(';')[0] ?? ''
    const read = async (who: 'here' | 'elsewhere') =>
      ((await call(who, 'GET', '/api/sign-ins')).json() as SignIns).signIns
    const seen = await read('elsewhere')
    expect(seen.map(({ place, canEnd }) => [place, canEnd])).toContainEqual(['here', false])
    const ours = seen.find(({ place }) => place === 'here')?.id ?? ''
    expect((await call('elsewhere', 'POST', `/api/sign-ins/${ours}/end`)).status).toBe(403)
    expect((await call('elsewhere', 'POST', '/api/sign-ins/end-others')).status).toBe(200)
    expect((await read('here')).map(({ place }) => place).toSorted()).toEqual(['elsewhere', 'here'])
    const headers = pageHeaders(server.port, { host: 'skein.example.org', origin: publicUrl, cookie: spare })
    expect((await ask(server.port, { path: '/api/state', headers })).status).toBe(401)
    expect((await signIn(server, link)).answer.status).toBe(200)
  })

  test('is known for one by whatever it says or presses', async () => {
    await call('elsewhere', 'POST', '/api/chats/web:one/lines', { key: 'far', text: '/config log.level debug' })
    await call('here', 'POST', '/api/chats/web:one/lines', { key: 'near', text: '/config log.level debug' })
    const [far, near] = world.accepted.slice(-2)
    expect([far?.isRemote, near?.isRemote]).toEqual([true, undefined])
  })
})
