import { describe, expect, test } from 'vitest'
import { insertActions, markUnfinished } from '../../../src/store/work/answers.ts'
import { chatOf } from '../world.ts'
import { asPhone, chromiumPath, linesOf, receiptsOf } from './browser.ts'
import { usePage } from './page-world.ts'

describe.skipIf(!chromiumPath)('the page in a browser', () => {
  const { opened, enter, said, send } = usePage()

  test('the copy button copies the code and nothing else', async () => {
    const { world, page } = opened()
    await enter()
    const { task } = await send('code please')
    await world.reply(task, 'Here:\n\n```js\nconst a = "<b>"\n  indented()\n```')
    await page.getByRole('figure').getByRole('button', { name: 'Copy' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('const a = "<b>"\n  indented()')
  })

  test('a slash offers the commands, by keyboard and by mouse, and Escape leaves the turn alone', async () => {
    const { world, page } = opened()
    await enter()
    const { task } = await send('go on')
    world.state(task, 'running')
    await page.locator('#stop').waitFor()
    const words = page.locator('#words')
    const options = page.getByRole('listbox', { name: 'Commands' }).getByRole('option')
    await words.pressSequentially('/')
    await options.first().waitFor()
    expect(await options.allInnerTexts()).toContainEqual(expect.stringMatching(/^\/model\s+what model does$/))
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
      const list = page.getByRole('listbox')
      expect(await list.evaluate((box) => box.scrollWidth - box.clientWidth), `at ${width} px`).toBeLessThanOrEqual(0)
    }
    await words.pressSequentially('st')
    await expect.poll(() => options.count()).toBe(2)
    await words.press('ArrowDown')
    await page.getByRole('option', { name: '/stop', selected: true }).waitFor()
    expect(await words.getAttribute('aria-activedescendant')).toBe('command-stop')
    await words.press('Escape')
    await options.first().waitFor({ state: 'detached' })
    expect(await words.getAttribute('aria-activedescendant')).toBe(null)
    expect(await page.locator('#stop').isVisible()).toBe(true)

    await words.fill('')
    await words.pressSequentially('/sta')
    await options.click()
    expect(await words.inputValue()).toBe('/status ')
    await words.fill('')
    await words.pressSequentially('/h')
    await options.waitFor()
    await words.press('Tab')
    expect(await words.inputValue()).toBe('/help ')
    expect(await page.evaluate('document.activeElement.id')).toBe('words')
    await words.press('Enter')
    await said('/help').waitFor()
  })

  test('an answer that was stopped says so, and what was done for it can be unfolded', async () => {
    const { world, page } = opened()
    await enter()
    const { task } = await send('bake')
    const line = await world.reply(task, 'I look for a recipe.\n\nIt needs')
    markUnfinished(world.db, line, 'stopped')
    insertActions(world.db, line, [
      { line: 'reading recipes.md', failed: false },
      { line: 'running "make cake"', failed: true },
    ])
    await page.reload()
    const answer = page.locator(`[data-line="${line}"]`)
    await answer.getByText('stopped', { exact: true }).waitFor()
    const step = answer.getByText('running "make cake" (failed)')
    expect(await step.isVisible()).toBe(false)
    await answer.getByText('read recipes.md, ran one command, 1 failed').click()
    await step.waitFor()
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    }
  })

  test('every end of a message can be read, and why it is not over yet', async () => {
    const { world, page } = opened()
    await enter()
    const { task } = await send('hello')
    world.state(task, 'retry', { reason: 'the model is busy', retryAt: new Date(2026, 2, 1, 14, 2) })
    await page.getByText('retrying at 14:02: the model is busy').waitFor()
    for (const [state, words] of [
      ['failed', 'failed'],
      ['expired', 'expired'],
      ['refused', 'refused'],
      ['quarantined', 'stopped after crashes'],
      ['interrupted', 'interrupted'],
      ['waiting', 'waiting for you: it broke'],
    ] as const) {
      world.state(task, state, { reason: 'it broke' })
      await expect.poll(() => receiptsOf(page)).toEqual([words])
    }
  })

  test('chats are kept apart, listed by their last word, and show when one has news', async () => {
    const { world, page } = opened()
    await enter()
    const first = await send('about the garden')
    await page.keyboard.press('Control+k')
    await page.getByText('What is on your mind?').waitFor()
    const second = await send('about the boiler')
    expect(second.chat).not.toBe(first.chat)
    await expect
      .poll(() => page.locator('.chats .name').allInnerTexts())
      .toEqual(['about the boiler', 'about the garden'])
    await world.reply(first.task, 'Beans.')
    await page.getByLabel('new answer').waitFor()
    expect(await linesOf(page)).toEqual(['about the boiler'])
    await page.getByRole('link', { name: 'about the garden' }).click()
    await said('Beans.').waitFor()
    expect(await linesOf(page)).toEqual(['about the garden', 'Beans.'])
    expect(await page.getByLabel('new answer').count()).toBe(0)
  })

  test('Shift+Enter makes a new line, and half-written words survive a reload', async () => {
    const { world, page } = opened()
    await enter()
    await page.keyboard.type('one')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('two')
    await page.reload()
    await page.locator('#words').waitFor()
    await expect.poll(() => page.locator('#words').inputValue()).toBe('one\ntwo')
    const heard = world.heard('one\ntwo')
    await page.locator('#words').press('Enter')
    await heard
    expect(await page.locator('#words').inputValue()).toBe('')
  })

  test('scrolling up reads older lines until the first, without a gap or a double', async () => {
    const { world, page } = opened()
    const texts = Array.from({ length: 130 }, (_, at) => `line number ${at}`)
    for (const text of texts) world.say(chatOf('long'), text)
    await enter()
    await page.getByText('line number 129', { exact: true }).waitFor()
    expect((await linesOf(page)).length).toBeLessThan(130)
    await expect
      .poll(async () => {
        await page.locator('#thread').evaluate((thread) => thread.scrollTo(0, 0))
        return linesOf(page)
      })
      .toEqual(texts)
  })

  test('a message that is too long comes back to be edited', async () => {
    const { page } = opened()
    await enter()
    const long = 'a'.repeat(100_001)
    await page.locator('#words').fill(long)
    await page.keyboard.press('Enter')
    await page.getByText('this one has 100,001').waitFor()
    await page.getByRole('button', { name: 'Edit' }).click()
    await expect.poll(() => page.locator('#words').inputValue()).toBe(long)
    await expect.poll(async () => (await linesOf(page)).length).toBe(0)
  })

  test.each(['light', 'dark'] as const)(
    'at 390 pixels, in the %s, nothing is wider than the screen and the list is a drawer',
    async (colorScheme) => {
      const { world, page } = opened()
      const tap = await asPhone(page)
      await page.emulateMedia({ colorScheme })
      await enter()
      const { task } = await send('x'.repeat(400))
      const wide = `${'y'.repeat(300)} \`${'z'.repeat(300)}\` https://a.example/${'u'.repeat(300)}`
      await world.reply(
        task,
        `${wide}\n\n# ${'h'.repeat(200)}\n\n\`\`\`\n${'c'.repeat(500)}\n\`\`\`\n\n|a|b|\n|-|-|\n|${'d'.repeat(200)}|${'e'.repeat(200)}|\n\n- ${'l'.repeat(200)}`,
      )
      await page.locator('table').waitFor()
      const overflow = () =>
        page.evaluate(
          "['html', '#thread', '#room'].map((box) => document.querySelector(box)).map((box) => box.scrollWidth - box.clientWidth)",
        )
      expect(await overflow()).toEqual([0, 0, 0])
      expect(await page.locator('#drawer').isVisible()).toBe(false)
      await tap(page.getByRole('button', { name: 'Chats' }))
      await page.locator('#drawer a').first().waitFor()
      await page.keyboard.press('Escape')
      await page.locator('#drawer').waitFor({ state: 'hidden' })
    },
  )

  test('the answer is announced to those who listen instead of looking', async () => {
    const { world, page } = opened()
    await enter()
    const { task } = await send('say it aloud')
    await world.reply(task, 'Here **it** is')
    await expect.poll(() => page.locator('[aria-live=polite]').innerText()).toBe('Here it is')
  })

  test('signing out leads back to the door and takes everything kept here with it', async () => {
    const { page } = opened()
    await enter()
    await send('hello')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('npx skein link').waitFor()
    expect(await page.evaluate('localStorage.length')).toBe(0)
    await page.reload()
    await page.getByText('npx skein link').waitFor()
  })

  test('the keyboard keeps its place in the list while an answer streams', async () => {
    const { world, page } = opened()
    await enter()
    const { task } = await send('write')
    await page.locator('.chats a').first().focus()
    for (const text of ['one', 'one\n\ntwo', 'one\n\ntwo\n\nthree']) {
      world.draft(task, text)
      await page
        .locator('.draft p')
        .nth(text.split('\n\n').length - 1)
        .waitFor()
    }
    expect(await page.evaluate("document.activeElement.closest('.chats') !== null")).toBe(true)
  })

  test('the keyboard keeps its place in the list when another chat comes into it', async () => {
    const { world, page } = opened()
    await enter()
    await send('write')
    await page.locator('.chats a').first().focus()
    const before = await page.evaluate("document.activeElement.getAttribute('href')")
    world.say(chatOf('another'), 'from the terminal')
    await page.locator('.chats a', { hasText: 'from the terminal' }).waitFor()
    expect(await page.evaluate("document.activeElement.getAttribute('href')")).toBe(before)
  })

  test('a line whose acknowledgement is lost is shown and stored once', async () => {
    const { world, page } = opened()
    await enter()
    await page.route('**/lines', async (route) => {
      if (route.request().method() === 'GET') return route.continue()
      await route.fetch()
      return route.abort()
    })
    await send('once only')
    await page.getByText('received').waitFor()
    expect(await linesOf(page)).toEqual(['once only'])
    expect(await page.evaluate('localStorage.length')).toBe(0)
    expect(world.accepted).toHaveLength(1)
  })
})
