import { describe, expect, test } from 'vitest'
import { addressOf, browsers, linesOf, receiptsOf } from './browser.ts'
import { usePage } from './page-world.ts'

// The road of a message, from the sign-in to an answer that survives a restart, in every browser there is.
describe.each(browsers)('the road of a message in $name', ({ path, launch }) => {
  describe.skipIf(!path)('from the page', () => {
    const { opened, enter, said, send, serveAgain } = usePage(launch)

    test('asks for a sign-in, and a link opens it and leaves no token behind', async () => {
      const { server, page } = opened()
      await page.goto(server.url)
      await page.getByText('npx skein link').waitFor()
      const link = server.link()
      await page.goto(link)
      await page.getByText('What is on your mind?').waitFor()
      expect(await addressOf(page)).not.toContain('sign-in')
      await page.goto(link)
      await page.locator('#words').waitFor()
    })

    test('a used link says so', async () => {
      const { server, page } = opened()
      const link = server.link()
      await page.goto(link)
      await page.locator('#words').waitFor()
      // What is still asked for must not come after the cookies are gone.
      await page.goto('about:blank')
      await page.context().clearCookies()
      await page.goto(link)
      await page.getByText('That link is invalid, has expired').waitFor()
    })

    test('a message is received, worked on, streamed and answered, and all of it is there after a reload', async () => {
      const { world, page } = opened()
      await enter()
      const { task } = await send('How do I list files?')
      await page.getByText('received').waitFor()
      world.state(task, 'running')
      await page.getByText('working').waitFor()
      world.draft(task, 'Use **ls**')
      await page.locator('.draft strong', { hasText: 'ls' }).waitFor()
      world.draft(task, 'Use **ls**:\n\n```sh\nls -la\n```')
      await page.locator('.draft pre', { hasText: 'ls -la' }).waitFor()
      await world.reply(task, 'Use **ls**:\n\n```sh\nls -la\n```\n\nDone.')
      await said('Done.').waitFor()
      await page.getByText('answered').waitFor()
      const shown = await linesOf(page)
      expect(shown).toEqual(['How do I list files?', expect.stringContaining('Done.')])
      expect(await page.locator('.draft').count()).toBe(0)
      await page.reload()
      await said('Done.').waitFor()
      expect(await linesOf(page)).toEqual(shown)
      expect(await page.title()).toBe('How do I list files? · Skein')
    })

    test('the stop button and Esc stop a turn, and are there only while one runs', async () => {
      const { world, page } = opened()
      await enter()
      expect(await page.locator('#stop').isVisible()).toBe(false)
      for (const stop of [() => page.locator('#stop').click(), () => page.keyboard.press('Escape')]) {
        const { task } = await send(`write ${String(stop)}`)
        world.state(task, 'running')
        world.draft(task, 'Once upon a time')
        await page.locator('.draft', { hasText: 'Once upon' }).waitFor()
        await stop()
        await page.locator('.draft').waitFor({ state: 'detached' })
        await page.locator('#stop').waitFor({ state: 'hidden' })
      }
      expect(await receiptsOf(page)).toEqual(['stopped', 'stopped'])
    })

    test('a restart of the daemon loses nothing and doubles nothing', async () => {
      const { world, page } = opened()
      await enter()
      const { task } = await send('before')
      world.state(task, 'running')
      world.draft(task, 'half an ans')
      await page.locator('.draft', { hasText: 'half' }).waitFor()
      await opened().server.close()
      await page.getByText('reconnecting').waitFor()
      await page.locator('#words').fill('while it was down')
      await page.keyboard.press('Enter')
      await page.getByText('not sent yet').waitFor()
      await world.reply(task, 'a whole answer')
      const heard = world.heard('while it was down')
      await serveAgain()
      await world.reply((await heard).task, 'and another')
      await said('and another').waitFor()
      expect(await linesOf(page)).toEqual(['before', 'a whole answer', 'while it was down', 'and another'])
      expect(await page.locator('.draft').count()).toBe(0)
      expect(world.accepted.map(({ text }) => text)).toEqual(['before', 'while it was down'])
    })

    test('a line typed while the daemon is down survives a closed page too', async () => {
      const { world, server, page } = opened()
      await enter()
      world.broken.isBroken = true
      await page.locator('#words').fill('do not lose me')
      await page.keyboard.press('Enter')
      await page.getByText('not sent yet').waitFor()
      await page.goto('about:blank')
      world.broken.isBroken = false
      const heard = world.heard('do not lose me')
      await page.goto(server.url)
      await heard
      await page.getByText('received').waitFor()
      expect(await linesOf(page)).toEqual(['do not lose me'])
      expect(world.accepted).toHaveLength(1)
    })
  })
})
