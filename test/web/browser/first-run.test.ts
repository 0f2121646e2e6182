import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { sendOwnerNotice } from '../../../src/tasks/say/notices.ts'
import { startOpenAi } from '../../peers/providers/openai-api.ts'
import { says } from '../../peers/providers/script.ts'
import { createTalkServer } from '../../peers/talk/talk.ts'
import { addressOf, asPhone, fullChromiumPath, launchFullBrowser } from './browser.ts'
import { usePage } from './page-world.ts'

const KEY = 'sk-canary-4711-long'

describe.skipIf(!fullChromiumPath)('the first minutes on the page', () => {
  const { opened, enter, send, said } = usePage(launchFullBrowser)

  test('a model is connected in Settings: tried, written down, and what comes next is said', async () => {
    const api = await startOpenAi({ key: KEY, models: ['grain-7'] }, says('OK'))
    onTestFinished(() => api.close())
    const { page, world } = opened()
    await enter()
    await page.goto(`${page.url().split('#')[0]}#settings/openai-compatible`)
    const form = page.getByRole('form', { name: 'OpenAI-compatible' })
    await form.getByLabel('Address').fill(`${api.url}/v1`)
    const secret = form.getByLabel('API key')
    expect(await secret.getAttribute('type')).toBe('password')
    await secret.fill('sk-wrong')
    const colours = `['', '::placeholder'].map((part) => getComputedStyle(provider_address, part || null).color)`
    const address = await form.getByLabel('Address').getAttribute('id')
    const [typed, placeholder] = await page.evaluate<string[]>(
      colours.replace('provider_address', `document.getElementById('${address}')`),
    )
    expect(typed).not.toBe(placeholder)
    await secret.press('Enter')
    await form.getByRole('alert').getByText('does not accept this key').waitFor()
    await secret.fill(KEY)
    await form.getByRole('button', { name: 'Continue' }).click()
    expect(await form.getByLabel('Model (1 offered)').inputValue()).toBe('grain-7')
    await form.getByRole('button', { name: 'Check and connect' }).click()
    await page.getByText('It answers: "OK"').waitFor()
    const card = page.locator('#provider-local')
    await card.getByText('Saved: grain-7. Restart to use it.', { exact: true }).waitFor()
    await card.getByRole('button', { name: 'Restart Skein' }).waitFor()
    expect(await form.count()).toBe(0)
    expect(await page.content()).not.toContain(KEY)
    expect(world.logged.join('')).not.toContain(KEY)
    await asPhone(page, 800)
    const body = page.locator('#settings-body')
    expect(await body.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0)
    // What was saved is there after a reload too, and waits for a start.
    await page.reload()
    await card.getByText('Saved: grain-7. Restart to use it.', { exact: true }).waitFor()
    expect(readFileSync(join(world.dir, '.config/skein/config.toml'), 'utf8')).toContain('[providers.local]')
  })

  test('an account of a Nextcloud signs in on a page of its own, and a sign-in that is not wanted leaves the form', async () => {
    const cloud = await createTalkServer()
    onTestFinished(() => cloud.close())
    const { page, world } = opened()
    await enter()
    await page.goto(`${page.url().split('#')[0]}#settings/talk`)
    const form = page.getByRole('form', { name: 'Nextcloud Talk' })
    const begin = form.getByRole('button', { name: 'Sign in with the browser' })
    const address = form.getByLabel('Nextcloud address')
    await begin.press('Enter')
    expect(await address.evaluate((field) => field.matches(':focus:invalid'))).toBe(true)
    await address.fill(cloud.url())
    await begin.press('Enter')
    const link = page.getByRole('link', { name: /^Open 127\.0\.0\.1/ })
    await link.waitFor()
    expect(await link.evaluate((shown) => shown.matches(':focus'))).toBe(true)
    await page.keyboard.press('Escape')
    await begin.waitFor()
    expect(await address.inputValue()).toBe(cloud.url())
    await begin.press('Enter')
    const href = (await link.getAttribute('href')) ?? ''
    cloud.grant(href, cloud.user('skein', 'Skein'))
    const card = page.locator('#connection-talk')
    await card.getByText('Signed in as skein').waitFor()
    expect(readFileSync(join(world.dir, '.config/skein/config.toml'), 'utf8')).toContain('user = "skein"')
    expect(await form.count()).toBe(0)
  })

  test('three steps stand in an empty chat, lead to their places, and go when done or not wanted', async () => {
    const { page, world } = opened()
    await page.route('**/api/state', async (route) => {
      const response = await route.fetch()
      const told = (await response.json()) as object
      const brain = { name: 'demo', banner: 'The CLI has no credential.' }
      await route.fulfill({ response, json: { ...told, brain } })
    })
    await enter()
    const steps = page.getByRole('list', { name: 'First steps' })
    await steps.waitFor()
    const titles = () => steps.getByRole('heading', { level: 3 }).allInnerTexts()
    expect(await titles()).toEqual(['Connect a model', 'Connect a channel', 'Import old chats'])
    // Nothing was connected, so there is nothing to repair.
    expect(await steps.innerText()).not.toContain('The CLI has no credential.')
    expect(await page.locator('#banner').isVisible()).toBe(false)
    await steps.locator('.first-channel').getByRole('button', { name: 'Not now' }).click()
    expect(await titles()).toEqual(['Connect a model', 'Import old chats'])
    expect(await steps.getByRole('heading', { level: 4 }).allInnerTexts()).toEqual([
      'Anthropic key',
      'OpenRouter key',
      'Ollama',
      'Sign in with Claude',
      'Another server',
    ])
    await steps.locator('#way-claude').getByRole('button', { name: 'Connect' }).click()
    await steps.getByText('is not on this machine yet').waitFor()
    await steps.getByRole('button', { name: 'Cancel' }).click()
    await steps.locator('#way-anthropic').getByRole('button', { name: 'Connect' }).press('Enter')
    expect(await steps.getByLabel('API key').evaluate((field) => field.matches(':focus'))).toBe(true)
    await steps.getByRole('link', { name: 'Import' }).click()
    const line = (id: number, text: string) =>
      JSON.stringify({ chat: 'journal', id: String(id), at: '2026-03-14T10:00:00Z', from: 'Ana', role: 'human', text })
    const past = [line(1, 'The roof leaks.'), line(2, 'The roof is mended.'), 'no line at all', ''].join('\n')
    const form = page.getByRole('form', { name: 'Import old chats' })
    await form
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'past.jsonl', mimeType: 'text/plain', buffer: Buffer.from(past) })
    await form.getByRole('button', { name: 'Preview' }).click()
    const preview = page.getByRole('form', { name: 'In this file' })
    await preview.getByText('JSON lines: 2 messages in 1 chat').waitFor()
    await preview.getByRole('button', { name: 'Import' }).click()
    await page.getByText('2 messages imported, 0 were already there.').waitFor()
    await page.getByText('line 3: is not JSON').waitFor()
    const stored = world.db.statement("SELECT text FROM message WHERE chat = 'web:journal' ORDER BY id").pluck().all()
    expect(stored).toEqual(['The roof leaks.', 'The roof is mended.'])
    const tap = await asPhone(page, 800)
    await tap(page.getByRole('link', { name: 'Chats' }))
    await page.reload()
    await expect.poll(titles).toEqual(['Connect a model'])
    const box = page.locator('#thread')
    expect(await box.evaluate((thread) => thread.scrollWidth - thread.clientWidth)).toBeLessThanOrEqual(0)
  })

  test('the browser tells of an answer only where that was asked for and nobody looks; the app has its badge', async () => {
    const { page, world } = opened()
    await page.addInitScript(`
      // As in a private window of some browsers.
      Object.defineProperty(navigator, 'serviceWorker', { value: undefined })
      globalThis.told = []
      globalThis.badges = []
      globalThis.Notification = class {
        static permission = 'default'
        static async requestPermission() { return (Notification.permission = 'granted') }
        constructor(title, { body }) { told.push(body) }
        close() {}
      }
      navigator.setAppBadge = async (count) => void badges.push(count)
      Object.defineProperty(document, 'hidden', { get: () => globalThis.isAway === true })
    `)
    const told = () => page.evaluate('told')
    await enter()
    const away = async (isAway: boolean) => page.evaluate(`isAway = ${isAway}`)
    const first = await send('first')
    await away(true)
    await world.reply(first.task, 'One.')
    await said('One.').waitFor()
    expect(await told()).toEqual([])
    await away(false)
    const back = await addressOf(page)
    await page.goto(`${back.split('#')[0]}#settings/notifications`)
    await page.getByRole('region', { name: 'In this browser' }).getByRole('button', { name: 'Turn on' }).click()
    await expect.poll(told).toEqual(['Notifications are on.'])
    await page.goto(back)
    const second = await send('second')
    await world.reply(second.task, 'Two.')
    await said('Two.').waitFor()
    const third = await send('third')
    await away(true)
    await world.reply(third.task, 'Three.')
    await expect.poll(told).toEqual(['Notifications are on.', 'New answer in "first"'])
    const { db, clock, channel } = world
    const road = { db, clock, channels: new Map([[channel.name, channel]]), settings: () => ({ idleMs: 60_000 }) }
    sendOwnerNotice(road, { key: 'alarm:1', text: 'The disk is nearly full.' }, clock.now())
    await expect.poll(() => page.evaluate('badges')).toEqual([1])
    await expect.poll(told).toContain('Something needs you.')
  })

  test('a worker shows it where there is one, and a press on it leads to the chat', async () => {
    const { page, world } = opened()
    await page.context().grantPermissions(['notifications'])
    await page.addInitScript("Object.defineProperty(document, 'hidden', { get: () => globalThis.isAway === true })")
    const told = () =>
      page.evaluate(`navigator.serviceWorker.getRegistration()
        .then((registered) => registered?.getNotifications() ?? [])
        .then((shown) => shown.map(({ body }) => body))`)
    await enter()
    const { task } = await send('first')
    const chat = await addressOf(page)
    await page.goto(`${chat.split('#')[0]}#settings/notifications`)
    const notices = page.getByRole('region', { name: 'In this browser' })
    await notices.getByRole('button', { name: 'Turn on' }).click()
    await expect.poll(told).toEqual(['Notifications are on.'])
    await page.evaluate('isAway = true')
    await world.reply(task, 'One.')
    await expect.poll(told).toEqual(['New answer in "first"'])
    const [worker] = page.context().serviceWorkers()
    await worker?.evaluate(`registration.getNotifications().then(([notification]) =>
      dispatchEvent(new NotificationEvent('notificationclick', { notification })))`)
    await said('One.').waitFor()
    expect([await addressOf(page), await told()]).toEqual([chat, []])
    // Nothing of what was said is kept by it.
    expect(await page.evaluate('caches.keys()')).toEqual([])
    await page.goto(`${chat.split('#')[0]}#settings/notifications`)
    await notices.getByRole('button', { name: 'Turn off' }).click()
    await expect
      .poll(() => page.evaluate('navigator.serviceWorker.getRegistrations().then(({ length }) => length)'))
      .toBe(0)
  })
})
