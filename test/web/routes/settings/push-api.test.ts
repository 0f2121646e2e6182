import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isPushEndpoint } from '../../../../src/web/routes/settings/push-api.ts'
import type { WebServer } from '../../../../src/web/server.ts'
import { createTestClock } from '../../../support/test-clock.ts'
import { ask, pageHeaders, signIn } from '../../http.ts'
import { createReceiver } from '../../push/push-endpoint.ts'
import { createWorld } from '../../world.ts'

const clock = createTestClock()
const world = createWorld({ clock })
let server: WebServer

beforeAll(async () => {
  server = await world.serve()
})
afterAll(() => world.close())

async function post(cookie: string, path: string, body: object) {
  clock.advance(1000)
  const headers = pageHeaders(server.port, { cookie })
  const answer = await ask(server.port, {
    method: 'POST',
    path: `/api/push/${path}`,
    headers,
    body: JSON.stringify(body),
  })
  return { status: answer.status, ...(answer.json() as { error?: string; device?: object }) }
}

function subscription(endpoint: string) {
  const { p256dh, auth } = createReceiver()
  return { endpoint, p256dh, auth, language: 'de', showsText: false }
}

describe('a device', () => {
  test('is turned on, gets another address from its push service, and is turned off', async () => {
    const { cookie } = await signIn(server)
    const renewed = subscription('https://push.example.org/new')
    const { language: _, showsText: __, ...address } = renewed
    expect(await post(cookie, 'renewed', address)).toMatchObject({ status: 404 })
    const on = await post(cookie, 'on', { ...subscription('https://push.example.org/old'), showsText: true })
    expect(on).toMatchObject({ status: 200, device: { endpoint: 'https://push.example.org/old', showsText: true } })
    // The choice about the text stays.
    expect(await post(cookie, 'renewed', address)).toMatchObject({
      device: { endpoint: 'https://push.example.org/new', showsText: true },
    })
    expect((await post(cookie, 'off', {})).device).toBeUndefined()
  })

  test('that signs in again is the same device', async () => {
    const [first, second] = [await signIn(server), await signIn(server)]
    const own = subscription('https://push.example.org/browser')
    await post(first.cookie, 'on', own)
    await post(second.cookie, 'on', own)
    const endpoints = world.db.statement('SELECT endpoint FROM push_subscription').pluck().all()
    expect(endpoints).toEqual(['https://push.example.org/browser'])
    await post(second.cookie, 'off', {})
  })

  test('is refused if its address or its keys cannot be right, or if there are too many', async () => {
    const { cookie } = await signIn(server)
    expect(await post(cookie, 'on', subscription('https://192.168.1.1/a'))).toMatchObject({ status: 400 })
    const noKeys = { ...subscription('https://push.example.org/a'), p256dh: 'A'.repeat(87) }
    expect(await post(cookie, 'on', noKeys)).toMatchObject({ status: 400, error: expect.stringContaining('keys') })
    for (let device = 0; device < 20; device++) {
      const other = await signIn(server)
      expect((await post(other.cookie, 'on', subscription(`https://push.example.org/${device}`))).status).toBe(200)
    }
    expect(await post(cookie, 'on', subscription('https://push.example.org/last'))).toMatchObject({ status: 409 })
  })
})

test('the address of a push service is https at its usual port, and public', () => {
  expect(isPushEndpoint('https://fcm.googleapis.com/fcm/send/abc')).toBe(true)
  for (const endpoint of [
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://push.example.org:8443/a',
    'https://user:password@push.example.org/a',
    'https://127.0.0.1/a',
    'https://[::1]/a',
    'file:///etc/passwd',
    'nonsense',
  ])
    expect(isPushEndpoint(endpoint)).toBe(false)
})
