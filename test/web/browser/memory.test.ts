import { describe, expect, test } from 'vitest'
import { makeChatId, rootLane } from '../../../src/domain/ids.ts'
import { momentOf } from '../../../src/lib/time/clock.ts'
import { ensureChat, ensureLane } from '../../../src/store/messages/chats.ts'
import { deleteChat } from '../../../src/store/messages/kept-chats.ts'
import { insertSummary, laneSummary } from '../../../src/store/recall/summaries.ts'
import type { Memory, MemorySummary, SourceLines } from '../../../src/web/page/wire/memory-wire.ts'
import { ask, pageHeaders, signIn } from '../http.ts'
import { chatOf, createWorld, type World } from '../world.ts'
import { addressOf, asPhone, chromiumPath } from './browser.ts'
import { usePage } from './page-world.ts'

const hostile = '<img src=x onerror=__pwn(1)>'
const EVER = { asOf: new Date('2100-01-01') }
const house = chatOf('house')

/** Two lines in a chat and what stands for them. */
function summarise(world: World, chat = house, text = `## Facts\n- the hall is ${hostile} white`): number {
  const first = world.say(chat, `Which paint ${hostile}?`).message
  const last = world.say(chat, 'White then.').message
  const now = world.clock.now()
  const range = { fromId: first, toId: last, fromAt: now, toAt: now, messages: 2 }
  const about = { lane: rootLane(chat), conversation: undefined, made: 'model', trust: 'owner' } as const
  return insertSummary(world.db, { ...about, ...range, text }, now)
}

/** Of somebody else, in a chat that is theirs alone. */
function summariseForeign(world: World): number {
  const chat = makeChatId('telegram', '7')
  const now = world.clock.now()
  ensureChat(
    world.db,
    { id: chat, title: '**Mira**', audience: 'private', owner: { channel: 'telegram', id: '7' } },
    now,
  )
  ensureLane(world.db, rootLane(chat), chat)
  const about = { lane: rootLane(chat), conversation: undefined, made: 'model', trust: 'member' } as const
  const range = { fromId: 1, toId: 2, fromAt: now, toAt: now, messages: 2 }
  return insertSummary(world.db, { ...about, ...range, text: 'what Mira said in private' }, now)
}

test('summaries are listed, found, corrected, hidden and brought back, by whoever may read their chat', async () => {
  const world = createWorld()
  const server = await world.serve({ scrub: (text) => text.replaceAll('sk-hunter2222', '[secret]') })
  const old = summarise(world, house, 'an older one')
  const id = summarise(world)
  const foreign = summariseForeign(world)
  const call = (path: string, cookie: string, body?: object) => {
    const json = { 'content-type': 'application/json', 'x-skein': '1' }
    const sent = body && { method: 'POST', body: JSON.stringify(body) }
    return ask(server.port, { path, ...sent, headers: pageHeaders(server.port, { ...(body && json), cookie }) })
  }
  const posts = ['correct', 'hide', 'undo'].map((what) => [`/api/memory/${id}/${what}`, { text: 'mine' }] as const)
  for (const [path, body] of [['/api/memory'], [`/api/memory/${id}/lines`], ...posts] as const)
    expect([path, (await call(path, '', body)).status]).toEqual([path, 401])

  const { cookie } = await signIn(server)
  const list = async (words = '') =>
    ((await call(`/api/memory?q=${encodeURIComponent(words)}`, cookie)).json() as Memory).summaries
  expect(await list()).toEqual([
    expect.objectContaining({
      id,
      chat: house,
      of: 'thread',
      made: 'model',
      messages: 2,
      text: expect.stringContaining(hostile),
    }),
  ])
  expect([(await list('WHITE')).length, (await list('100%')).length, (await list('older')).length]).toEqual([1, 0, 0])
  expect((await call(`/api/memory/${id}`, cookie)).json()).toMatchObject({ id, chat: house })
  for (const other of [old, foreign]) expect((await call(`/api/memory/${other}`, cookie)).status).toBe(404)

  // Neither what a newer one replaced nor what is somebody else's can be touched.
  for (const other of [old, foreign, 999]) {
    expect((await call(`/api/memory/${other}/lines`, cookie)).status).toBe(404)
    for (const what of ['correct', 'hide', 'undo'])
      expect((await call(`/api/memory/${other}/${what}`, cookie, { text: 'mine' })).status).toBe(404)
  }
  const { lines } = (await call(`/api/memory/${id}/lines`, cookie)).json() as SourceLines
  expect(lines.map(({ text }) => text)).toEqual([`Which paint ${hostile}?`, 'White then.'])
  expect((await call(`/api/memory/${id}/correct`, cookie, { text: '  ' })).status).toBe(400)

  const corrected = await call(`/api/memory/${id}/correct`, cookie, { text: 'The hall is sand, by sk-hunter2222.' })
  expect(corrected.json()).toMatchObject({ id, correction: { text: 'The hall is sand, by [secret].' } })
  expect(laneSummary(world.db, rootLane(house), EVER)?.text).toBe('The hall is sand, by [secret].')
  expect((await list('sand')).length).toBe(1)
  await call(`/api/memory/${id}/correct`, cookie, { text: 'Äpfel sind GRÜN.' })
  for (const words of ['äpfel', 'ÄPFEL', 'grün', 'Äpfel sind']) expect(await list(words), words).toHaveLength(1)
  expect(((await call(`/api/memory/${id}/hide`, cookie, {})).json() as MemorySummary).correction?.text).toBe('')
  expect(laneSummary(world.db, rootLane(house), EVER)?.text).toBe('')
  expect((await call(`/api/memory/${id}/undo`, cookie, {})).json()).not.toHaveProperty('correction')
  expect(laneSummary(world.db, rootLane(house), EVER)?.text).toContain('white')
  // What was said of it and taken back is kept.
  expect(world.db.statement('SELECT text FROM correction WHERE undone_at IS NOT NULL').pluck().all()).toHaveLength(3)
  // A chat that is deleted takes what was said of it along.
  deleteChat(world.db, house, momentOf(world.clock))
  expect(await list()).toEqual([])
  await world.close()
})

