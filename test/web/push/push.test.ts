import { createPublicKey, verify } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createGuardedPost, type GuardedPostDeps } from '../../../src/lib/http/guarded-post.ts'
import { momentOf } from '../../../src/lib/time/clock.ts'
import { noteSeen } from '../../../src/store/messages/kept-chats.ts'
import { savePushSubscription } from '../../../src/store/people/push-subscriptions.ts'
import { createLink, endSession, redeemLink } from '../../../src/store/people/web-sessions.ts'
import { pushKey } from '../../../src/store/secret-keys.ts'
import { createPush, type PushDeps } from '../../../src/web/push/push.ts'
import { createSenderIdentity } from '../../../src/web/push/sender-identity.ts'
import { createTestClock } from '../../support/test-clock.ts'
import { chatOf, createWorld } from '../world.ts'
import { createReceiver, startPushEndpoint } from './push-endpoint.ts'

const never = new AbortController().signal
const chat = chatOf('plans')

type Endpoint = Awaited<ReturnType<typeof startPushEndpoint>>

/** A daemon whose answers are announced, to push services that may be on loopback. */
function openWorld(allowed: Endpoint[], deps: Partial<PushDeps> & { guard?: Partial<GuardedPostDeps> } = {}) {
  const clock = createTestClock()
  const world = createWorld({ clock })
  onTestFinished(world.close)
  const { db, log, channel, ownerId } = world
  const identity = createSenderIdentity(pushKey(db), 'mailto:ana@example.org')
  const post = createGuardedPost({ allowed: new Set(allowed.map(({ host }) => host)), ...deps.guard })
  const open = () =>
    createPush({
      db,
      clock,
      log,
      channel,
      identity,
      post,
      owner: { id: ownerId },
      pageUrl: undefined,
      isWatched: () => false,
      ...deps,
    })
  let push = open()
  /** A browser that is signed in and wants notifications from this address. */
  function addDevice(endpoint: string, { showsText = false, language = 'en' as 'en' | 'de' } = {}) {
    const cookie = redeemLink(db, createLink(db, ownerId, momentOf(clock)), momentOf(clock)) ?? ''
    const receiver = createReceiver()
    const { p256dh, auth } = receiver
    savePushSubscription(db, cookie, { endpoint, p256dh, auth, language, showsText, createdAt: clock.now() })
    return { cookie, ...receiver }
  }
  return {
    ...world,
    clock,
    identity,
    addDevice,
    answer: (text: string) => world.reply(world.say(chat, 'A question').task, text),
    send: () => push.sendDue(never),
    /** As after a crash: another process over the same store. */
    async restart() {
      push.close()
      push = open()
      await push.run(AbortSignal.abort())
    },
    problem: () => push.ntfyProblem(),
    devices: () => db.statement('SELECT count(*) FROM push_subscription').pluck().get(),
    states: () => db.statement('SELECT state, attempts FROM push ORDER BY id').all(),
  }
}

