import { describe, expect, test } from 'vitest'
import { insertAllowance, listAllowances } from '../../../src/store/work/approvals.ts'
import { asPhone, chromiumPath } from './browser.ts'
import { usePage } from './page-world.ts'

describe.skipIf(!chromiumPath)('what is allowed, on the page', () => {
  const { opened, enter } = usePage()

  test('is listed with what the file says, and taken back with a press, on a phone too', async () => {
    const { world, page } = opened()
    const now = world.clock.now()
    insertAllowance(world.db, world.ownerId, 'Bash(make cake)', now)
    insertAllowance(world.db, world.ownerId, `Bash(echo ${'x'.repeat(300)})`, now)
    await enter()
    await page.goto(`${page.url().split('#')[0]}#settings/advanced`)
    const panel = page.getByRole('main', { name: 'Settings' })
    await panel.getByText('make cake').waitFor()
    expect(await panel.innerText()).toContain('owner: WriteEdit')
    const tap = await asPhone(page, 800)
    expect(await panel.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0)
    await tap(panel.getByRole('button', { name: 'Revoke' }).first())
    await panel.getByText('make cake').waitFor({ state: 'detached' })
    expect(listAllowances(world.db).map(({ id }) => id)).toEqual([2])
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'hidden' })
  })
})
