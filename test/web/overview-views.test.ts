import { describe, expect, test } from 'vitest'
import { momentOf } from '../../src/lib/time/clock.ts'
import { insertUsage } from '../../src/store/work/usage.ts'
import { chromiumPath } from './browser.ts'
import { ask, pageHeaders, signIn } from './http.ts'
import { usePage } from './page-world.ts'
import { createWorld, type World } from './world.ts'

const hostile = '<img src=x onerror=__pwn(1)>'

test('how the daemon is, is told to whoever is signed in and to nobody else', async () => {
  const world = createWorld()
  const server = await world.serve()
  const get = (headers: Record<string, string>) => ask(server.port, { path: '/api/overview', headers })
  expect((await get(pageHeaders(server.port))).status).toBe(401)
  const { cookie } = await signIn(server)
  const answer = await get(pageHeaders(server.port, { cookie }))
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.json()).toMatchObject({ version: '1.2.3', brain: { name: 'script', troubles: [] }, disk: 'ok' })
  await world.close()
})

describe.skipIf(!chromiumPath)('health and usage, on the page', () => {
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
      'For Calls Cost',
      'chat 1 $1.50',
      'compaction 1 $0.25',
      'By Calls Cost',
      `${hostile} 2 $1.75`,
    ])
    await today.getByText('2,000, 50 % of them from the cache').waitFor()
    await page.setViewportSize({ width: 390, height: 800 })
    const body = page.locator('#usage-body')
    expect(await body.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0)
    await page.reload()
    await page.getByRole('main', { name: 'Usage' }).getByText('This month').waitFor()
  })

  test('says that all is well, and what is wrong as soon as something is', async () => {
    const { world, page, server } = opened()
    await enter()
    await page.getByRole('link', { name: 'Health' }).focus()
    await page.keyboard.press('Enter')
    const health = page.getByRole('main', { name: 'Health' })
    await health.getByText('All is well.').waitFor()
    await health.getByText('0 of 4 running, 0 waiting').waitFor()
    await page.route('**/api/overview', async (route) => {
      const response = await route.fetch()
      const told = (await response.json()) as object
      const brain = { name: 'script', troubles: [{ name: 'script', sentence: `${hostile} is away.`, until: 0 }] }
      await route.fulfill({ response, json: { ...told, brain, disk: 'low' } })
    })
    const wrong = health.getByRole('list', { name: 'What is wrong' }).getByRole('listitem')
    await wrong.first().waitFor()
    expect(await wrong.allInnerTexts()).toEqual([
      'The disk is nearly full: no new work is begun.',
      `script can’t be asked now. ${hostile} is away. The next message tries it again.`,
    ])
    await page.keyboard.press('Escape')
    await page.locator('#words').waitFor()
    expect(page.url()).toContain(`${server.url}#web:`)
    expect(world.accepted).toEqual([])
  })
})

function spend({ db, clock }: World, origin: 'chat' | 'compaction', costUsd: number): void {
  const tokens = { inputTokens: 500, outputTokens: 100, cacheReadTokens: 500, cacheWriteTokens: 0 }
  insertUsage(db, { ...tokens, origin, brain: 'claude', model: hostile, costUsd, ...momentOf(clock) })
}
