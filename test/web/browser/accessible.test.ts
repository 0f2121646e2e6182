import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createScriptedBrain, echo } from '../../support/scripted-brain.ts'
import { isLong } from '../../support/sizes.ts'
import { rememberedFact } from '../facts.ts'
import { createModels } from '../models.ts'
import { chatOf } from '../world.ts'
import { chromiumPath, keepPicture, openPage, sharedBrowser } from './browser.ts'
import { usePage } from './page-world.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What keeps somebody from using a part of the page, by the rules of axe-core. */
async function barriersOn(page: Page): Promise<string[]> {
  // Run from outside the page, because its policy lets no foreign script in.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe)
  const { violations } = (await page.evaluate('axe.run({ resultTypes: ["violations"] })')) as AxeResults
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id} (${help}): ${target.join(' ')}`))
}

const rarerLooks = [
  { width: 1280, colorScheme: 'dark' },
  { width: 390, colorScheme: 'light' },
] as const

describe.skipIf(!chromiumPath)('for whoever hears the page or uses no mouse', () => {
  const { opened, enter, send, serveWith } = usePage()

  test('nor has the form of the configuration, or a table that is added to it', async () => {
    const { page } = opened()
    await enter()
    await page.goto(`${page.url().split('#')[0]}#settings/schedule`)
    const section = page.locator('details.config-section').filter({ hasText: /^briefings/ })
    for (const name of [/^scheduler/, /^briefings/])
      await page.locator('details.config-section').filter({ hasText: name }).first().locator('summary').first().click()
    await section.getByRole('button', { name: 'Add' }).click()
    await section.getByRole('button', { name: 'Save' }).click()
    await section.getByRole('alert').getByText('A name can have').waitFor()
    expect(await barriersOn(page)).toEqual([])
  })

  test('nor has the search, what it is narrowed by, the calendar, or the question before a chat is deleted', async () => {
    const { page } = opened()
    await enter()
    await send('Which paint for the hall?')
    await page.locator('#sought').fill('pain')
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.locator('#found a').waitFor()
    await page.locator('#jump').click()
    const found = { search: await barriersOn(page), deleting: [] as string[] }
    await page.locator('#sought').press('Escape')
    await page.getByRole('button', { name: /^More/ }).click()
    await page.getByRole('button', { name: 'Delete for good' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).waitFor()
    found.deleting = await barriersOn(page)
    expect(found).toEqual({ search: [], deleting: [] })
  })

  test.for([
    { width: 1280, colorScheme: 'light' },
    { width: 390, colorScheme: 'dark' },
  ] as const)(
    'nor has the choice of a model, the import, a QR code, an invitation, or the page of who was invited: $width pixels, $colorScheme',
    { timeout: 240_000 },
    async ({ width, colorScheme }) => {
      const models = createModels(opened().world, createScriptedBrain(echo))
      await serveWith({ bind: '127.0.0.2', models })
      const { page, server } = opened()
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await enter()
      const found: Record<string, string[]> = {}
      await page.locator('#model').click()
      await page.getByRole('dialog', { name: 'Who answers in this chat' }).getByRole('button').first().waitFor()
      found.models = await barriersOn(page)
      await page.keyboard.press('Escape')
      await page.goto(`${server.url}#settings/import`)
      await page.locator('#import').getByLabel('File', { exact: true }).waitFor()
      found.import = await barriersOn(page)
      await page.goto(`${server.url}#settings/people`)
      await page.getByRole('button', { name: 'Show the QR code' }).click()
      await page.getByRole('img', { name: 'QR code with the sign-in link' }).waitFor()
      const people = page.getByRole('region', { name: 'People' })
      await people.getByLabel('Name').fill('Bo')
      await people.getByRole('button', { name: 'Make a sign-in link' }).click()
      const card = people.getByRole('group', { name: 'Sign-in link for Bo' })
      await card.getByRole('img').waitFor()
      found.people = await barriersOn(page)

      const context = await (await sharedBrowser()).newContext({ viewport: { width, height: 800 }, colorScheme })
      onTestFinished(() => context.close())
      const { page: member } = await openPage(context)
      await member.goto(await card.locator('code').innerText())
      await member.locator('#words').waitFor()
      found.chat = await barriersOn(member)
      await member.goto(`http://127.0.0.2:${server.port}/#settings`)
      await member.getByRole('heading', { name: 'Signed-in browsers' }).waitFor()
      found.settings = await barriersOn(member)
      expect(found).toEqual({ models: [], import: [], people: [], chat: [], settings: [] })
    },
  )

  // Both widths and both colour schemes; `npm run test:long` tries every combination.
  test.for([
    { width: 1280, colorScheme: 'light' },
    { width: 390, colorScheme: 'dark' },
    ...(isLong ? rarerLooks : []),
  ] as const)(
    'no view has a barrier: $width pixels, $colorScheme',
    { timeout: 240_000 },
    async ({ width, colorScheme }) => {
      const { world, page } = opened()
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      rememberedFact(world, 'Ana lives in Leipzig.', { messageId: world.say(chatOf('house'), 'To Leipzig!').message })
      rememberedFact(world, 'The boiler is serviced in March.', { kind: 'event' })
      await enter()
      const { task } = await send('Which **paint** for the `hall`?\n\n```ts\nconst hall = 1\n```')
      await world.reply(
        task,
        '## Paint\n\n- white\n- [ ] sand\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> quoted\n\n[there](https://example.org)',
      )
      await page.locator('#lines').getByText('quoted').waitFor()
      const found: Record<string, string[]> = {}
      const look = async (at: string) => {
        found[at] = await barriersOn(page)
        await keepPicture(page, `${at}-${width}-${colorScheme}`)
      }
      await look('a conversation')
      await page.locator('#words').fill('/')
      await page.getByRole('option').first().waitFor()
      await look('the commands')
      const names = await page.locator('#rail a').allInnerTexts()
      for (const name of names) {
        await page.locator('#rail').getByRole('link', { name }).click()
        await page.getByRole('main').waitFor()
        await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
        await look(name)
      }
      await page.locator('#rail').getByRole('link', { name: 'Memory' }).click()
      await page.getByText('How well the memory is kept').click()
      await page.locator('.fact').first().getByRole('button', { name: 'Edit' }).click()
      await page.locator('.fact').last().getByRole('button', { name: 'Delete…' }).click()
      await page.getByText('As a table').click()
      await page.getByRole('button', { name: 'Delete for good' }).waitFor()
      await look('facts unfolded')
      const section = (name: string) => page.goto(`${page.url().split('#')[0]}#settings/${name}`)
      await section('general')
      await page.locator('#setup-timezone').getByRole('button', { name: 'Set up' }).click()
      await look('the general settings')
      await section('models')
      await page.locator('#way-openrouter').getByRole('button', { name: 'Connect' }).click()
      await look('the models')
      await section('channels')
      await page.locator('#connection-telegram').getByRole('button', { name: 'Connect' }).click()
      await look('the channels')
      await section('people')
      await page.getByRole('button', { name: 'Add a person' }).click()
      await page.getByRole('img', { name: 'QR code' }).waitFor()
      await look('people and devices')
      for (const name of ['memory', 'schedule', 'notifications', 'advanced']) {
        await section(name)
        await page.locator('.settings-shown h2').waitFor()
        await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
        await look(`settings ${name}`)
      }
      await section('advanced?find=conversation')
      await page.locator('.config-key').first().waitFor()
      await look('the settings found')
      expect(found).toEqual(Object.fromEntries(Object.keys(found).map((name) => [name, []])))
      expect(names.length).toBeGreaterThan(4)
    },
  )
})
