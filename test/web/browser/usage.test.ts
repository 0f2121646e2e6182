import { describe, expect, test } from 'vitest'
import { momentOf } from '../../../src/lib/time/clock.ts'
import { insertUsage } from '../../../src/store/work/usage.ts'
import { ask, pageHeaders, signIn } from '../http.ts'
import { createWorld, type World } from '../world.ts'
import { asPhone, chromiumPath } from './browser.ts'
import { usePage } from './page-world.ts'

const hostile = '<img src=x onerror=__pwn(1)>'

test('what it cost is told to whoever is signed in and to nobody else', async () => {
  const world = createWorld()
  const server = await world.serve()
  const { cookie } = await signIn(server)
  const usage = (days: string, headers: Record<string, string> = {}) =>
    ask(server.port, { path: `/api/usage?days=${days}`, headers: pageHeaders(server.port, { cookie, ...headers }) })
  expect((await usage('7', { cookie: '' })).status).toBe(401)
  expect((await usage('7')).json()).toMatchObject({ days: Array.from({ length: 7 }, () => ({ calls: 0 })) })
  for (const days of ['0', '367', 'x']) expect((await usage(days)).status).toBe(400)
  await world.close()
})

describe.skipIf(!chromiumPath)('usage, on the page', () => {
  const { opened, enter } = usePage()

  test('what was spent is told by day and month, for what and by whom; on a phone too', async () => {
    const { world, page } = opened()
    spend(world, 'chat', 1.5)
    spend(world, 'compaction', 0.25)
    await enter()
    await page.getByRole('link', { name: 'Usage' }).click()
    const today = page.getByRole('region', { name: 'Today' })
    await today.locator('.cost', { hasText: '$1.75' }).waitFor()
    expect((await today.getByRole('row').allInnerTexts()).map((text) => text.split(/\s+/).join(' '))).toEqual([
      'Purpose Calls Cost',
      'chat 1 $1.50',
      'compaction 1 $0.25',
      'Model Calls Cost',
      `${hostile} 2 $1.75`,
    ])
    await today.getByText('2,000, 50 % of them from the cache').waitFor()
    // Each picture has its figures below it.
    const plots = page.locator('.plot')
    await plots.locator('canvas').nth(2).waitFor()
    await plots.first().getByText('As a table').click()
    const [, day] = (await plots.first().getByRole('row').allInnerTexts()).map((text) => text.split(/\s+/))
    expect(day?.slice(1)).toEqual(['2', '$1.75'])
    await page.getByRole('radio', { name: '7 days' }).check()
    await page.getByRole('region', { name: 'By model' }).getByText(hostile).waitFor()
    await asPhone(page, 800)
    const body = page.locator('#usage-body')
    expect(await body.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0)
    await page.reload()
    await page.getByRole('main', { name: 'Usage' }).getByText('This month').waitFor()
  })
})

function spend({ db, clock }: World, origin: 'chat' | 'compaction', costUsd: number): void {
  const tokens = { inputTokens: 500, outputTokens: 100, cacheReadTokens: 500, cacheWriteTokens: 0 }
  insertUsage(db, { ...tokens, origin, brain: 'claude', model: hostile, costUsd, ...momentOf(clock) })
}
