import { describe, expect, test } from 'vitest'
import { insertActions } from '../../../src/store/work/answers.ts'
import { asPhone, browsers, chromiumPath, keepPicture } from './browser.ts'
import { usePage } from './page-world.ts'

const actions = [
  { line: 'reading notes.md', failed: false, said: 'I look at your notes.', output: 'milk' },
  { line: 'reading list.md', failed: false },
  { line: 'writing shopping.md', failed: true, said: 'Now I write the list.' },
]
const answer = 'I look at your notes.\n\nNow I write the list.\n\nThe list could not be written.'

describe.each(browsers)('a turn as it happens in $name', ({ path, launch }) => {
  describe.skipIf(!path)('on the page', () => {
    const { opened, enter, said, send } = usePage(launch)
    /** Texts, steps and folds of the answer, in the order in which they are shown. */
    const partsOf = (line: string) =>
      opened().page.locator(`${line} :is(.text, .step, .doing, summary)`).allTextContents()

    test('thinking, texts and steps come in order, and stay in order with the answer and after a reload', async () => {
      const { world, page } = opened()
      await enter()
      const { task } = await send('Write my shopping list.')
      world.state(task, 'running')
      world.thought(task, 'They want ')
      world.thought(task, 'They want a list.')
      world.draft(task, 'I look at your notes.')
      world.tool(task, 'reading notes.md')
      await expect.poll(() => partsOf('.draft')).toEqual(['Thinking', 'I look at your notes.', '', 'reading notes.md'])
      await page.locator('.draft .thought summary').click()
      await page.getByText('They want a list.').waitFor()
      world.tool(task, 'reading list.md')
      world.draft(task, 'I look at your notes.\n\nNow I write the list.')
      const begun = ['Thinking', 'I look at your notes.', 'reading notes.md', 'reading list.md']
      await expect.poll(() => partsOf('.draft')).toEqual([...begun, 'Now I write the list.', ''])
      world.tool(task, 'writing shopping.md')
      await expect.poll(() => partsOf('.draft')).toEqual([...begun, 'Now I write the list.', '', 'writing shopping.md'])
      // The thinking that was unfolded stays so.
      expect(await page.getByText('They want a list.').isVisible()).toBe(true)
      // A page that comes later has all of it.
      await page.reload()
      await expect.poll(() => partsOf('.draft')).toEqual([...begun, 'Now I write the list.', '', 'writing shopping.md'])

      insertActions(world.db, await world.reply(task, answer), actions)
      await page.locator('.draft').waitFor({ state: 'detached' })
      for (let times = 0; times < 2; times++) {
        await page.reload()
        await said('The list could not be written.').waitFor()
        expect(await partsOf('.line.bot')).toEqual([
          'I look at your notes.',
          'read 2 files',
          'Now I write the list.',
          'wrote shopping.md, 1 failed',
          'The list could not be written.',
        ])
      }
      await page.getByText('read 2 files').click()
      await page.locator('.line.bot li').getByText('reading list.md').waitFor()
      await page.getByText('reading notes.md').click()
      await page.getByText('milk').waitFor()
    })
  })
})

describe.skipIf(!chromiumPath)('a turn on a phone with a touch screen', () => {
  const { opened, enter, send } = usePage()

  test('its thinking unfolds with the finger, and nothing is wider than the screen', async () => {
    const { world, page } = opened()
    await enter()
    const tap = await asPhone(page)
    const { task } = await send('Write my shopping list.')
    world.state(task, 'running')
    world.thought(task, 'They want a list.')
    world.draft(task, 'I look at your notes.')
    world.tool(task, `reading ${'a-very-long-name'.repeat(10)}.md`)
    world.tool(task, 'reading list.md')
    world.draft(task, 'I look at your notes.\n\nNow I write the list.')
    await page.getByText('Now I write the list.').waitFor()
    await tap(page.locator('.draft .thought summary'))
    await page.getByText('They want a list.').waitFor()
    await keepPicture(page, 'a turn on a phone')
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    insertActions(world.db, await world.reply(task, answer), actions)
    await page.reload()
    await page.getByText('read 2 files').waitFor()
    await keepPicture(page, 'a finished turn on a phone')
    await page.setViewportSize({ width: 1280, height: 800 })
    await keepPicture(page, 'a finished turn')
  })
})
