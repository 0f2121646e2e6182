import { expect, test } from 'vitest'
import { createImportWorld } from './import-world.ts'

const said = (uuid: string, sender: string, text: string, extra: object = {}) => ({
  uuid,
  sender,
  text,
  created_at: '2025-06-01T10:00:00.123456Z',
  ...extra,
})

const garden = {
  uuid: 'c-1',
  name: 'The garden',
  summary: '',
  created_at: '2025-06-01T10:00:00Z',
  chat_messages: [
    said('m1', 'human', 'When do tulips bloom?', { content: [] }),
    said('m2', 'assistant', 'In April. This block is not supported.', {
      content: [
        { type: 'thinking', thinking: 'Hm' },
        { type: 'text', text: 'In April.' },
        { type: 'tool_use', input: {} },
      ],
    }),
    said('m3', 'human', ''),
  ],
}

test('conversations come in with their titles, and a second time nothing does', async () => {
  const { load, rows, titles, owner } = createImportWorld()
  const file = JSON.stringify([garden, { ...garden, uuid: 'c-2', name: '', chat_messages: [] }], undefined, 2)
  expect(await load(file)).toMatchObject({ added: 2, known: 0, bad: 0 })
  const place = { chat: 'web:claude-c-1', trust: 'owner', at: Date.UTC(2025, 5, 1, 10, 0, 0, 123) }
  expect(rows()).toEqual([
    { ...place, author: 'human', name: owner.name, text: 'When do tulips bloom?' },
    { ...place, author: 'bot', name: 'Claude', text: 'In April.' },
  ])
  expect(titles()).toEqual([['web:claude-c-1', 'The garden']])
  expect(await load(file)).toMatchObject({ added: 0, known: 2 })
})

test('what is wrong is said with its place', async () => {
  const { load } = createImportWorld()
  const odd = [said('m1', 'cat', 'meow'), said('m2', 'human', 'soon', { created_at: 'soon' }), null]
  const report = await load(
    JSON.stringify([
      { ...garden, uuid: 1 },
      { ...garden, chat_messages: odd },
    ]),
  )
  expect(report).toMatchObject({ added: 0, bad: 4 })
  expect(report.problems).toEqual([
    'conversation 1: "uuid" is missing or not what was expected',
    'message 1 of conversation 2: "sender" is missing or not what was expected',
    'message 2 of conversation 2: has no valid time',
    'message 3 of conversation 2: is not what was expected',
  ])
})
