import { afterAll, expect, test } from 'vitest'
import { listChats, readLine, readLines } from '../../../src/store/messages/lines.ts'
import { steadyOf } from '../../support/test-clock.ts'
import { chatOf, createWorld } from '../../web/world.ts'

const world = createWorld()
const { db } = world
afterAll(() => world.close())

test('lines come oldest first, with the receipt of the work on them', async () => {
  const chat = chatOf('receipts')
  const first = world.say(chat, 'one')
  await world.reply(first.task, 'answer')
  const second = world.say(chat, 'two')
  const retryAt = new Date('2026-03-01T14:02:00Z')
  world.state(second.task, 'retry', { reason: 'no answer', retryAt })
  const lines = readLines(db, chat, { limit: 10 })
  expect(lines.map(({ author, text, task, receipt }) => ({ author, text, task, receipt }))).toEqual([
    {
      author: 'human',
      text: 'one',
      task: first.task,
      receipt: { state: 'answered', reason: undefined, retryAt: undefined, attempt: 0 },
    },
    { author: 'bot', text: 'answer', task: first.task, receipt: undefined },
    {
      author: 'human',
      text: 'two',
      task: second.task,
      receipt: { state: 'retry', reason: 'no answer', retryAt: steadyOf(retryAt), attempt: 0 },
    },
  ])
  expect(lines[0]?.key).toMatch(/^[0-9a-f-]{36}$/)
})

test('a line of ours is there from the moment its sending begins, not before', async () => {
  const chat = chatOf('outbox')
  const { task } = world.say(chat, 'hello')
  const message = await world.reply(task, 'answer')
  const shownIn = (state: string) => {
    db.statement('UPDATE outbox SET state = ? WHERE message_id = ?').run(state, message)
    return readLines(db, chat, { limit: 10 }).some(({ id }) => id === message)
  }
  expect(['sent', 'sending', 'unknown'].filter(shownIn)).toEqual(['sent', 'sending', 'unknown'])
  expect(['pending', 'retry', 'held', 'dead'].filter(shownIn)).toEqual([])
  expect(readLine(db, message)?.text).toBe('answer')
})

test('pages of lines fit together without a gap or a double', () => {
  const chat = chatOf('pages')
  const texts = Array.from({ length: 25 }, (_, at) => `line ${at}`)
  for (const text of texts) world.say(chat, text)
  const read: string[] = []
  let before: number | undefined
  for (;;) {
    const page = readLines(db, chat, { limit: 7, ...(before && { before }) })
    if (page.length === 0) break
    read.unshift(...page.map(({ text }) => text))
    before = page[0]?.id
  }
  expect(read).toEqual(texts)
})

test('chats are listed by their last word, with the first as their name', () => {
  world.say(chatOf('older'), 'first words here')
  world.say(chatOf('newer'), 'other words')
  db.statement('INSERT INTO chat (id, channel, title, created_at) VALUES (?, ?, ?, ?)').run(
    'email:x',
    'email',
    'mail',
    Date.now() + 99,
  )
  db.statement(
    "INSERT INTO message (chat, lane, author, kind, origin, trust, name, at, received_at, text) VALUES ('web:older', 'root:web:older', 'human', 'conversation', 'chat', 'owner', 'Ana', ?, 0, 'again')",
  ).run(Date.now() + 10_000)
  const titles = listChats(db, { limit: 9 }).map(({ title }) => title)
  expect(titles.slice(0, 3)).toEqual(['first words here', 'mail', 'other words'])
  expect(listChats(db, { limit: 1 })).toHaveLength(1)
})
