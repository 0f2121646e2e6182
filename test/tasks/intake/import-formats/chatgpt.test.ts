import { expect, test } from 'vitest'
import { createImportWorld, now } from './import-world.ts'

const start = 1_700_000_000

function node(parent: string | null, role?: string, text = '', extra: object = {}) {
  const content = { content_type: 'text', parts: [text] }
  const message = role ? { author: { role }, create_time: start, recipient: 'all', content, ...extra } : null
  return { parent, children: [], message }
}

const roof = {
  title: 'The roof',
  create_time: start,
  current_node: 'd',
  mapping: {
    root: node(null),
    s: node('root', 'system', 'You are helpful'),
    a: node('s', 'user', 'Who repairs roofs?'),
    b: node('a', 'assistant', 'An answer that was thrown away'),
    c: node('a', 'assistant', 'A roofer.', { create_time: null }),
    tool: node('c', 'assistant', 'search("roofer")', { recipient: 'browser' }),
    d: node('tool', 'user', 'Thanks 👍', {
      content: { content_type: 'multimodal_text', parts: [{ asset_pointer: 'file' }, 'Thanks 👍'] },
    }),
  },
  conversation_id: 'conversation-1',
}

const file = (...conversations: unknown[]) => JSON.stringify(conversations)

test('the branch that people see comes in, under its title, with the owner’s words as theirs', async () => {
  const { load, rows, titles, owner } = createImportWorld()
  expect(await load(file(roof))).toMatchObject({ added: 3, known: 0, bad: 0 })
  const place = { chat: 'web:chatgpt-conversation-1', trust: 'owner', at: start * 1000 }
  expect(rows()).toEqual([
    { ...place, author: 'human', name: owner.name, text: 'Who repairs roofs?' },
    { ...place, author: 'bot', name: 'ChatGPT', text: 'A roofer.' },
    { ...place, author: 'human', name: owner.name, text: 'Thanks 👍' },
  ])
  expect(titles()).toEqual([['web:chatgpt-conversation-1', 'The roof']])
})

test('a second import stores nothing twice, and a longer conversation only what is new', async () => {
  const { load } = createImportWorld()
  await load(file(roof))
  expect(await load(file(roof))).toMatchObject({ added: 0, known: 3 })
  const longer = { ...roof, current_node: 'e', mapping: { ...roof.mapping, e: node('d', 'assistant', 'Welcome') } }
  expect(await load(file(longer, { ...roof, conversation_id: 'two' }))).toMatchObject({ added: 4, known: 3 })
})

test('an import that broke off goes on where it stopped', async () => {
  const { load } = createImportWorld()
  const both = file(roof, { ...roof, conversation_id: 'two' })
  const broken = await load(both.slice(0, -30))
  expect(broken).toMatchObject({ added: 3, bad: 1 })
  expect(broken.problems).toEqual([`The file ends too early, after ${both.length - 30} characters. Export it again.`])
  expect(await load(both)).toMatchObject({ added: 3, known: 3, bad: 0 })
})

test('what is wrong is said with its place, and everything else comes in', async () => {
  const { load, rows } = createImportWorld()
  const circle = { a: node('b', 'user', 'round'), b: node('a', 'user', 'and round') }
  const hostile = {
    a: node(null, 'user', 'a lone \ud800 surrogate and a \0'),
    b: node('a', 'user', 'tomorrow', { create_time: now.getTime() / 1000 + 200_000 }),
    c: node('b', 'user', 'never', { create_time: 1e300 }),
    d: node('c', 'user', 'wrong', { content: 7 }),
    e: { parent: 'd', message: 'no message' },
    __proto__x: 1,
  }
  const report = await load(
    file(
      7,
      { ...roof, mapping: [] },
      { ...roof, mapping: circle, current_node: 'a' },
      { ...roof, conversation_id: undefined },
      { ...roof, mapping: hostile, current_node: 'e', title: 5 },
      { ...roof, mapping: hostile, current_node: 'e', conversation_id: '../\ud800 odd' },
      { ...roof, mapping: { a: node('constructor', 'user', 'no such parent') }, current_node: 'a' },
    ).replace('"title":"The roof"', `"title":"The roof","deep":${'['.repeat(200)}${']'.repeat(200)}`),
  )
  expect(report.problems).toEqual([
    'conversation 1: is not what was expected',
    'conversation 2: is nested too deeply',
    'conversation 3: its messages refer to each other in a circle',
    'conversation 4: "id" is missing or not what was expected',
    'conversation 5: "title" is missing or not what was expected',
    'message 2 of conversation 6: is in the future',
    'message 3 of conversation 6: has no valid time',
    'message 4 of conversation 6: "content" is missing or not what was expected',
    'message 5 of conversation 6: is not what was expected',
  ])
  expect(rows().map(({ text }) => text)).toEqual(['a lone \ufffd surrogate and a', 'no such parent'])
  expect(rows()[0]?.chat).toMatch(/^web:chatgpt-[0-9a-f]{32}$/)
})

test('a large file is read in linear time and no more than a conversation at once', async () => {
  const { load } = createImportWorld()
  const many = Array.from({ length: 300 }, (_, n) => ({ ...roof, conversation_id: `c${n}` }))
  expect(await load(file(...many), [], 5_000)).toMatchObject({ added: 900, bad: 0 })
})
