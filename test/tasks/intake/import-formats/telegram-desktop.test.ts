import { expect, test } from 'vitest'
import { createImportWorld, peopleIn } from './import-world.ts'

const message = (id: number, from: string | null, text: unknown, extra: object = {}) => ({
  id,
  type: 'message',
  date: '2025-06-01T12:00:00',
  date_unixtime: '1748772000',
  from,
  from_id: `user${from === 'Ana' ? 1 : 2}`,
  text,
  text_entities: [],
  ...extra,
})

const chatOf = (id: number, name: string | null, messages: unknown[]) => ({ name, type: 'personal_chat', id, messages })

const house = [
  { id: 1, type: 'service', action: 'create_group', text: '' },
  message(2, 'Ben', 'The roof leaks.'),
  message(3, 'Ana', ['See ', { type: 'link', text: 'https://roof.example' }, '!']),
  message(4, 'Ben', '', { photo: 'photos/1.jpg' }),
  message(5, null, 'from nobody', { from_id: 'user9' }),
]

const one = JSON.stringify(chatOf(42, 'House', house), undefined, 1)

test('a chat comes in with its title; the name that is said to be the owner’s makes words theirs', async () => {
  const { load, rows, titles } = createImportWorld()
  expect(await load(one, ['ana'])).toMatchObject({ added: 3, bad: 0 })
  const place = { chat: 'web:telegram-42', author: 'human', at: 1_748_772_000_000 }
  expect(rows()).toEqual([
    { ...place, name: 'Ben', trust: 'untrusted', text: 'The roof leaks.' },
    { ...place, name: 'Ana', trust: 'owner', text: 'See https://roof.example!' },
    { ...place, name: 'user9', trust: 'untrusted', text: 'from nobody' },
  ])
  expect(titles()).toEqual([['web:telegram-42', 'House']])
  expect(await load(one, ['ana'])).toMatchObject({ added: 0, known: 3 })
})

test('an export of one chat does not say who the owner is, one of the account does', async () => {
  expect(await peopleIn(one)).toEqual({ names: ['Ben', 'Ana', 'user9'], isOwnerKnown: false })
  const account = {
    about: 'Here is the data',
    personal_information: { user_id: 1, first_name: 'Ana' },
    contacts: { list: [{ first_name: 'Ben' }] },
    chats: { about: 'Chats', list: [chatOf(42, 'House', house), chatOf(43, null, [message(2, 'Ana', 'to myself')])] },
    left_chats: { about: 'Left', list: [chatOf(44, 'Old', [message(2, 'Ben', 'bye')])] },
  }
  const text = JSON.stringify(account)
  expect(await peopleIn(text)).toEqual({ names: [], isOwnerKnown: true })
  const { load, rows, titles } = createImportWorld()
  expect(await load(text)).toMatchObject({ added: 5, bad: 0 })
  expect(rows().map((row) => [row.chat, row.trust])).toEqual([
    ['web:telegram-42', 'untrusted'],
    ['web:telegram-42', 'owner'],
    ['web:telegram-42', 'untrusted'],
    ['web:telegram-43', 'owner'],
    ['web:telegram-44', 'untrusted'],
  ])
  expect(titles().map((row) => (row as string[])[1])).toEqual(['House', 'telegram', 'Old'])
})

test('an older export has only local times', async () => {
  const { load, rows } = createImportWorld()
  await load(JSON.stringify(chatOf(1, 'House', [message(1, 'Ben', 'hi', { date_unixtime: undefined })])))
  expect(rows()[0]?.at).toBe(new Date(2025, 5, 1, 12).getTime())
})

test('what is wrong is said with its place', async () => {
  const { load, rows } = createImportWorld()
  const deep = JSON.parse(`${'['.repeat(150)}${']'.repeat(150)}`) as unknown
  const odd = [
    7,
    message(1, 'Ben', { text: 'no' }),
    message(2, 'Ben', 'later', { date_unixtime: '99999999999' }),
    message(3, 'Ben', 'never', { date_unixtime: '' }),
    message(4, 'Ben', 'deep', { deep }),
    message(5, 'B\u001b[2J\nen', 'fine'),
  ]
  const report = await load(JSON.stringify(chatOf(1, 'House', odd)))
  expect(report.problems).toEqual([
    'message 1 of chat "House": is not what was expected',
    'message 2 of chat "House": "text" is missing or not what was expected',
    'message 3 of chat "House": is in the future',
    'message 4 of chat "House": has no valid time',
    'message 5 of chat "House": is nested too deeply',
  ])
  expect(rows().map(({ name }) => name)).toEqual(['B [2J en'])
  const before = await load(JSON.stringify({ messages: [message(1, 'Ben', 'hi')], id: 9 }))
  expect(before.problems).toEqual(['message 1 of chat "": comes before the id of its chat'])
})
