import { describe, expect, test } from 'vitest'
import { makeChatId, rootLane } from '../../../src/domain/ids.ts'
import { momentOf } from '../../../src/lib/time/clock.ts'
import { ensureChat, ensureLane } from '../../../src/store/messages/chats.ts'
import { deleteChat } from '../../../src/store/messages/kept-chats.ts'
import { addPerson } from '../../../src/store/people/people.ts'
import { insertSummary, laneSummary } from '../../../src/store/recall/summaries.ts'
import type {
  FactList as FactPage,
  Memory,
  MemorySummary,
  SourceLines,
} from '../../../src/web/page/wire/memory-wire.ts'
import { rememberedFact } from '../facts.ts'
import { ask, pageHeaders, signIn } from '../http.ts'
import { chatOf, createWorld, type World } from '../world.ts'
import { addressOf, asPhone, chromiumPath, keepPicture } from './browser.ts'
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

test('facts are read and changed by their owner only, and nobody else sees private ones', async () => {
  const world = createWorld()
  const server = await world.serve()
  const mira = addPerson(world.db, { name: 'Mira', role: 'member' }, world.clock.now()).id
  const own = rememberedFact(world, `Ana lives in Leipzig ${hostile}.`)
  const foreign = rememberedFact(world, 'Mira looks for a job.', { aboutId: mira, toldById: mira, trust: 'member' })
  const call = (path: string, cookie: string, body?: object) => {
    const json = { 'content-type': 'application/json', 'x-skein': '1' }
    const sent = body && { method: 'POST', body: JSON.stringify(body) }
    return ask(server.port, { path, ...sent, headers: pageHeaders(server.port, { ...(body && json), cookie }) })
  }
  const posts = [
    ['edit', { statement: 'Ana lives in Dresden.', kind: 'fact' }],
    ['merge', { other: own }],
    ['undo', {}],
    ['forget', {}],
  ] as const
  for (const path of ['', '/quality', `/${own}`]) expect((await call(`/api/facts${path}`, '')).status).toBe(401)
  for (const [verb, body] of posts) expect((await call(`/api/facts/${own}/${verb}`, '', body)).status).toBe(401)

  const { cookie } = await signIn(server)
  const list = async (query = '') => ((await call(`/api/facts?${query}`, cookie)).json() as FactPage).facts
  expect((await list()).map(({ id }) => id)).toEqual([own])
  expect((await call(`/api/facts/${foreign}`, cookie)).status).toBe(404)
  for (const [verb, body] of posts)
    for (const id of [foreign, 999, 'x'])
      expect([verb, id, (await call(`/api/facts/${id}/${verb}`, cookie, body)).status]).toEqual([verb, id, 409])
  expect((await call('/api/facts?kind=secret', cookie)).status).toBe(400)
  expect(await list('q=leipzig&kind=event')).toEqual([])
  expect((await call(`/api/facts/${own}/edit`, cookie, posts[0][1])).json()).toEqual({ facts: [3] })
  expect(await list('q=dresden')).toMatchObject([{ id: 3, canUndo: true, writtenBy: 'hand' }])
  expect((await call('/api/facts/3/forget', cookie, {})).json()).toEqual({ forgotten: [3, own] })
  expect(world.db.statement("SELECT id FROM fact WHERE statement <> ''").pluck().all()).toEqual([foreign])
  await world.close()
})

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

  test('a fact is found, traced to its message, edited, restored, merged and deleted; on a phone too', async () => {
    const { world, page } = opened()
    const { message } = world.say(house, `We moved to Leipzig ${hostile}.`)
    rememberedFact(world, `Ana lives in Leipzig ${hostile}.`, { messageId: message })
    rememberedFact(world, 'The boiler is serviced in March.', { kind: 'event' })
    rememberedFact(world, 'Ana has her home in Leipzig.')
    await enter()
    await page.getByRole('link', { name: 'Memory' }).press('Enter')
    const facts = page.getByRole('region', { name: 'Facts' })
    const fact = (text: string) => facts.locator('.fact', { hasText: text })
    await fact('boiler').waitFor()
    await facts.getByLabel('Kind').selectOption('Event')
    await fact('Leipzig').first().waitFor({ state: 'detached' })
    await facts.getByLabel('Kind').selectOption('')
    await page.getByRole('main', { name: 'Memory' }).getByRole('searchbox').fill('leipzig')
    await fact('boiler').waitFor({ state: 'detached' })

    const moved = fact('f1')
    await moved.getByText('Where it comes from').click()
    await moved.getByText(`We moved to Leipzig ${hostile}.`).waitFor()
    expect(await moved.locator('.source-lines a').getAttribute('href')).toBe(`#web:house/line/${message}`)
    await moved.getByRole('button', { name: 'Edit' }).press('Enter')
    await moved.getByRole('textbox').fill('Ana lives in Leipzig-Gohlis.')
    await moved.getByRole('button', { name: 'Save' }).press('Enter')
    await fact('Gohlis').getByRole('button', { name: 'Undo' }).press('Enter')
    await fact('Gohlis').waitFor({ state: 'detached' })

    await fact('her home').getByRole('button', { name: 'Merge' }).press('Enter')
    await keepPicture(page, 'facts-merge')
    await moved.getByRole('button', { name: 'Replace with [f3]' }).press('Enter')
    await moved.waitFor({ state: 'detached' })
    await facts.getByLabel('Also replaced').check()
    await moved.getByText('replaced by [f3]').waitFor()

    await fact('her home').getByRole('button', { name: 'Delete…' }).press('Enter')
    const question = facts.getByRole('group', { name: 'This will be deleted for good:' })
    await question.getByText(`[f1] Ana lives in Leipzig ${hostile}.`).waitFor()
    await keepPicture(page, 'facts-forget')
    await question.getByLabel('Also the message in which it was said').check()
    await question.getByText(`We moved to Leipzig ${hostile}.`).waitFor()
    await keepPicture(page, 'facts-forget-messages')
    await question.getByRole('button', { name: 'Delete for good' }).press('Enter')
    await facts.getByText('No fact fits.').waitFor()
    expect(world.db.statement('SELECT text FROM message WHERE id = ?').pluck().get(message)).toBe('')
    await facts.getByText('How well the memory is kept').press('Enter')
    await facts.locator('.fact-figures').waitFor()
    await keepPicture(page, 'facts')
    await asPhone(page, 800)
    const body = page.locator('#memory-body')
    await keepPicture(page, 'facts-phone')
    await expect.poll(() => body.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0)
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
