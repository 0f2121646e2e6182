import { describe, expect, test } from 'vitest'
import { viewTitles } from '../../../src/web/page/words/common-words.ts'
import { asPhone, chromiumPath } from './browser.ts'
import { usePage } from './page-world.ts'

describe.skipIf(!chromiumPath)('the look of the page in this browser', () => {
  const { opened, enter, send } = usePage()

  test('another theme and another language are seen at once, and outlive a reload', async () => {
    const { page } = opened()
    await page.emulateMedia({ colorScheme: 'light' })
    await enter()
    await page.getByRole('link', { name: 'Settings' }).click()
    const root = page.locator('html')
    const paper = () => page.evaluate('getComputedStyle(document.body).backgroundColor')
    const light = await paper()
    await page.getByRole('radio', { name: 'Dark' }).check()
    expect(await paper()).not.toBe(light)
    await page.getByRole('radio', { name: 'Deutsch' }).check()
    await page.getByRole('main', { name: 'Einstellungen' }).waitFor()
    expect(await root.getAttribute('lang')).toBe('de')
    await page.reload()
    await page.getByRole('radio', { name: 'Dunkel' }).waitFor()
    expect(await root.getAttribute('lang')).toBe('de')
    expect(await paper()).not.toBe(light)
    await page.getByRole('searchbox', { name: 'Schlüssel suchen' }).fill('Ruhezeit zurückgehalten')
    await page.getByText('Erinnerungen kommen zu jeder Zeit.').waitFor()
    await page.getByRole('status').getByText('1 Schlüssel').waitFor()
  })

  test('every view speaks German where that is chosen, and fits a phone', async () => {
    const { page, world } = opened()
    await page.addInitScript("localStorage.setItem('skein.language', 'de')")
    await enter()
    const { task } = await send('Welche Farbe?')
    await world.reply(task, 'Weiß.')
    await page.getByText('beantwortet').waitFor()
    const tap = await asPhone(page, 800)
    // While the field has the keyboard, the tab bar makes room for it.
    await page.locator('#words').blur()
    const titles = Object.values(viewTitles).map(({ de }) => de)
    const links = page.locator('#rail a')
    for (const link of await links.all()) {
      const title = await link.innerText()
      expect(titles).toContain(title)
      await tap(link)
      await page.locator('#rail a[aria-current]', { hasText: title }).waitFor()
      await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
      const sideways = 'Math.max(...[document.documentElement, ...document.querySelectorAll("main, .view-body")]'
      expect(await page.evaluate(`${sideways}.map((box) => box.scrollWidth - box.clientWidth))`), title).toBe(0)
      // The browser is English: dates are of the language that was chosen.
      if (title === viewTitles.health.de) await page.getByText('seit 1. Jan. 1970').waitFor()
    }
    expect(await links.count()).toBeGreaterThan(5)
    expect(await page.locator('html').getAttribute('lang')).toBe('de')
  })
})
