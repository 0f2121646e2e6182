import { afterAll, expect, test } from 'vitest'
import { type ChatId, makeChatId, rootLane } from '../../../src/domain/ids.ts'
import { ensureChat } from '../../../src/store/messages/chats.ts'
import { noteSeen, updateChatListing } from '../../../src/store/messages/kept-chats.ts'
import { findListedChat, listChatsOf, mayOpenChat } from '../../../src/store/messages/listed-chats.ts'
import { insertMessage } from '../../../src/store/messages/messages.ts'
import { chatOf, createWorld } from '../../web/world.ts'

const world = createWorld()
const { db, ownerId } = world
afterAll(() => world.close())
db.raw.exec("INSERT INTO person (id, name, role, created_at) VALUES (77, 'Bo', 'member', 0)")

const now = () => world.clock.now()
const list = (archived = false) => listChatsOf(db, { personId: ownerId, archived, limit: 1000 })
const stateOf = (id: ChatId) => findListedChat(db, ownerId, id)?.state

/** A line in a chat of another channel, by the owner or by whom is named. */
function hear(id: ChatId, personId: number, audience: 'private' | 'group' = 'group', at = now()): number {
  ensureChat(db, { id, title: id, audience, personId }, at)
  const place = { chat: id, lane: rootLane(id), origin: 'chat', trust: 'member', at, receivedAt: at } as const
  return insertMessage(db, { ...place, author: 'human', kind: 'conversation', personId, name: 'Bo', text: 'hello' })
}

test('the chats of every channel are one list: what is pinned first, then the one that spoke last', () => {
  const room = makeChatId('talk', 'room')
  const mail = makeChatId('email', '<a@b>')
  world.say(chatOf('garden'), 'about the garden')
  hear(room, ownerId, 'group', new Date(now().getTime() + 1000))
  hear(mail, ownerId, 'group', new Date(now().getTime() + 2000))
  expect(list().map(({ id }) => id)).toEqual([mail, room, 'web:garden'])
  updateChatListing(db, room, { pinned: true, name: 'The house' }, now())
  expect(list()[0]).toMatchObject({ id: room, title: 'The house', isPinned: true })
  updateChatListing(db, room, { name: '  ' }, now())
  expect(list()[0]?.title).toBe(room)
  updateChatListing(db, room, { pinned: false, archived: true }, now())
  expect(list().map(({ id }) => id)).toEqual([mail, 'web:garden'])
  expect(list(true).map(({ id }) => id)).toEqual([room])
})

test('a new chat in which only a model was chosen is listed from its first message on', () => {
  const id = chatOf('0123456789ab')
  ensureChat(db, { id, title: id, audience: 'private', personId: ownerId }, now())
  expect(list().map((chat) => chat.id)).not.toContain(id)
  world.say(id, 'hello')
  expect(list().map((chat) => chat.id)).toContain(id)
})

test('pages of it fit together', () => {
  for (let n = 0; n < 25; n++) hear(makeChatId('talk', `page-${n}`), ownerId, 'group', new Date(n % 5))
  const whole = list().map(({ id }) => id)
  const read: ChatId[] = []
  for (let last = list()[0]; last; ) {
    if (read.length === 0) read.push(last.id)
    const after = { pinned: last.isPinned, at: last.lastAt.getTime(), id: last.id }
    const page = listChatsOf(db, { personId: ownerId, archived: false, after, limit: 7 })
    read.push(...page.map(({ id }) => id))
    last = page.at(-1)
  }
  expect(read).toEqual(whole)
})

test('what is private to somebody else is neither listed nor opened', () => {
  const theirs = makeChatId('telegram', '77')
  hear(theirs, 77, 'private')
  const nobodys = makeChatId('telegram', '78')
  ensureChat(db, { id: nobodys, title: 'A stranger', audience: 'private' }, now())
  for (const chat of [theirs, nobodys, makeChatId('telegram', 'unknown')]) {
    expect(list().map(({ id }) => id)).not.toContain(chat)
    expect(mayOpenChat(db, ownerId, chat)).toBe(false)
  }
})

test('each tells how it stands: at work, waiting for its owner, failed, new', async () => {
  const chat = chatOf('states')
  const { task } = world.say(chat, 'work')
  expect(stateOf(chat)).toBe('working')
  world.state(task, 'waiting')
  expect(stateOf(chat)).toBe('needs you')
  db.statement('UPDATE task SET finished_at = 1 WHERE id = ?').run(task)
  world.state(task, 'failed')
  expect(stateOf(chat)).toBe('failed')
  const answer = await world.reply(task, 'done')
  expect(stateOf(chat)).toBe('new')
  db.statement("UPDATE outbox SET state = 'dead' WHERE message_id = ?").run(answer)
  expect(stateOf(chat)).toBe('failed')
  db.statement("UPDATE outbox SET state = 'sent' WHERE message_id = ?").run(answer)
  noteSeen(db, chat, answer)
  noteSeen(db, chat, 1)
  expect(stateOf(chat)).toBeUndefined()
})

test('elsewhere only what others say is new: our own answers are read there', () => {
  const room = makeChatId('talk', 'news')
  hear(room, ownerId)
  expect(stateOf(room)).toBeUndefined()
  const theirs = hear(room, 77)
  expect(stateOf(room)).toBe('new')
  noteSeen(db, room, theirs)
  const place = {
    chat: room,
    lane: rootLane(room),
    origin: 'chat',
    trust: 'owner',
    at: now(),
    receivedAt: now(),
  } as const
  insertMessage(db, { ...place, author: 'bot', kind: 'conversation', name: 'Skein', text: 'an answer' })
  expect(stateOf(room)).toBeUndefined()
})
