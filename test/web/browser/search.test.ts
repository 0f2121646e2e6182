import { describe, expect, test } from 'vitest'
import { makeChatId } from '../../../src/domain/ids.ts'
import type { SearchChoices, WireFoundLines } from '../../../src/web/page/wire/chat-wire.ts'
import { ask, pageHeaders, signIn } from '../http.ts'
import { chatOf, createWorld } from '../world.ts'
import { addressOf, chromiumPath } from './browser.ts'
import { hear } from './hear.ts'
import { usePage } from './page-world.ts'

const room = makeChatId('talk', 'room')

test('over HTTP: every hit is marked, filters are read, and what cannot be read is refused', async () => {
  const world = createWorld()
  hear(world, room, { text: '[edited] The <b>kitchen</b> and the kitchens', name: 'Bo' })
  world.say(chatOf('own'), 'my own kitchen')
  const server = await world.serve()
  const { cookie } = await signIn(server)
  const get = (query: string) =>
    ask(server.port, { path: `/api/search${query}`, headers: pageHeaders(server.port, { cookie }) })
  const found = (await get('?q=kitch&channel=talk')).json() as WireFoundLines
  expect(found.lines).toHaveLength(1)
  expect(found.lines[0]).toMatchObject({ chat: room, channel: 'talk', who: 'Bo' })
  expect(found.lines[0]?.pieces[0]?.text).toBe('The <b>')
  expect(found.lines[0]?.pieces.filter(({ hit }) => hit).map(({ text }) => text)).toEqual(['kitchen', 'kitchens'])
  expect(((await get('?person=Ana')).json() as WireFoundLines).lines.map(({ chat }) => chat)).toEqual(['web:own'])
  expect((await get('/choices')).json() as SearchChoices).toEqual({ channels: ['talk', 'web'], people: ['Ana', 'Bo'] })
  for (const bad of ['', '?q=', '?channel=pigeon', '?q=a&from=x', `?q=${'x'.repeat(201)}`])
    expect([bad, (await get(bad)).status]).toEqual([bad, 400])
  expect((await ask(server.port, { path: '/api/search?q=kitchen', headers: pageHeaders(server.port) })).status).toBe(
    401,
  )
  await world.close()
})

describe.skipIf(!chromiumPath)('the search, on the page', () => {
  const { opened, enter } = usePage()

  test('finds while typing, by keyboard, narrowed, and has an address that a reload and Back keep', async () => {
    const { world, page } = opened()
    for (let n = 0; n < 60; n++) hear(world, room, { text: `line ${n}`, ago: 90_000 - n })
    const kitchen = hear(world, room, { text: 'the kitchen <img src=x onerror=__pwn(1)>', ago: 80_000 })
    for (let n = 0; n < 120; n++) hear(world, room, { text: `later ${n}`, ago: 60_000 - n })
    world.say(chatOf('own'), 'my own kitchen')
    await enter()
    const field = page.locator('#sought')
    const found = page.locator('#found a')
    await field.fill('kitch')
    await expect.poll(() => found.count()).toBe(2)
    expect(await page.locator('#found mark').allInnerTexts()).toEqual(['kitchen', 'kitchen'])

    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByLabel('Channel').selectOption('talk')
    await expect.poll(() => found.count()).toBe(1)
    await expect.poll(() => page.url()).toContain('find=kitch&channel=talk')

    await field.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    expect(await page.evaluate('document.activeElement.id')).toBe('sought')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.locator(`[data-reached][data-line="${kitchen}"]`).waitFor()
    expect(await addressOf(page)).toContain(`/line/${kitchen}`)

    await page.reload()
    await page.locator(`[data-line="${kitchen}"]`).waitFor()
    await expect.poll(() => found.count()).toBe(1)
    expect(await field.inputValue()).toBe('kitch')
    await page.goBack()
    await page.locator('#lines').getByText('my own kitchen').waitFor()
    await expect.poll(() => found.count()).toBe(1)

    await field.press('Escape')
    await page.locator('#chats').waitFor()
    expect(await found.count()).toBe(0)
    expect(await addressOf(page)).not.toContain('find')
  })

  test('asks once for what is typed at once, and the answer to an older question is not shown', async () => {
    const { world, page } = opened()
    world.say(chatOf('own'), 'zebra and zeppelin')
    await enter()
    const asked: string[] = []
    let letGo = () => {}
    const held = new Promise<void>((resolve) => (letGo = resolve))
    await page.route('**/api/search?*', async (route) => {
      asked.push(new URL(route.request().url()).searchParams.get('q') ?? '')
      if (asked.length === 1) await held
      await route.continue().catch(() => {})
    })
    // One letter after the other, however busy the machine is.
    await page.locator('#sought').evaluate((field: { value: string; dispatchEvent(event: Event): boolean }) => {
      for (const letter of 'zebra') {
        field.value += letter
        field.dispatchEvent(new Event('input', { bubbles: true }))
      }
    })
    await expect.poll(() => asked).toEqual(['zebra'])
    await page.locator('#sought').fill('nothing of it')
    await page.getByText('No results.').waitFor()
    letGo()
    expect(asked).toEqual(['zebra', 'nothing of it'])
    expect(await page.locator('#found a').count()).toBe(0)
  })
})
