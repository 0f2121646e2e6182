import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRecallWorld, type RecallWorld } from './recall-world.ts'

/** The texts of each conversation in order, oldest conversation first. */
function talks({ db }: RecallWorld): string[] {
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
  expect(talks(world)).toEqual(['a b', 'c'])
})

test('a late line joins what it belongs to, before, between or after', () => {
  const world = createRecallWorld()
  world.say(100, 'c')
  world.say(0, 'a')
  world.say(120, 'd')
  world.say(10, 'b')
  expect(talks(world)).toEqual(['a b', 'c d'])
})

test('a late line that closes the gap makes two conversations one', () => {
  const world = createRecallWorld()
  world.say(0, 'a')
  world.say(50, 'c')
  world.say(25, 'b')
  expect(talks(world)).toEqual(['a b c'])
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
  expect(talks(world)).toEqual(['a', 'b'])
})

test('whatever the order lines come in, the conversations are the same', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 600 }), { minLength: 1, maxLength: 25 }), (minutes) => {
      const [inOrder, asGiven] = [createRecallWorld(), createRecallWorld()]
      for (const minute of minutes.toSorted((a, b) => a - b)) inOrder.say(minute, String(minute))
      for (const minute of minutes) asGiven.say(minute, String(minute))
      expect(talks(asGiven)).toEqual(talks(inOrder))
    }),
    { numRuns: 15 },
  )
})
