import { describe, expect, test } from 'vitest'
import { asPhone, browsers, chromiumPath, keepPicture, linesOf } from './browser.ts'
import { usePage } from './page-world.ts'

describe.each(browsers)('versions of a chat in $name', ({ path, launch }) => {
  describe.skipIf(!path)('on the page', () => {
    const { opened, enter, said, send } = usePage(launch)
    const position = () => opened().page.locator('.versions').allTextContents()
    const button = (name: string) => opened().page.getByRole('button', { name })

    async function converse() {
      const { world } = opened()
      await enter()
      const first = await send('My cat is ill.')
      await world.reply(first.task, 'Poor cat.')
      await said('Poor cat.').waitFor()
      const second = await send('What should I do?')
      await world.reply(second.task, 'Call a vet.')
      await said('Call a vet.').waitFor()
      return { first, second }
    }

    async function edit(text: string, to: string) {
      const { page, world } = opened()
      await page.locator('.line.human', { hasText: text }).getByRole('button', { name: 'Edit and send again' }).click()
      await page.locator('#editing').waitFor()
      expect(await page.locator('#words').inputValue()).toBe(text)
      const heard = world.heard(to)
      await page.locator('#words').fill(to)
      await page.locator('#words').press('Enter')
      return heard
    }

    test('an edited message takes its place, with all that follows, and ‹ › switches between them', async () => {
      const { page, world } = opened()
      await converse()
      await page.locator('#words').fill('half a thought')
      const { task } = await edit('My cat is ill.', 'My dog is ill.')
      await said('My dog is ill.').waitFor()
      expect(await linesOf(page)).toEqual(['My dog is ill.'])
      expect(await page.locator('#words').inputValue()).toBe('half a thought')
      expect(await page.locator('#editing').isVisible()).toBe(false)
      world.state(task, 'running')
      await expect.poll(() => page.locator('.versions').isVisible()).toBe(false)
      await world.reply(task, 'Poor dog.')
      await said('Poor dog.').waitFor()
      expect(await position()).toEqual(['‹2/2›'])
      await button('Previous version').click()
      await said('Call a vet.').waitFor()
      expect(await linesOf(page)).toEqual(['My cat is ill.', 'Poor cat.', 'What should I do?', 'Call a vet.'])
      expect(await position()).toEqual(['‹1/2›'])
      expect(await button('Previous version').isDisabled()).toBe(true)
      await page.reload()
      await said('Call a vet.').waitFor()
      await button('Next version').click()
      await said('Poor dog.').waitFor()
      expect(await linesOf(page)).toEqual(['My dog is ill.', 'Poor dog.'])
    })

    test('a retry makes another version of the answer, also on the other pages that are open', async () => {
      const { page, world, server } = opened()
      const { first } = await converse()
      const other = await page.context().newPage()
      await other.goto(server.url)
      await other.locator('#lines').getByText('Call a vet.').waitFor()
      await page.locator('.line.bot', { hasText: 'Poor cat.' }).getByRole('button', { name: 'Retry' }).click()
      await expect.poll(() => linesOf(page)).toEqual(['My cat is ill.'])
      await world.reply(first.task, 'Get well soon, cat!')
      for (const one of [page, other]) {
        await one.locator('#lines').getByText('Get well soon').waitFor()
        expect(await linesOf(one)).toEqual(['My cat is ill.', 'Get well soon, cat!'])
        expect(await one.locator('.versions').allTextContents()).toEqual(['‹2/2›'])
      }
      await other.getByRole('button', { name: 'Previous version' }).click()
      for (const one of [page, other]) {
        await one.locator('#lines').getByText('Call a vet.').waitFor()
        expect(await one.locator('.versions').allTextContents()).toEqual(['‹1/2›'])
      }
      await other.close()
    })

    test('an edit can be cancelled, and what was being written comes back', async () => {
      const { page } = opened()
      await converse()
      await page.locator('#words').fill('half a thought')
      await page.locator('.line.human').first().getByRole('button', { name: 'Edit and send again' }).click()
      await page.reload()
      await page.locator('#editing').waitFor()
      expect(await page.locator('#words').inputValue()).toBe('My cat is ill.')
      await page.locator('#words').press('Escape')
      expect(await page.locator('#editing').isVisible()).toBe(false)
      expect(await page.locator('#words').inputValue()).toBe('half a thought')
    })

    test('a search finds the other version, marks it, and a click shows it', async () => {
      const { page, world } = opened()
      await converse()
      const { task } = await edit('My cat is ill.', 'My dog is ill.')
      await world.reply(task, 'Poor dog.')
      await said('Poor dog.').waitFor()
      await page.locator('#sought').fill('vet')
      const found = page.locator('#found a', { hasText: 'Call a vet.' })
      await found.getByText('other version').waitFor()
      await found.click()
      await said('Call a vet.').waitFor()
      expect(await linesOf(page)).toEqual(['My cat is ill.', 'Poor cat.', 'What should I do?', 'Call a vet.'])
    })
  })
})

describe.skipIf(!chromiumPath)('versions on a phone with a touch screen', () => {
  const { opened, enter, said, send } = usePage()

  test('an edit, a switch and a retry are made with the finger', async () => {
    const { page, world } = opened()
    await enter()
    const { task } = await send('My cat is ill.')
    await world.reply(task, 'Poor cat.')
    await said('Poor cat.').waitFor()
    const tap = await asPhone(page)
    await tap(page.getByRole('button', { name: 'Edit and send again' }))
    await page.locator('#words').fill('My dog is ill.')
    await keepPicture(page, 'editing on a phone')
    const heard = world.heard('My dog is ill.')
    await tap(page.locator('#send'))
    await world.reply((await heard).task, 'Poor dog.')
    await said('Poor dog.').waitFor()
    await keepPicture(page, 'versions on a phone')
    await tap(page.getByRole('button', { name: 'Previous version' }))
    await said('Poor cat.').waitFor()
    await tap(page.getByRole('button', { name: 'Retry' }))
    await expect.poll(() => linesOf(page)).toEqual(['My cat is ill.'])
    await world.reply(task, 'Get well soon!')
    await said('Get well soon!').waitFor()
    expect(await page.locator('.versions').allTextContents()).toEqual(['‹1/2›', '‹2/2›'])
    const wide = await page.evaluate('document.documentElement.scrollWidth')
    expect(wide).toBe(390)
  })
})
