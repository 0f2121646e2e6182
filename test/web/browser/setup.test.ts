import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createTelegram } from '../../peers/telegram/telegram.ts'
import { asPhone, chromiumPath, keepPicture } from './browser.ts'
import { usePage } from './page-world.ts'

describe.skipIf(!chromiumPath)('the setup on the page', () => {
  const { opened, enter } = usePage()

  test('says what is open, takes each answer by keyboard, pairs a Telegram account, and ends with a message', async () => {
    const telegram = await createTelegram({ secondMs: 20 })
    onTestFinished(() => telegram.close())
    const ana = telegram.user({ id: 42, name: 'Ana' })
    const chat = telegram.privateChat(ana)
    const { page, world } = opened()
    const file = join(world.dir, '.config/skein/config.toml')
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, `[telegram]\napi_root = "${telegram.url()}"\n`, { mode: 0o600 })
    await enter()
    await page.goto(`${page.url().split('#')[0]}#settings/name`)
    const progress = page.getByRole('region', { name: 'Setup' })
    await progress.getByText('0 of 6 steps are done.').waitFor()
    const goTo = (part: string) => page.goto(`${page.url().split('#')[0]}#settings/${part}`)

    // The address names this step, so its form is open.
    await page.keyboard.type('Ana')
    await page.keyboard.press('Enter')
    const step = (name: string) => page.locator(`#setup-${name}`)
    await step('name').getByText('Skein will call you Ana. Restart to use it.').waitFor()
    await step('name').getByRole('button', { name: 'Restart Skein' }).waitFor()
    await step('timezone').getByRole('button', { name: 'Set up' }).press('Enter')
    const zone = step('timezone').getByRole('textbox')
    await zone.fill('Mars/Base')
    await zone.press('Enter')
    await step('timezone').getByRole('alert').getByText('"Mars/Base" is not a time zone.').waitFor()
    await zone.fill('Europe/Berlin')
    await zone.press('Enter')
    await step('timezone').getByText('Saved: Europe/Berlin. Restart').waitFor()
    await progress.getByRole('link', { name: 'Daily briefing' }).click()
    await step('briefing').getByRole('textbox').waitFor()
    await page.keyboard.press('Escape')
    await step('briefing').getByRole('button', { name: 'Set up' }).press('Enter')
    await page.keyboard.press('Enter')
    await step('briefing').getByText('Change it below').waitFor()

    await goTo('channels')
    await page.locator('#connection-telegram').getByRole('button', { name: 'Connect' }).click()
    await page.getByLabel('Bot token').fill(telegram.token())
    await page.getByLabel('Bot token').press('Enter')
    chat.say(ana, (await page.getByText(/^\/start \w{8}$/).textContent()) ?? '')
    await page.getByText('The code came from Ana.').waitFor()
    await step('hello').getByRole('button', { name: 'Write to me' }).press('Enter')
    await step('hello').getByText('A message to you was sent: Telegram, 42.').waitFor()
    expect(chat.answers().at(-1)?.text).toBe('Hello Ana, the setup of Skein is complete. Write to me here at any time.')
    for (const text of ['name = "Ana"', 'timezone = "Europe/Berlin"', 'cron = "0 7 * * *"', 'owner_ids = [42]'])
      expect(readFileSync(file, 'utf8')).toContain(text)

    await keepPicture(page, 'setup-done')
    await asPhone(page, 800)
    const body = page.locator('#settings-body')
    expect(await body.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0)
    // The same after a reload: nothing is asked twice.
    await goTo('name')
    await page.reload()
    await step('name').getByText('Saved: Ana. Restart to use it.').waitFor()
    await progress.getByText('4 of 6 steps are done.').waitFor()
    expect(await page.locator('#setup-name').getByRole('form').count()).toBe(0)
  })
})
