import type { BrowserContext, Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { chatOf } from '../world.ts'
import { chromiumPath, keepPicture, openPage, sharedBrowser } from './browser.ts'
import { usePage } from './page-world.ts'
import { readQrCode } from './qr.ts'

/** The address of this machine in its network. */
const bind = '127.0.0.2'

describe.skipIf(!chromiumPath)('other devices and people on the page', () => {
  const { opened, enter, serveWith } = usePage()
  const contexts: BrowserContext[] = []
  afterEach(() => Promise.all(contexts.splice(0).map((context) => context.close())))

  /** A phone with a browser of its own. */
  async function openPhone(address: string): Promise<Page> {
    const browser = await sharedBrowser()
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    contexts.push(context)
    const { page } = await openPage(context)
    await page.goto(address)
    return page
  }

  async function openPeople() {
    const { page } = opened()
    await enter()
    await page.goto(`${opened().server.url}#settings/people`)
    const view = page.getByRole('main', { name: 'Settings' })
    await view.getByRole('heading', { name: 'Sign in another device' }).waitFor()
    return view
  }

  test('the page is opened to the local network with two clicks and a restart', async () => {
    const { page, server } = opened()
    const view = await openPeople()
    await view.getByText('The connection is not encrypted, so others in that network could read along').waitFor()
    await keepPicture(page, 'devices closed')
    await view.getByRole('button', { name: 'Open in the local network' }).click()
    await view.getByText(`Restart to open the page at http://${bind}:${server.port} too.`).waitFor()
    expect(await view.getByRole('button', { name: 'Restart Skein' }).count()).toBe(1)
    await keepPicture(page, 'devices waiting')
  })

  test('a phone signs in with the QR code, is listed, and is signed out again', async () => {
    await serveWith({ bind })
    const { page, server } = opened()
    const view = await openPeople()
    await view.getByRole('button', { name: 'Show the QR code' }).click()
    const link = await readQrCode(view.getByRole('img', { name: 'QR code with the sign-in link' }))
    expect(link).toMatch(new RegExp(`^http://${bind}:${server.port}/#sign-in=[\\w-]{43}$`))
    await keepPicture(page, 'devices code')
    const phone = await openPhone(link)
    await phone.locator('#words').waitFor()
    await page.reload()
    const row = view.locator('li').filter({ hasText: 'on another device' })
    await row.getByRole('button', { name: 'Sign out' }).click()
    await row.getByRole('button', { name: 'Sign out the browser' }).click()
    await row.waitFor({ state: 'detached' })
    await phone.getByText('choose “Sign in another device”').waitFor()
    await phone.getByText('This connection is not encrypted.').waitFor()
    await keepPicture(phone, 'door elsewhere')
    const second = await openPhone(link)
    await second.getByText('That link is invalid').waitFor()
  })

  test('somebody invited sees their own chats on their phone, and nothing else', async () => {
    await serveWith({ bind })
    const { page, world } = opened()
    await openPeople()
    const { task } = world.say(chatOf('own'), 'a secret of the owner')
    await world.reply(task, 'It stays one.')
    const people = page.getByRole('region', { name: 'People' })
    await people.getByLabel('Name').fill('Bo')
    await people.getByRole('button', { name: 'Make a sign-in link' }).click()
    const card = people.getByRole('group', { name: 'Sign-in link for Bo' })
    const phone = await openPhone(await readQrCode(card.getByRole('img')))
    await phone.locator('#words').waitFor()
    expect(await phone.locator('.rail a').allInnerTexts()).toEqual(['Chats', 'Settings'])
    const heard = world.heard('hello from Bo')
    await phone.locator('#words').fill('hello from Bo')
    await phone.locator('#send').tap()
    const said = await heard
    expect(said).toMatchObject({ senderName: 'Bo', isRemote: true })
    await world.reply(said.task, 'Hello, Bo.')
    await phone.locator('#lines').getByText('Hello, Bo.').waitFor()
    expect(await phone.getByRole('button', { name: 'Why' }).count()).toBe(0)
    await keepPicture(phone, 'member chat')
    await phone.locator('#open-drawer').tap()
    expect(await phone.locator('#drawer').innerText()).not.toContain('secret')
    await keepPicture(phone, 'member list')
    await phone.goto(`http://${bind}:${opened().server.port}/#settings`)
    await phone.getByRole('heading', { name: 'Signed-in browsers' }).waitFor()
    await keepPicture(phone, 'member settings')
    expect(await phone.locator('#settings-body').innerText()).not.toContain('Restart')

    await people.getByRole('listitem').filter({ hasText: 'Bo' }).getByRole('button', { name: 'Change' }).click()
    await people.getByLabel('Role').selectOption('guest')
    await keepPicture(page, 'people change')
    await people.getByRole('button', { name: 'Save' }).click()
    await people.getByRole('status').getByText('Bo: guest').waitFor()
    await people.getByRole('listitem').filter({ hasText: 'Bo' }).getByRole('button', { name: 'Remove' }).click()
    await people.getByRole('button', { name: /^Remove web:person-/ }).click()
    await phone.getByText('choose “Sign in another device”').waitFor()
  })

  test('on a page without TLS, as in a home network, a message can be sent', async () => {
    const { port } = opened().server
    await opened().server.close()
    await serveWith({ port, publicUrl: `http://evil.test:${port}` })
    const { world, server } = opened()
    const phone = await openPhone(server.publicLink() ?? '')
    await phone.locator('#words').waitFor()
    expect(await phone.evaluate('isSecureContext')).toBe(false)
    const heard = world.heard('hello')
    await phone.locator('#words').fill('hello')
    await phone.locator('#send').tap()
    await heard
  })
})
