import { describe, expect, test } from 'vitest'
import { alone, among, ana, bob, edited, entity, group, home, take, tell } from './updates.ts'

const bot = { id: 99, is_bot: true, first_name: 'Other', username: 'other_bot' }

describe('without words', () => {
  const button = { message_id: 12, date: 1, chat: group, message_thread_id: 5, is_topic_message: true }
  const press = (data: unknown, fields = {}) => ({
    update_id: 1,
    callback_query: { id: 'c1', from: bob, message: button, data, ...fields },
  })
  const member = (status: string, more = {}) => ({
    update_id: 1,
    my_chat_member: { chat: group, date: 5, from: ana, new_chat_member: { status, ...more } },
  })
  const react = (fields: object) => ({
    update_id: 1,
    message_reaction: { chat: home, message_id: 9, date: 5, user: ana, new_reaction: [], ...fields },
  })
  test.each<[string, unknown, string]>([
    ['a button counts for who pressed it', press('q:1:yes'), 'press by 43 on 12: q:1:yes'],
    ['our stop button', press('stop'), 'stop by 43 in telegram:-1001 topic 5'],
    [
      'a button under a message that is gone',
      press('q:1:yes', { message: { message_id: 12, date: 0, chat: group } }),
      'press by 43 on 12: q:1:yes',
    ],
    ['a button nobody can place', press('q:1:yes', { message: undefined }), 'nothing'],
    ['a button without data', press(undefined), 'nothing'],
    ['a button pressed by a bot', press('q:1:yes', { from: bot }), 'nothing'],
    [
      'the stop of a draft',
      { update_id: 1, stopped_message_generation: { chat: home, draft_id: 3 } },
      'stop by 42 in telegram:42',
    ],
    [
      'the stop of a draft in a topic',
      { update_id: 1, stopped_message_generation: { chat: home, message_thread_id: 8, draft_id: 3 } },
      'stop by 42 in telegram:42 topic 8',
    ],
    ['a reaction', react({ new_reaction: [{ type: 'emoji', emoji: '👍' }] }), 'reaction by 42 to 9: 👍'],
    ['a reaction taken back', react({}), 'reaction by 42 to 9: '],
    ['a reaction of nobody', react({ user: undefined }), 'nothing'],
    ['we are taken in', member('member'), 'telegram:-1001 in'],
    ['we are thrown out', member('kicked'), 'telegram:-1001 out'],
    ['we are hushed but there', member('restricted', { is_member: true }), 'telegram:-1001 in'],
    [
      'we are blocked',
      { update_id: 1, my_chat_member: { chat: home, date: 5, new_chat_member: { status: 'kicked' } } },
      'telegram:42 out',
    ],
    ['a group moves', among({ migrate_to_chat_id: -1002 }), 'telegram:-1001 moved to telegram:-1002'],
    ['a group has moved', among({ migrate_from_chat_id: -5 }), 'telegram:-5 moved to telegram:-1001'],
    ['an edit', edited({ text: 'better words' }), 'edit by Ana (42) to us: better words'],
  ])('%s', (_name, update, expected) => expect(tell(update)).toBe(expected))
})

describe('what cannot be read is kept as it came', () => {
  test.each<[string, unknown]>([
    ['no update', 'hello'],
    ['a message without a chat', { update_id: 1, message: { message_id: 9, date: 1, text: 'hi' } }],
    ['a message with an impossible id', alone({ message_id: 1e30, text: 'hi' })],
    ['a press without a sender', { update_id: 1, callback_query: { id: 'c', data: 'x' } }],
  ])('%s', (_name, update) => {
    expect(take(update)?.event).toMatchObject({ kind: 'unreadable', raw: JSON.stringify(update) })
  })

  test('a broken field costs that field, not the message', () => {
    const broken = { entities: [{ type: 5 }, entity('bold', -1, 2)], photo: 'no', reply_to_message: 7, quote: null }
    expect(tell(alone({ text: 'hi', ...broken }))).toBe('Ana (42) to us: hi')
  })
})

describe('names that are used for ever', () => {
  const keyOf = (update: unknown) => {
    const event = take(update)?.event
    return event && 'keys' in event ? event.keys : undefined
  }

  test('a message is known by its chat and number, whatever number the update has', () => {
    expect(keyOf({ ...alone({ text: 'hi' }), update_id: 1 })).toEqual(
      keyOf({ ...alone({ text: 'hi' }), update_id: 999 }),
    )
    expect(keyOf(alone({ text: 'hi' }))).toEqual(['telegram:7:42:9'])
  })

  test('messages without a number of their own do not pass for each other', () => {
    expect(keyOf(alone({ message_id: 0, text: 'one' }))).not.toEqual(keyOf(alone({ message_id: 0, text: 'two' })))
  })

  test('two edits are two, and the same edit told twice is one', () => {
    expect(keyOf(edited({ text: 'one' }))).toEqual(keyOf(edited({ text: 'one' })))
    expect(keyOf(edited({ text: 'one' }))).not.toEqual(keyOf(edited({ text: 'two' })))
    expect(keyOf(edited({ text: 'one' }))).not.toEqual(keyOf(alone({ text: 'one' })))
  })
})
