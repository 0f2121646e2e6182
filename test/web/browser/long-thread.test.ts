import { describe, expect, test } from 'vitest'
import { chatOf } from '../world.ts'
import { chromiumPath, linesOf } from './browser.ts'
import { usePage } from './page-world.ts'

describe.skipIf(!chromiumPath)('a long conversation', () => {
  const { opened, enter, said } = usePage()
  const numbers = async () => (await linesOf(opened().page)).map((text) => Number(/\d+/.exec(text)?.[0]))

  test('has in the page what is near, without a gap, and every line of it can be reached', async () => {
    const { world, page } = opened()
    const ids = Array.from({ length: 600 }, (_, at) => world.say(chatOf('long'), `line number ${at}`).message)
    await enter()
    await page.evaluate(`location.hash = 'web:long/line/${ids[20]}'`)
    const early = page.locator(`[data-line="${ids[20]}"]`)
    await early.waitFor()
    await expect.poll(() => early.evaluate(isInSight)).toBe(true)
    const drawn = await numbers()
    expect(drawn.length).toBeLessThan(200)
    expect(drawn).toEqual(drawn.map((_, at) => (drawn[0] ?? 0) + at))

    // Down by a screen at a time, as with a wheel: every line comes by, in its order.
    const passed = new Set<number>()
    await expect
      .poll(async () => {
        for (const number of await numbers()) passed.add(number)
        await page.locator('#thread').evaluate((thread) => thread.scrollBy(0, 700))
        // What came into sight is drawn before the next look.
        await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
        return passed.has(599)
      })
      .toBe(true)
    expect([...passed].filter((number) => number >= 20)).toHaveLength(580)
    expect((await numbers()).length).toBeLessThan(200)

    await page.locator('#thread').evaluate((thread) => thread.scrollTo(0, 0))
    await said('line number 0').first().waitFor()
    await page.getByRole('button', { name: 'Newest' }).click()
    await expect.poll(() => said('line number 599').evaluate(isInSight)).toBe(true)
  })
})

/** Runs in the page: whether an element is inside the part of the conversation that can be seen. */
const isInSight = (line: unknown): boolean => {
  type Box = { getBoundingClientRect(): { top: number; bottom: number }; closest(selector: string): Box }
  const { top, bottom } = (line as Box).getBoundingClientRect()
  const room = (line as Box).closest('#thread').getBoundingClientRect()
  return top >= room.top && bottom <= room.bottom
}