describe.skipIf(!chromiumPath)('memory, on the page', () => {
  const { opened, enter } = usePage()

  test('a profile is written, changed and restored, and unsaved text survives a search', async () => {
    const { world, page } = opened()
    summarise(world)
    await enter()
    await page.getByRole('link', { name: 'Memory' }).press('Enter')
    const memory = page.getByRole('main', { name: 'Memory' })
    const own = memory.locator('.profile', { hasText: 'About you' })
    await own.getByText(/^About you/).click()
    const text = own.getByRole('textbox', { name: 'Text of About you' })
    await text.fill(`## Answers\nShort ${hostile}.`)
    await own.getByRole('button', { name: 'Save' }).click()
    await own.getByRole('status').waitFor()
    await text.fill('Long.')
    await own.getByRole('button', { name: 'Save' }).click()
    await own.getByText('Versions').click()
    await own.getByText(`− Short ${hostile}.`).waitFor()
    await own.getByRole('button', { name: 'Restore this version' }).click()
    await expect.poll(() => text.inputValue()).toBe(`## Answers\nShort ${hostile}.\n`)
    await text.fill('Not saved yet.')
    await memory.getByRole('searchbox').fill('hall')
    await own.waitFor({ state: 'hidden' })
    await memory.getByRole('searchbox').fill('')
    await own.waitFor()
    expect(await text.inputValue()).toBe('Not saved yet.')
    await memory.getByRole('textbox', { name: 'Name of a new skill' }).fill('Weekly Report')
    await memory.getByRole('button', { name: 'Create' }).click()
    const skill = memory.locator('.profile', { hasText: 'weekly-report' })
    await skill.getByText(/^weekly-report/).click()
    await skill.getByRole('button', { name: 'Save' }).click()
    await skill.getByRole('status').waitFor()
    await asPhone(page)
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  })

  test('a summary is found, read with its lines, corrected, hidden and brought back; on a phone too', async () => {
    const { world, page } = opened()
    summarise(world)
    summarise(world, chatOf('garden'), 'the roses are cut in March')
    await enter()
    await page.getByRole('link', { name: 'Memory' }).press('Enter')
    const memory = page.getByRole('main', { name: 'Memory' })
    await memory.getByText('the roses are cut').waitFor()
    await memory.getByRole('searchbox').fill('hall')
    await memory.getByText('the roses are cut').waitFor({ state: 'detached' })
    await memory.getByText(`the hall is ${hostile} white`).waitFor()
    // What is looked for has an address, and so has each summary.
    expect(new URL(await addressOf(page)).hash).toBe('#memory?find=hall')
    await page.reload()
    await memory.getByText(`the hall is ${hostile} white`).waitFor()
    expect(await memory.getByRole('searchbox').inputValue()).toBe('hall')
    expect(await memory.getByText('the roses are cut').count()).toBe(0)
    await page.getByRole('link', { name: 'Memory' }).click()
    await memory.getByText('the roses are cut').waitFor()
    expect(await memory.getByRole('searchbox').inputValue()).toBe('')
    const roses = memory.locator('.summary', { hasText: 'roses' })
    await roses.locator('a[href^="#memory/"]').click()
    await memory.getByText('the hall is').waitFor({ state: 'detached' })
    await page.reload()
    await memory.getByText('the roses are cut').waitFor()
    expect(await memory.locator('.summary').count()).toBe(1)
    await memory.getByRole('link', { name: 'All summaries' }).press('Enter')
    // Typing goes on while the address follows.
    await memory.getByRole('searchbox').pressSequentially('hall is', { delay: 60 })
    await expect.poll(() => new URL(page.url()).hash).toBe('#memory?find=hall%20is')
    expect(await memory.getByRole('searchbox').inputValue()).toBe('hall is')
    await memory.getByText('the roses are cut').waitFor({ state: 'detached' })
    await memory.getByText('Original messages').press('Enter')
    await memory.getByRole('group').getByText(`Which paint ${hostile}?`).waitFor()

    await memory.getByRole('button', { name: 'Correct' }).press('Enter')
    const words = memory.getByRole('textbox', { name: 'Your version' })
    await words.press('Escape')
    await words.waitFor({ state: 'detached' })
    await memory.getByRole('button', { name: 'Correct' }).press('Enter')
    await words.fill('- the hall is sand')
    await memory.getByRole('button', { name: 'Save' }).press('Enter')
    await memory.getByText(/^Corrected by you/).waitFor()
    await memory.locator('.text').getByText('the hall is sand').waitFor()
    await memory.getByRole('button', { name: 'Hide' }).press('Enter')
    await memory.getByText(/^Hidden by you/).waitFor()
    expect(laneSummary(world.db, rootLane(house), EVER)?.text).toBe('')
    await asPhone(page, 800)
    const body = page.locator('#memory-body')
    expect(await body.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0)
    await page.reload()
    await memory.getByText(/^Hidden by you/).waitFor()
    await memory.getByRole('button', { name: 'Undo' }).press('Enter')
    await memory.getByText(/^Hidden by you/).waitFor({ state: 'detached' })
    expect(laneSummary(world.db, rootLane(house), EVER)?.text).toContain('white')
  })
})
