import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { readOverrides } from '../../../../src/config/overrides/override-file.ts'
import type { RemoteAccess, SignInLink } from '../../../../src/web/page/wire/people-wire.ts'
import { ask, pageHeaders, signIn } from '../../http.ts'
import { openRemotely, publicUrl } from '../../page-people.ts'
import { createWorld } from '../../world.ts'

async function openHouse(deps: { publicUrl?: string } = {}) {
  const world = createWorld()
  onTestFinished(() => world.close())
  const server = await world.serve(deps)
  const { cookie } = await signIn(server)
  const headers = pageHeaders(server.port, { cookie })
  const post = (path: string, body: object = {}) =>
    ask(server.port, { method: 'POST', path: `/api/${path}`, headers, body: JSON.stringify(body) })
  return {
    server,
    post,
    change: async (body: object) => (await post('remote-access', body)).json() as RemoteAccess,
    read: async () => (await ask(server.port, { path: '/api/remote-access', headers })).json() as RemoteAccess,
    saved: () => Object.fromEntries([...readOverrides(world.dir).overrides].map(([key, { value }]) => [key, value])),
  }
}

test('the page is opened to the local network, to an address with TLS, and closed again, from the next start on', async () => {
  const { server, change, read, saved } = await openHouse()
  const closed = { isWaiting: false, isFromFile: false, networks: ['127.0.0.2'], canChange: true }
  expect(await read()).toEqual(closed)
  const network = await change({ to: 'network', address: '127.0.0.2' })
  expect(network).toEqual({ ...closed, isWaiting: true, next: `http://127.0.0.2:${server.port}` })
  // The port is kept: a page that others rely on is not moved to another.
  expect(saved()).toEqual({ 'web.bind': '127.0.0.2', 'web.port': server.port })
  expect(await change({ to: 'public', address: 'skein.example.org' })).toMatchObject({ next: publicUrl })
  expect(saved()).toMatchObject({ 'web.public_url': publicUrl })
  expect(saved()).not.toHaveProperty(['web.bind'])
  expect(await change({ to: 'off' })).toEqual(closed)
})

test('an address that would keep Skein from starting is refused', async () => {
  const { server, post, saved } = await openHouse()
  const other = createServer().listen(server.port, '127.0.0.2')
  await new Promise((resolve) => other.once('listening', resolve))
  onTestFinished(() => void other.close())
  const refusals = [
    { to: 'network', address: '127.0.0.2' },
    { to: 'network', address: '192.0.2.77' },
    { to: 'network', address: 'nonsense' },
    { to: 'public', address: 'http://skein.example.org' },
    { to: 'public', address: 'https://skein.example.org/page' },
  ]
  for (const body of refusals) expect([body, (await post('remote-access', body)).status]).toEqual([body, 409])
  expect((await post('remote-access', { to: 'somewhere' })).status).toBe(400)
  expect(saved()).toEqual({})
})

test('a link for another device works once, elsewhere only, and is made at the machine only', async () => {
  const { server, post } = await openHouse({ publicUrl })
  const made = (await post('sign-ins/link')).json() as SignInLink
  expect(made).toMatchObject({ link: expect.stringMatching(/#sign-in=[\w-]{43}$/), isEncrypted: true })
  expect(made.expiresAt - Date.now()).toBeLessThanOrEqual(15 * 60_000)
  const phone = await openRemotely(server, made.link)
  expect((await phone.call('GET', '/api/people')).status).toBe(200)
  expect((await openRemotely(server, made.link)).cookie).toBe('')
  expect((await phone.call('POST', '/api/sign-ins/link')).status).toBe(403)
  expect((await phone.call('POST', '/api/remote-access', { to: 'off' })).status).toBe(403)
  expect((await (await openHouse()).post('sign-ins/link')).status).toBe(409)
})
