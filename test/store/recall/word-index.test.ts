import { expect, test } from 'vitest'
import { makeChatId, rootLane } from '../../../src/domain/ids.ts'
import { onlyIn } from '../../../src/domain/recall.ts'
import { ensureChat, ensureLane } from '../../../src/store/messages/chats.ts'
import { messagesContaining, takeWords } from '../../../src/store/recall/word-index.ts'
import { listsFor } from '../../../src/store/recall/word-lists.ts'
import { reindex } from '../../../src/store/recall/word-reindexing.ts'
import { createRecallWorld, noon } from './recall-world.ts'

test('a line is found by its words, newest first and as many as asked for', () => {
  const { db, chat, say } = createRecallWorld()
  const ids = [1, 2, 3].map((n) => say(n, `the roof leaks ${n}`))
  say(4, 'something else')
  expect(messagesContaining(db, listsFor(db, onlyIn(chat)), 'roof', { most: 10 })).toEqual(ids.toReversed())
  expect(messagesContaining(db, listsFor(db, onlyIn(chat)), 'roof', { most: 2 })).toEqual(ids.toReversed().slice(0, 2))
})

test('a line is found by the name of a file on it', () => {
  const { db, chat, say } = createRecallWorld()
  const id = say(0, 'here it is', { files: ['insurance-policy.pdf'] })
  expect(messagesContaining(db, listsFor(db, onlyIn(chat)), db.words('insurance')[0] ?? '', { most: 10 })).toEqual([id])
})

test('the words of one chat are no words of another', () => {
  const { db, chat, say } = createRecallWorld()
  const other = makeChatId('web', 'two')
  ensureChat(db, { id: other, title: 'Two', audience: 'private' }, noon)
  ensureLane(db, rootLane(other), other)
  const here = say(0, 'roof')
  const there = say(1, 'roof', { chat: other, lane: rootLane(other) })
  expect(messagesContaining(db, listsFor(db, onlyIn(chat)), 'roof', { most: 10 })).toEqual([here])
  expect(messagesContaining(db, listsFor(db, onlyIn(other)), 'roof', { most: 10 })).toEqual([there])
})

test('background output is found, commands and notices are not', () => {
  const { db, chat, say } = createRecallWorld()
  const briefing = say(0, 'roof briefing', { origin: 'briefing', author: 'bot' })
  say(1, '/search roof', { kind: 'command' })
  say(2, 'the roof of the daemon', { kind: 'notice', author: 'bot' })
  expect(messagesContaining(db, listsFor(db, onlyIn(chat)), 'roof', { most: 10 })).toEqual([briefing])
})

test('what was stored before there was an index is indexed when the store is opened', () => {
  const { db, chat, say } = createRecallWorld()
  const id = say(0, 'the roof leaks')
  db.raw.exec(
    `INSERT INTO message_word (message_word) VALUES ('delete-all'); DELETE FROM conversation_message;
     DELETE FROM conversation; DELETE FROM chat_size; DELETE FROM meta WHERE key = 'words'`,
  )
  expect(messagesContaining(db, listsFor(db, onlyIn(chat)), 'roof', { most: 10 })).toEqual([])
  reindex(db)
  expect(messagesContaining(db, listsFor(db, onlyIn(chat)), 'roof', { most: 10 })).toEqual([id])
  expect(db.statement('SELECT messages FROM conversation').pluck().all()).toEqual([1])
  expect(db.statement('SELECT messages FROM chat_size').pluck().all()).toEqual([1])
})

test('a message that is not stored after all leaves no word behind', () => {
  const { db, chat, say } = createRecallWorld()
  const lost = new Error('lost')
  expect(() =>
    db.transaction(() => {
      say(0, 'roof')
      throw lost
    }),
  ).toThrow(lost)
  expect(messagesContaining(db, listsFor(db, onlyIn(chat)), 'roof', { most: 10 })).toEqual([])
})

test('a message is found in the transaction that stores it, and not once it is deleted there', () => {
  const { db, chat, say } = createRecallWorld()
  const roofs = () => messagesContaining(db, listsFor(db, onlyIn(chat)), 'roof', { most: 10 })
  db.transaction(() => {
    const kept = say(0, 'the roof leaks')
    expect(roofs()).toEqual([kept])
    const gone = say(1, 'the roof holds')
    takeWords(db, { id: gone, chat, name: 'Ana', text: 'the roof holds', files: [] })
    expect(roofs()).toEqual([kept])
  })
  expect(roofs()).toHaveLength(1)
})
