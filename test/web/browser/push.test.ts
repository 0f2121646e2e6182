import { describe, expect, onTestFinished, test } from 'vitest'
import { createGuardedPost } from '../../../src/lib/http/guarded-post.ts'
import { pushKey } from '../../../src/store/secret-keys.ts'
import { createPush } from '../../../src/web/push/push.ts'
import { createSenderIdentity } from '../../../src/web/push/sender-identity.ts'
import { createReceiver, startPushEndpoint } from '../push/push-endpoint.ts'
import { addressOf, asPhone, fullChromiumPath, launchFullBrowser } from './browser.ts'
import { usePage } from './page-world.ts'

describe.skipIf(!fullChromiumPath)('notifications while the page is closed', () => {
  const { opened, enter, send, serveWith } = usePage(launchFullBrowser)

  /** The daemon and a push service on loopback, and a browser that subscribes there: the real service is elsewhere. */
  async function enterWithPush() {
    const { world, page } = opened()
    const service = await startPushEndpoint(201)
    const receiver = createReceiver()
    const identity = createSenderIdentity(pushKey(world.db), 'mailto:ana@example.org')
    await serveWith({
      push: {
        publicKey: identity.publicKey,
        accepts: (endpoint) => endpoint.startsWith(service.url),
        ntfy: () => undefined,
      },
    })
    const { server } = opened()
    const push = createPush({
      db: world.db,
      clock: world.clock,
      log: world.log,
      channel: world.channel,
      identity,
      post: createGuardedPost({ allowed: new Set([service.host]) }),
      owner: { id: world.ownerId },
      pageUrl: undefined,
      isWatched: server.isWatched,
    })
    onTestFinished(push.close)
    const { p256dh, auth } = receiver
    await page.context().grantPermissions(['notifications'])
    await page.addInitScript(`
      const subscription = (key) => ({
        endpoint: '${service.url}/browser',
        options: { applicationServerKey: Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0)).buffer },
        toJSON: () => ({ endpoint: '${service.url}/browser', keys: ${JSON.stringify({ p256dh, auth })} }),
        unsubscribe: async () => (localStorage.removeItem('subscribed'), true),
      })
      PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
        localStorage.setItem('subscribed', applicationServerKey)
        return subscription(applicationServerKey)
      }
      PushManager.prototype.getSubscription = async () => {
        const key = localStorage.getItem('subscribed')
        return key ? subscription(key) : null
      }`)
    await enter()
    return { world, page, service, receiver, send: () => push.sendDue(AbortSignal.any([])) }
  }

  test('are turned on for a device, arrive encrypted, and a click opens the chat', async () => {
    const { world, page, service, receiver, send: sendPushes } = await enterWithPush()
    const { task } = await send('first')
    const chat = await addressOf(page)
    const base = chat.split('#')[0] ?? ''
    await page.goto(`${base}#settings/notifications`)
    const section = page.getByRole('region', { name: 'While the page is closed' })
    await section.getByRole('button', { name: 'Turn on' }).click()
    await section.getByText('On for this device').waitFor()
    // It is still on after a reload.
    await page.reload()
    await section.getByText('On for this device').waitFor()

    // With the page in sight nothing is sent; then it is closed, with its stream.
    const elsewhere = await page.context().newPage()
    await page.close()
    await expect.poll(() => opened().server.isWatched(world.ownerId)).toBe(false)
    await world.reply(task, 'The code is 4711.')
    await sendPushes()
    expect(service.received).toHaveLength(1)
    const payload = receiver.decrypt(service.received[0]?.body ?? Buffer.alloc(0))
    expect(JSON.parse(payload)).toEqual({ text: 'An answer is there.', go: new URL(chat).hash })

    // What the browser does with it, through its developer protocol.
    await elsewhere.goto(`${base}icon.svg`)
    const session = await elsewhere.context().newCDPSession(elsewhere)
    const registered = new Promise<string>((resolve) =>
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        if (registrations[0]) resolve(registrations[0].registrationId)
      }),
    )
    await session.send('ServiceWorker.enable')
    const registrationId = await registered
    await session.send('ServiceWorker.deliverPushMessage', {
      origin: new URL(base).origin,
      registrationId,
      data: payload,
    })
    const shown = () =>
      elsewhere.evaluate(`navigator.serviceWorker.getRegistration()
        .then((found) => found.getNotifications())
        .then((all) => all.map(({ title, body }) => [title, body]))`)
    await expect.poll(shown).toEqual([['Skein', 'An answer is there.']])
    await elsewhere.goto(`${base}#settings`)
    await elsewhere.locator('#settings').waitFor()
    const [worker] = elsewhere.context().serviceWorkers()
    await worker?.evaluate(`registration.getNotifications().then(([notification]) =>
      dispatchEvent(new NotificationEvent('notificationclick', { notification })))`)
    await expect.poll(() => addressOf(elsewhere)).toBe(chat)
    await elsewhere.locator('#lines').getByText('The code is 4711.').waitFor()
  })

  test('show the text only if the device wants it, and end when they are turned off', async () => {
    const { world, page } = await enterWithPush()
    await page.goto(`${(await addressOf(page)).split('#')[0]}#settings/notifications`)
    const tap = await asPhone(page)
    const section = page.getByRole('region', { name: 'While the page is closed' })
    await tap(section.getByRole('button', { name: 'Turn on' }))
    const shows = () => world.db.statement('SELECT shows_text FROM push_subscription').pluck().all()
    await expect.poll(shows).toEqual([0])
    await tap(section.getByLabel('Show the text of the message'))
    await expect.poll(shows).toEqual([1])
    await tap(section.getByRole('button', { name: 'Turn off' }))
    await section.getByText('Off on this device').waitFor()
    expect(shows()).toEqual([])
  })

  test('are not offered where the browser forbids them, and the page says why', async () => {
    const { page } = opened()
    await page.addInitScript("Object.defineProperty(globalThis, 'isSecureContext', { get: () => false })")
    await enter()
    await page.goto(`${(await addressOf(page)).split('#')[0]}#settings/notifications`)
    const section = page.getByRole('region', { name: 'While the page is closed' })
    await section.getByText('This needs HTTPS').waitFor()
    expect(await section.getByRole('button').count()).toBe(0)
  })
})
