import { describe, expect, test } from 'vitest'
import { asPhone, chromiumPath } from './browser.ts'
import { usePage } from './page-world.ts'

describe.skipIf(!chromiumPath)('on a phone with a touch screen', () => {
  const { opened, enter, send, said } = usePage()

  test('the first tap on Send sends and the first tap on Stop stops', async () => {
    const { page, world } = opened()
    await enter()
    const tap = await asPhone(page)
    expect(await page.evaluate("matchMedia('(hover: none)').matches")).toBe(true)
    const field = page.locator('#words')
    const tabBar = page.locator('.rail')
    await tap(field)
    await field.fill('hello')
    await expect.poll(() => tabBar.isVisible()).toBe(false)
    const heard = world.heard('hello')
    await tap(page.locator('#send'))
    const { task } = await heard
    world.state(task, 'running')
    await page.locator('#stop').waitFor()
    // The tab bar moves the field when it comes back.
    await expect.poll(() => tabBar.isVisible()).toBe(true)
    await tap(field)
    await expect.poll(() => tabBar.isVisible()).toBe(false)
    await tap(page.locator('#stop'))
    await page.locator('#stop').waitFor({ state: 'hidden' })
  })

  test('Enter begins a new line, because the keyboard has no other key for that', async () => {
    const { page, world } = opened()
    await enter()
    const tap = await asPhone(page)
    await page.reload()
    const field = page.locator('#words')
    await field.waitFor()
    expect(await field.getAttribute('enterkeyhint')).toBe('enter')
    await tap(field)
    await page.keyboard.type('milk')
    await page.keyboard.press('Enter')
    await page.keyboard.type('bread')
    const heard = world.heard('milk\nbread')
    await tap(page.locator('#send'))
    await heard
  })

  test('a tap on an answer above the field hits what was tapped, and then the tab bar is back', async () => {
    const { page, world } = opened()
    await enter()
    const { task } = await send('a question')
    await world.reply(task, 'An answer.')
    await said('An answer.').waitFor()
    const tap = await asPhone(page)
    const tabBar = page.locator('.rail')
    await tap(page.locator('#words'))
    await expect.poll(() => tabBar.isVisible()).toBe(false)
    await tap(page.getByRole('button', { name: 'Copy' }).last())
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    await expect.poll(() => tabBar.isVisible()).toBe(true)
  })
})
