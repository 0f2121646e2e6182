import { describe, expect, test } from 'vitest'
import { chromiumPath, linesOf, receiptsOf } from './browser.ts'
import { usePage } from './page-world.ts'

describe.skipIf(!chromiumPath)('the page on a slow connection', () => {
  const { opened, enter, send, said } = usePage()

  test('an answer that overtakes the word that its message is stored stays the last word', async () => {
    const { page, world } = opened()
    const reading = holding()
    const storing = holding()
    await page.route('**/lines', async (route) => {
      const response = await route.fetch()
      await (route.request().method() === 'POST' ? storing : reading).held
      await route.fulfill({ response })
    })
    const told = page.waitForResponse('**/api/events')
    await enter()
    await told
    const { task } = await send('Which paint?')
    await world.reply(task, 'White.')
    const stored = page.waitForResponse((response) => response.request().method() === 'POST')
    storing.letGo()
    await stored
    reading.letGo()
    await said('White.').waitFor()
    await expect.poll(() => receiptsOf(page)).toEqual(['answered'])
  })

  test('what was said before the stream is there is read, told to those who listen, and said once', async () => {
    const { page, world } = opened()
    const { held, letGo } = holding()
    await page.route('**/api/events', async (route) => {
      await held
      await route.continue()
    })
    await enter()
    const { task } = await send('Which paint?')
    await world.reply(task, 'White **or** sand.')
    letGo()
    await expect.poll(() => page.locator('[aria-live=polite]').innerText()).toBe('White or sand.')
    await expect.poll(() => linesOf(page)).toEqual(['Which paint?', 'White or sand.'])
  })
})

function holding() {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  return { held, letGo: () => letGo() }
}
