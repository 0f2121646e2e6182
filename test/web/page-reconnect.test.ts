import { describe, expect, test } from 'vitest'
import { chromiumPath, linesOf } from './browser.ts'
import { usePage } from './page-world.ts'

describe.skipIf(!chromiumPath)('when the daemon is not there', () => {
  const { opened, enter, said, send, serveAgain } = usePage()

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
    await page.getByText('not stored yet').waitFor()
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
    await page.getByText('not stored yet').waitFor()
    await page.goto('about:blank')
    world.broken.isBroken = false
    const heard = world.heard('do not lose me')
    await page.goto(server.url)
    await heard
    await page.getByText('received').waitFor()
    expect(await linesOf(page)).toEqual(['do not lose me'])
    expect(world.accepted).toHaveLength(1)
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
