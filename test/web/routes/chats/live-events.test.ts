import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { LiveEvent } from '../../../../src/web/page/wire/wire.ts'
import type { WebServer } from '../../../../src/web/server.ts'
import { until } from '../../../support/until.ts'
import { signIn } from '../../http.ts'
import { chatOf, createWorld } from '../../world.ts'

const world = createWorld()
let server: WebServer
let cookie = ''
beforeAll(async () => {
  server = await world.serve()
  cookie = (await signIn(server)).cookie
})
afterAll(() => world.close())

/** A page's ear: collects the events of one stream. */
async function listen(at = { server, cookie }) {
  const stopping = new AbortController()
  const { signal } = stopping
  const response = await fetch(`${at.server.url}api/events`, { headers: { cookie: at.cookie }, signal })
  const events: LiveEvent[] = []
  const reading = (async () => {
    let text = ''
    const decoder = new TextDecoder()
    for await (const bytes of response.body ?? []) {
      text += decoder.decode(bytes as Uint8Array, { stream: true })
      const whole = text.split('\n\n')
      text = whole.pop() ?? ''
      for (const event of whole) {
        const data = /^data: (.*)$/m.exec(event)?.[1]
        if (data) events.push(JSON.parse(data) as LiveEvent)
      }
    }
  })().catch(() => {})
  const heard = <K extends LiveEvent['kind']>(
    kind: K,
    fits: (event: LiveEvent & { kind: K }) => boolean = () => true,
  ) =>
    until(() => {
      const found = events.find(
        (event): event is LiveEvent & { kind: K } => event.kind === kind && fits(event as LiveEvent & { kind: K }),
      )
      if (!found) throw new Error(`no ${kind} yet`)
      return found
    })
  return { events, until: heard, close: async () => (stopping.abort(), reading) }
}

test('a draft that began before the first request stands on the page that opens then', async () => {
  const another = createWorld()
  onTestFinished(() => another.close())
  const unasked = await another.serve()
  const { task } = another.say(chatOf('early'), 'hello')
  another.draft(task, 'A first')
  another.draft(task, 'A first word')
  const ended = another.say(chatOf('over'), 'hello')
  another.draft(ended.task, 'Gone')
  await another.reply(ended.task, 'Gone.')
  const page = await listen({ server: unasked, cookie: (await signIn(unasked)).cookie })
  expect(await page.until('draft')).toMatchObject({
    chat: 'web:early',
    from: 0,
    blocks: [{ inlines: [{ text: 'A first word' }] }],
  })
  another.draft(task, 'A first word and')
  await page.until('draft', ({ blocks }) => JSON.stringify(blocks).includes('A first word and'))
  await page.close()
  expect(page.events.map((event) => 'task' in event && event.task)).not.toContain(ended.task)
})

test('a page hears of lines, receipts and tools in every chat', async () => {
  const page = await listen()
  const { task, message } = world.say(chatOf('all'), 'hello')
  world.state(task, 'running')
  world.tool(task, 'reading notes.md')
  const answer = await world.reply(task, 'Hi **there**')
  await page.until('line', (event) => event.line.id === answer)
  await page.close()
  expect(page.events.map(({ kind }) => kind)).toEqual(['chats', 'line', 'receipt', 'tool', 'receipt', 'line'])
  expect(page.events).toMatchObject([
    { chats: { chats: [{ id: 'web:all', title: 'hello' }], older: false } },
    { line: { id: message, author: 'human', text: 'hello', receipt: { state: 'queued' } } },
    { chat: 'web:all', task, messages: [message], receipt: { state: 'running' } },
    { line: 'reading notes.md' },
    { receipt: { state: 'answered' } },
    { line: { id: answer, author: 'bot', task, blocks: [{ kind: 'paragraph' }] } },
  ])
})

test('a draft is told by its changed end, about eight times a second', async () => {
  const page = await listen()
  const { task } = world.say(chatOf('draft'), 'write')
  const paragraphs = Array.from({ length: 40 }, (_, at) => `paragraph ${at}`)
  const last = paragraphs.join('\n\n')
  const startedAt = performance.now()
  for (let at = 1; at <= 40; at++) {
    world.draft(task, paragraphs.slice(0, at).join('\n\n'))
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  const drafts = () => page.events.filter((event) => event.kind === 'draft')
  const drawn = () =>
    drafts().reduce<unknown[]>((blocks, { from, blocks: tail }) => [...blocks.slice(0, from), ...tail], [])
  await until(() => expect(drawn()).toHaveLength(40))
  const seconds = (performance.now() - startedAt) / 1000
  expect(JSON.stringify(drawn())).toContain(last.slice(-12))
  expect(drafts().length).toBeLessThanOrEqual(seconds * 8 + 2)
  expect(drafts().length).toBeGreaterThan(2)
  // Each tells what is new, not the whole again.
  expect(drafts().reduce((sum, { blocks }) => sum + blocks.length, 0)).toBeLessThan(40 + drafts().length)
  await page.close()
})

test('a page that comes late is told the whole draft, and none that has ended', async () => {
  const { task } = world.say(chatOf('late'), 'write')
  const ended = world.say(chatOf('late'), 'write more')
  world.draft(task, 'one\n\ntwo')
  world.draft(ended.task, 'never mind')
  world.state(ended.task, 'cancelled')
  const page = await listen()
  expect(await page.until('draft', (event) => event.task === task)).toMatchObject({ from: 0, blocks: [{}, {}] })
  expect(page.events.filter((event) => event.kind === 'draft' && event.task === ended.task)).toEqual([])
  await page.close()
})

test('a last word of a run that was stopped is not shown', async () => {
  const page = await listen()
  const stopped = world.say(chatOf('tongue'), 'write')
  world.draft(stopped.task, 'one')
  world.state(stopped.task, 'cancelled')
  world.draft(stopped.task, 'one two')
  world.tool(stopped.task, 'reading')
  const other = world.say(chatOf('tongue'), 'again')
  world.draft(other.task, 'three')
  await page.until('draft', (event) => event.task === other.task)
  const after = page.events.slice(
    page.events.findIndex((event) => event.kind === 'receipt' && event.receipt.state === 'cancelled'),
  )
  expect(after.filter((event) => 'task' in event && event.task === stopped.task).map(({ kind }) => kind)).toEqual([
    'receipt',
  ])
  await page.close()
})

test('a draft that starts over is cut back', async () => {
  const page = await listen()
  const { task } = world.say(chatOf('over'), 'write')
  world.draft(task, 'one\n\ntwo\n\nthree')
  await page.until('draft', (event) => event.task === task && event.blocks.length === 3)
  world.draft(task, 'one')
  expect(await page.until('draft', (event) => event.from === 1)).toMatchObject({ blocks: [] })
  await page.close()
})

test('no draft comes after the answer', async () => {
  const page = await listen()
  const { task } = world.say(chatOf('order'), 'write')
  world.draft(task, 'a')
  world.draft(task, 'a b')
  const answer = await world.reply(task, 'a b c')
  await page.until('line', (event) => event.line.id === answer)
  const later = world.say(chatOf('order'), 'next')
  world.draft(later.task, 'x')
  world.draft(later.task, 'x y')
  await page.until('draft', (event) => event.task === later.task && JSON.stringify(event.blocks).includes('x y'))
  const about = page.events.map((event) =>
    event.kind === 'draft' && event.task === task ? 'draft' : event.kind === 'line' ? event.line.id : '',
  )
  expect(about.lastIndexOf('draft')).toBeLessThan(about.indexOf(answer))
  await page.close()
})
