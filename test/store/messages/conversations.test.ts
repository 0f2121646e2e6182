import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMessageIndexer } from '../../../src/store/messages/message-indexer.ts'
import { createRecallWorld, type RecallWorld } from '../recall/recall-world.ts'

/** The texts of each conversation in order, oldest conversation first. */
function conversations({ db }: RecallWorld): string[] {
  return db
    .statement(
      `SELECT group_concat(text, ' ' ORDER BY own.at, own.message_id) FROM conversation
       JOIN conversation_message AS own ON own.conversation_id = conversation.id JOIN message ON message.id = own.message_id
       GROUP BY conversation.id ORDER BY started_at`,
    )
    .pluck()
    .all() as string[]
}

test('a silence of more than half an hour begins another conversation', () => {
  const world = createRecallWorld()
  world.say(0, 'a')
  world.say(30, 'b')
  world.say(61, 'c')
  expect(conversations(world)).toEqual(['a b', 'c'])
})

test('how long that silence must be is for whoever files to say, line by line or many at once', () => {
  const short = { gapMs: 10 * 60_000 }
  const world = createRecallWorld()
  world.say(0, 'a', short)
  world.say(10, 'b', short)
  world.say(21, 'c', short)
  world.say(80, 'd', { gapMs: 60 * 60_000 })
  expect(conversations(world)).toEqual(['a b', 'c d'])
  const many = createRecallWorld()
  const filer = createMessageIndexer(many.db, short.gapMs)
  for (const [minute, text] of [
    [0, 'a'],
    [10, 'b'],
    [21, 'c'],
  ] as const)
    many.say(minute, text, {}, filer.file)
  filer.finish()
  expect(conversations(many)).toEqual(['a b', 'c'])
})

test('what was filed under a longer pause stays one conversation under a shorter one', () => {
  const world = createRecallWorld()
  world.say(0, 'a', { gapMs: 60 * 60_000 })
  world.say(50, 'b', { gapMs: 60 * 60_000 })
  world.say(25, 'late', { gapMs: 10 * 60_000 })
  world.say(70, 'c', { gapMs: 10 * 60_000 })
  expect(conversations(world)).toEqual(['a late b', 'c'])
})

test('a late line joins what it belongs to, before, between or after', () => {
  const world = createRecallWorld()
  world.say(100, 'c')
  world.say(0, 'a')
  world.say(120, 'd')
  world.say(10, 'b')
  expect(conversations(world)).toEqual(['a b', 'c d'])
})

test('a late line that closes the gap makes two conversations one', () => {
  const world = createRecallWorld()
  world.say(0, 'a')
  world.say(50, 'c')
  world.say(25, 'b')
  expect(conversations(world)).toEqual(['a b c'])
  expect(world.db.statement('SELECT messages, chars, last_at - started_at AS ms FROM conversation').all()).toEqual([
    { messages: 3, chars: 3, ms: 50 * 60_000 },
  ])
})

test('background output and commands are part of no conversation', () => {
  const world = createRecallWorld()
  world.say(0, 'a')
  world.say(20, 'briefing', { origin: 'briefing', author: 'bot' })
  world.say(25, '/help', { kind: 'command' })
  world.say(45, 'b')
  expect(conversations(world)).toEqual(['a', 'b'])
})

test('whatever the order lines come in, the conversations are the same', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 600 }), { minLength: 1, maxLength: 25 }), (minutes) => {
      const [inOrder, asGiven] = [createRecallWorld(), createRecallWorld()]
      for (const minute of minutes.toSorted((a, b) => a - b)) inOrder.say(minute, String(minute))
      for (const minute of minutes) asGiven.say(minute, String(minute))
      expect(conversations(asGiven)).toEqual(conversations(inOrder))
    }),
    { numRuns: 15 },
  )
})

test('many lines at once are filed as they are one by one', () => {
  const minutes = fc.uniqueArray(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 25 })
  fc.assert(
    fc.property(minutes, minutes, (early, late) => {
      const [single, bulk] = [createRecallWorld(), createRecallWorld()]
      for (const minute of [...early, ...late]) single.say(minute, String(minute))
      for (const batch of [early, late]) {
        bulk.db.transaction(() => {
          const filer = createMessageIndexer(bulk.db)
          for (const minute of batch) bulk.say(minute, String(minute), {}, filer.file)
          filer.finish()
        })
      }
      expect(conversations(bulk)).toEqual(conversations(single))
      expect(sizes(bulk)).toEqual(sizes(single))
    }),
    { numRuns: 30 },
  )
})

/** What is known of each conversation, and of the chat. */
function sizes({ db }: RecallWorld): unknown[] {
  const conversations = 'SELECT started_at, last_at, messages, chars FROM conversation ORDER BY started_at'
  return [db.statement(conversations).all(), db.statement('SELECT * FROM chat_size').all()]
}
