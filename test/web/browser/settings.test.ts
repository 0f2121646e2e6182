import { describe, expect, test } from 'vitest'
import { readOverrides } from '../../../src/config/overrides/override-file.ts'
import { addPerson, findPerson, linkAddress } from '../../../src/store/people/people.ts'
import { readSettings } from '../../../src/store/settings.ts'
import type { SettingsForm } from '../../../src/web/page/wire/settings-wire.ts'
import { ask, pageHeaders, signIn } from '../http.ts'
import { addressOf, asPhone, beLate, chromiumPath, keepPicture } from './browser.ts'
import { usePage } from './page-world.ts'

describe.skipIf(!chromiumPath)('the settings on the page', () => {
  const { opened, enter } = usePage()

  async function openSettings() {
    const { page } = opened()
    await enter()
    await page.getByRole('link', { name: 'Settings' }).click()
    const view = page.getByRole('main', { name: 'Settings' })
    await view.getByRole('searchbox', { name: 'Find a key' }).waitFor()
    return view
  }

  async function openSection(title: string) {
    const view = await openSettings()
    await view.getByRole('link', { name: title, exact: true }).click()
    const section = view.getByRole('region', { name: title, exact: true })
    await section.waitFor()
    return section
  }

  test('have an address for each section, which a reload keeps and from which the back button leads back', async () => {
    const { page } = opened()
    const view = await openSettings()
    const titles = await view.getByRole('navigation', { name: 'Sections' }).getByRole('link').all()
    const heading = view.getByRole('heading', { level: 2 })
    expect(await heading.innerText()).toBe('General')
    const seen: string[] = []
    const tables: string[] = []
    for (const link of titles) {
      await link.click()
      await page.locator('.settings-list [aria-current=page]').waitFor()
      await view.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
      seen.push(`${(await addressOf(page)).split('#')[1]}: ${await heading.innerText()}`)
      tables.push(...(await view.locator('.config-section > summary .config-name').allInnerTexts()))
    }
    expect(seen).toEqual([
      'settings/general: General',
      'settings/models: Models',
      'settings/channels: Channels',
      'settings/people: People and devices',
      'settings/memory: Memory',
      'settings/schedule: Schedule',
      'settings/notifications: Notifications',
      'settings/advanced: Advanced',
    ])
    // Every table is in exactly one section; the fields of these two have a form of their own.
    const { sections, tables: named } = (await page.evaluate(
      "fetch('/api/settings').then((answer) => answer.json())",
    )) as SettingsForm
    const all = [...sections, ...named].map(({ name }) => name)
    expect(tables.toSorted()).toEqual(all.filter((name) => !['', 'owner', 'assistant'].includes(name)).toSorted())
    await page.reload()
    await heading.getByText('Advanced').waitFor()
    await page.goBack()
    await heading.getByText('Notifications').waitFor()
    const search = view.getByRole('searchbox')
    await search.fill('quiet_hours')
    await view.getByLabel('scheduler.quiet_hours').waitFor()
    await page.reload()
    await view.getByLabel('scheduler.quiet_hours').waitFor()
    await search.fill('')
    await heading.getByText('Notifications').waitFor()
  })

  test('show the list of sections first on a phone, and lead back to it', async () => {
    const { page } = opened()
    await openSettings()
    const tap = await asPhone(page)
    const view = page.getByRole('main', { name: 'Settings' })
    const heading = view.getByRole('heading', { level: 2 })
    expect(await heading.isVisible()).toBe(false)
    await tap(view.getByRole('link', { name: 'Channels' }))
    await heading.getByText('Channels').waitFor()
    expect(await view.getByRole('searchbox').isVisible()).toBe(false)
    await keepPicture(page, 'settings-channels-phone')
    await tap(view.getByRole('link', { name: 'All settings' }))
    await view.getByRole('link', { name: 'Channels' }).waitFor()
    expect(await heading.isVisible()).toBe(false)
    await keepPicture(page, 'settings-list-phone')
    await page.goBack()
    await heading.getByText('Channels').waitFor()
    const body = page.locator('#settings-body')
    expect(await body.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0)
  })

  test('the name and the persona of the assistant hold from the next message on', async () => {
    const { page, world } = opened()
    const section = await openSection('General')
    const saved = () => readSettings(world.db)
    const field = section.getByLabel('Name', { exact: true })
    expect(await field.inputValue()).toBe('Skein')
    await field.fill('Hal')
    await section.getByLabel('Persona').fill('Dry.\nTo the point.')
    await section.getByRole('button', { name: 'Save' }).click()
    await section.getByText('Saved.').waitFor()
    expect([saved().get('assistant.name')?.text, saved().get('assistant.persona')?.text]).toEqual([
      'Hal',
      'Dry.\nTo the point.',
    ])
    await page.reload()
    expect(await section.getByLabel('Persona').inputValue()).toBe('Dry.\nTo the point.')
    await section.getByLabel('Persona').fill('')
    await section.getByRole('button', { name: 'Save' }).click()
    await section.getByText('Saved.').waitFor()
    expect([...saved().keys()]).toEqual(['assistant.name'])
    await keepPicture(page, 'settings-general')
  })

  test('find a key, set it, refuse what it cannot be, and reset it, by keyboard', async () => {
    const { page, world } = opened()
    const view = await openSettings()
    await view.getByRole('searchbox').focus()
    await page.keyboard.type('max_TOK history prompt')
    await view.getByRole('status').getByText('1 key').waitFor()
    const field = view.getByLabel('conversation.max_tokens')
    await field.focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('7')
    await page.keyboard.press('Enter')
    await view.getByRole('alert').getByText('must be a whole number from 500 to 1000000.').waitFor()
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('20000')
    await page.keyboard.press('Enter')
    await view.getByText('set while running; default: 10000').waitFor()
    expect(readSettings(world.db).get('conversation.max_tokens')?.text).toBe('20000')
    expect(await field.evaluate((shown) => shown.matches(':focus'))).toBe(true)
    await page.reload()
    await view.getByText('1 set while running').waitFor()
    expect(await field.inputValue()).toBe('20000')
    await view.getByRole('button', { name: 'Reset' }).click()
    await view.getByText('set while running;').waitFor({ state: 'detached' })
    expect([await field.inputValue(), readSettings(world.db).size]).toEqual(['10000', 0])
  })

  test('set a choice and a tick at once, and what needs a new start with a word of that', async () => {
    const { page, world } = opened()
    const view = await openSection('Advanced')
    await view.locator('summary').filter({ hasText: /^log/ }).click()
    await view.getByLabel('log.level').selectOption('debug')
    await view.getByRole('button', { name: 'Save', exact: true }).click()
    await view.getByText('set while running; default: info').waitFor()
    const waits = view.getByText('Saved. Restart Skein to apply.')
    expect(await waits.count()).toBe(0)
    await view.getByLabel('log.format').selectOption('json')
    await view.getByRole('button', { name: 'Save', exact: true }).click()
    await view.getByText('set here · applies after a restart; default: auto').waitFor()
    await waits.waitFor()
    await page.getByRole('link', { name: 'Memory' }).last().click()
    await page
      .locator('summary')
      .filter({ hasText: /^conversation/ })
      .click()
    await page.getByLabel('conversation.shared_history').check()
    await page.getByText('set while running; default: false').waitFor()
    const made = Object.fromEntries([...readSettings(world.db)].map(([key, { text }]) => [key, text]))
    expect(made).toEqual({ 'conversation.shared_history': 'true', 'log.level': 'debug' })
    await asPhone(page, 800)
    const body = page.locator('#settings-body')
    expect(await body.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0)
  })

  test('add a table under a name of its own, change it and remove it, by keyboard', async () => {
    const { page, world } = opened()
    // Whoever is quicker than the machine still writes into the field they asked for.
    await beLate(page, 200)
    const view = await openSection('Models')
    const setHere = () => [...readOverrides(world.dir).overrides].map(([key, { value }]) => [key, value])
    const section = view.locator('details.config-section').filter({ hasText: /^providers/ })
    await section.locator('summary').first().press('Enter')
    await section.getByRole('button', { name: 'Add' }).press('Enter')
    await page.keyboard.type('mine')
    const form = section.getByRole('form', { name: 'New entry in providers' })
    await form.getByLabel('kind').selectOption('anthropic')
    await form.getByLabel('models.general').fill('some')
    await form.getByLabel('models.general').press('Enter')
    await form.getByText('providers.mine needs api_key, such as').waitFor()
    await form.getByLabel('api_key').fill('sk-hush')
    await form.getByLabel('api_key').press('Enter')
    const entry = section.locator('details.config-entry')
    await entry.getByText('added here · applies after a restart').waitFor()
    const waits = view.getByText('Saved. Restart Skein to apply.')
    await waits.waitFor()
    expect(setHere()).toEqual([
      ['providers.mine.kind', 'anthropic'],
      ['providers.mine.models.general', 'some'],
      ['providers.mine.api_key', 'sk-hush'],
    ])
    await entry.locator('summary').press('Enter')
    expect(await entry.getByLabel('api_key').inputValue()).toBe('')
    expect(await entry.getByLabel('api_key').getAttribute('placeholder')).toBe('set')
    await entry.getByLabel('window').fill('12')
    await entry.getByLabel('window').press('Enter')
    await entry.getByText('providers.mine.window must be a whole number from 1000').waitFor()
    await entry.getByLabel('window').fill('8000')
    await entry.getByLabel('window').press('Enter')
    await expect.poll(() => setHere().length).toBe(4)
    await entry.getByRole('button', { name: 'Remove', exact: true }).press('Enter')
    await page.keyboard.press('Enter')
    await section.getByText('None yet.').waitFor()
    await waits.waitFor({ state: 'detached' })
    expect(setHere()).toEqual([])
  })

  test('list who is let in, make a code with its picture, and take somebody out after a question', async () => {
    const { page, world } = opened()
    const now = world.clock.now()
    const ben = addPerson(world.db, { name: 'Ben', role: 'member' }, now)
    linkAddress(world.db, { channel: 'telegram', id: '50' }, ben.id, 'Ben', now, 'pairing')
    const people = (await openSection('People and devices')).getByRole('region', { name: 'People' })
    await people.getByText('Ben').waitFor()
    expect(await people.getByText('belongs to the owner, so it cannot be removed.').count()).toBe(1)
    await people.getByRole('button', { name: 'Add a person' }).press('Enter')
    const code = await people.locator('.pairing-code').innerText()
    await people.getByText(`/start ${code}`).waitFor()
    expect((await people.getByRole('img', { name: 'QR code' }).boundingBox())?.width).toBeGreaterThan(100)
    // Whoever comes in meanwhile is seen without a reload.
    const cleo = addPerson(world.db, { name: 'Cleo', role: 'member' }, now)
    linkAddress(world.db, { channel: 'telegram', id: '60' }, cleo.id, 'Cleo', now, 'pairing')
    const rowOf = (name: string) =>
      people.getByRole('listitem').filter({ has: page.locator('.row-title').getByText(name) })
    await rowOf('Cleo').waitFor()
    await people.getByRole('button', { name: 'Done' }).click()
    await rowOf('Cleo').getByLabel('Link telegram:60 to another person').selectOption('Ben')
    await rowOf('Cleo').getByRole('button', { name: 'Link', exact: true }).press('Enter')
    await page.keyboard.press('Enter')
    await people.getByText('Cleo and Ben are one person now').waitFor()
    await rowOf('Ben').getByRole('button', { name: 'Unlink' }).press('Enter')
    await page.keyboard.press('Enter')
    await people.getByText('telegram:60 belongs to Cleo again').waitFor()
    const bens = rowOf('Ben')
    await bens.getByRole('button', { name: 'Remove' }).press('Enter')
    await page.keyboard.press('Escape')
    await bens.getByRole('button', { name: 'Remove', exact: true }).press('Enter')
    await page.keyboard.press('Enter')
    await people.getByText('telegram:50 is removed.').waitFor()
    expect([await bens.count(), findPerson(world.db, { channel: 'telegram', id: '50' })]).toEqual([0, undefined])
  })

  test('list the sign-ins, and sign the others out', async () => {
    const { page, world, server } = opened()
    const { cookie } = await signIn(server)
    const signIns = (await openSection('People and devices')).getByRole('region', { name: 'Signed-in browsers' })
    await signIns.getByText('this browser').waitFor()
    expect(await signIns.getByRole('listitem').count()).toBe(2)
    await signIns.getByRole('button', { name: 'Sign out all others' }).click()
    await signIns.getByRole('button', { name: 'Sign out all others now' }).click()
    await expect.poll(() => signIns.getByRole('listitem').count()).toBe(1)
    const headers = pageHeaders(server.port, { cookie })
    expect((await ask(server.port, { path: '/api/state', headers })).status).toBe(401)
    await page.reload()
    await signIns.getByText('this browser').waitFor()
    expect(world.db.statement('SELECT count(*) FROM web_session').pluck().get()).toBe(1)
  })
})