describe('an answer while the page is closed', () => {
  test('reaches the browser encrypted and signed, and says only that it is there', async () => {
    const service = await startPushEndpoint(201)
    const world = openWorld([service])
    const device = world.addDevice(`${service.url}/send/abc`)
    await world.answer('The **code** is 4711.')
    await world.send()
    const [sent, ...others] = service.received
    expect(others).toEqual([])
    expect(sent?.path).toBe('/send/abc')
    expect(sent?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'high' })
    expect(JSON.parse(device.decrypt(sent?.body ?? Buffer.alloc(0)))).toEqual({
      text: 'An answer is there.',
      go: '#web:plans',
    })
    const [, token = '', key = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(sent?.headers.authorization ?? '') ?? []
    expect(key).toBe(world.identity.publicKey)
    const [header, claims, signature = ''] = token.split('.')
    const point = Buffer.from(key, 'base64url')
    const [x, y] = [point.toString('base64url', 1, 33), point.toString('base64url', 33)]
    const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
    const signed = Buffer.from(`${header}.${claims}`)
    const isValid = verify(
      'sha256',
      signed,
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
    expect(isValid).toBe(true)
    const { aud, exp, sub } = JSON.parse(Buffer.from(claims ?? '', 'base64url').toString())
    expect([aud, sub]).toEqual([service.url, 'mailto:ana@example.org'])
    expect(exp * 1000 - world.clock.now().getTime()).toBeLessThan(86_400_000)
  })

  test('shows its text on a device that wants it, in plain words, and is German where that was chosen', async () => {
    const service = await startPushEndpoint(201)
    const world = openWorld([service])
    const devices = [
      world.addDevice(`${service.url}/a`, { showsText: true }),
      world.addDevice(`${service.url}/b`, { language: 'de' }),
    ]
    await world.answer(`The **code** is 4711. ${'word '.repeat(500)}`)
    await world.send()
    const texts = service.received
      .toSorted((one, other) => one.path.localeCompare(other.path))
      .map(({ body }, at) => JSON.parse(devices[at]?.decrypt(body) ?? '').text as string)
    expect(texts[0]).toMatch(/^The code is 4711\. word/)
    expect(texts[0]?.length).toBeLessThanOrEqual(300)
    expect(texts[1]).toBe('Eine Antwort ist da.')
  })

  test('is not announced to somebody who sees it, who has read it, or who has signed out', async () => {
    const service = await startPushEndpoint(201)
    let isOpen = true
    const world = openWorld([service], { isWatched: () => isOpen })
    const { cookie } = world.addDevice(`${service.url}/a`)
    await world.answer('Seen as it came.')
    isOpen = false
    const read = await world.answer('Read before it was announced.')
    noteSeen(world.db, chat, read)
    await world.send()
    await world.answer('Signed out meanwhile.')
    endSession(world.db, cookie)
    await world.send()
    expect(service.received).toEqual([])
    expect(world.devices()).toBe(0)
  })

  test('is announced once, however often it is shown', async () => {
    const service = await startPushEndpoint(201)
    const world = openWorld([service])
    world.addDevice(`${service.url}/a`)
    const message = await world.answer('Once.')
    await world.send()
    const delivery = { route: { chat }, message } as Parameters<typeof world.channel.send>[0]
    await world.channel.send(delivery, never)
    await world.send()
    expect(service.received).toHaveLength(1)
  })
})

describe('a push service', () => {
  test.each([404, 410])(
    'that answers %i does not know the browser any more, so the device is removed',
    async (status) => {
      const service = await startPushEndpoint(status)
      const world = openWorld([service])
      world.addDevice(`${service.url}/a`)
      await world.answer('Gone.')
      await world.send()
      expect(world.devices()).toBe(0)
      world.clock.advance(3_600_000)
      await world.send()
      expect(service.received).toHaveLength(1)
    },
  )

  test('that is out of order is tried again a few times, and then no more', async () => {
    const service = await startPushEndpoint(503)
    const world = openWorld([service])
    world.addDevice(`${service.url}/a`)
    await world.answer('Later.')
    await world.send()
    await world.send()
    expect(service.received).toHaveLength(1)
    for (let hour = 0; hour < 6; hour++) {
      world.clock.advance(3_600_000)
      await world.send()
    }
    expect(service.received).toHaveLength(4)
    expect(world.devices()).toBe(1)
  })

  test('that cannot be reached gets it later, and one that broke off gets it no second time', async () => {
    const away = { host: '127.0.0.1:9', url: 'http://127.0.0.1:9', received: [] }
    const rude = await startPushEndpoint(201)
    const world = openWorld([away, rude], {
      post: async () => ({ kind: 'unknown', problem: { kind: 'no connection', detail: 'ECONNRESET' } }),
    })
    world.addDevice(`${rude.url}/a`)
    await world.answer('Perhaps it arrived.')
    await world.send()
    expect(world.states()).toEqual([{ state: 'done', attempts: 0 }])
    const other = openWorld([away])
    other.addDevice(`${away.url}/a`)
    await other.answer('Nobody listens.')
    await other.send()
    expect(other.states()).toEqual([{ state: 'pending', attempts: 1 }])
  })

  test('in our own network is never asked, whatever a browser says', async () => {
    const dialled: string[][] = []
    const guard: Partial<GuardedPostDeps> = {
      resolve: async () => ['192.168.1.20'],
      dial(addresses) {
        dialled.push(addresses)
        throw new Error('no connection is expected')
      },
    }
    const world = openWorld([], { guard })
    for (const address of [
      'https://10.0.0.1/a',
      'https://[::1]/b',
      'http://push.example.org/c',
      'https://router.example.org/d',
      'https://169.254.169.254/e',
    ])
      world.addDevice(address)
    await world.answer('Hello?')
    await world.send()
    expect(dialled).toEqual([])
    expect(world.states()).toEqual(Array(5).fill({ state: 'done', attempts: 0 }))
  })
})

test('a delivery does not wait for a push service, and does not fail with the store of the notifications', async () => {
  let asked = 0
  const world = openWorld([], { post: () => (asked++, new Promise(() => {})) })
  world.addDevice('https://push.example.org/a')
  await world.answer('First.')
  void world.send()
  await world.answer('Second.')
  expect(asked).toBe(1)
  world.db.statement('DROP TABLE push').run()
  await world.answer('Third.')
  expect(world.logged.join('')).toContain('a notification could not be prepared')
})

test('after a crash nothing is sent twice, and what had not left is sent once', async () => {
  const service = await startPushEndpoint(201)
  const world = openWorld([service])
  world.addDevice(`${service.url}/a`)
  await world.answer('Was on its way.')
  world.db.statement("UPDATE push SET state = 'sending'").run()
  await world.answer('Was waiting.')
  await world.restart()
  await world.send()
  await world.restart()
  await world.send()
  expect(service.received).toHaveLength(1)
  expect(world.states()).toEqual([
    { state: 'done', attempts: 0 },
    { state: 'done', attempts: 0 },
  ])
})

test('a device that is away for long gets the newest ones only', async () => {
  const service = await startPushEndpoint(503)
  const world = openWorld([service])
  world.addDevice(`${service.url}/a`)
  for (let count = 0; count < 25; count++) await world.answer(`Answer ${count}`)
  expect(world.states().filter((push) => (push as { state: string }).state === 'pending')).toHaveLength(20)
})

describe('ntfy', () => {
  test('gets the same sentence, with the token, and the address of the chat', async () => {
    const server = await startPushEndpoint(200)
    const post = createGuardedPost({ allowed: new Set([server.host]) })
    const ntfy = { url: `${server.url}/skein`, token: 'tk_secret', showsText: false, post }
    const world = openWorld([], { ntfy, pageUrl: 'https://skein.example.org' })
    await world.answer('The code is 4711.')
    await world.send()
    expect(server.received).toHaveLength(1)
    expect(server.received[0]).toMatchObject({
      path: '/skein',
      headers: { authorization: 'Bearer tk_secret', title: 'Skein', click: 'https://skein.example.org/#web:plans' },
    })
    expect(server.received[0]?.body.toString()).toBe('An answer is there.')
    expect(world.problem()).toBeUndefined()
  })

  test('gets the text if the owner wants that, and says why nothing arrives', async () => {
    const server = await startPushEndpoint(200, 403)
    const post = createGuardedPost({ allowed: new Set([server.host]) })
    const world = openWorld([], { ntfy: { url: `${server.url}/skein`, token: undefined, showsText: true, post } })
    await world.answer('The **code** is 4711.')
    await world.send()
    expect(server.received[0]?.body.toString()).toBe('The code is 4711.')
    await world.answer('Refused.')
    await world.send()
    expect(world.problem()).toBe('403')
  })
})
