import { expect, test } from 'vitest'
import { createConversations } from '../../../../../../src/web/page/views/chats/lists/conversations.ts'
import type { BotLine, HumanLine, WireBlock } from '../../../../../../src/web/page/wire/wire.ts'

const chat = 'web:one'
const human = (id: number): HumanLine => ({
  author: 'human',
  id,
  chat,
  kind: 'conversation',
  name: 'Ana',
  at: id,
  text: `line ${id}`,
})
const bot = (id: number, task: number): BotLine => ({
  author: 'bot',
  id,
  chat,
  kind: 'conversation',
  name: 'Skein',
  at: id,
  task,
  blocks: [],
})
const words = (text: string): WireBlock => ({ kind: 'paragraph', inlines: [{ kind: 'text', text }] })

function open(...ids: number[]) {
  const conversations = createConversations()
  conversations.setNewest(chat, { lines: ids.map((id) => human(id)), older: ids[0] !== 1 })
  const ids_ = () => conversations.thread(chat)?.lines.map(({ id }) => id)
  return { conversations, ids: ids_ }
}

test('a line that comes twice is there once, and lines stand in the order of their ids', () => {
  const { conversations, ids } = open(1, 2)
  for (const id of [5, 3, 5, 2]) conversations.apply({ kind: 'line', line: human(id) })
  expect(ids()).toEqual([1, 2, 3, 5])
})

test('reading the newest lines again keeps what is known where they meet', () => {
  const { conversations, ids } = open(11, 12, 13)
  conversations.setNewest(chat, { lines: [human(13), human(14)], older: true })
  expect(ids()).toEqual([11, 12, 13, 14])
  expect(conversations.thread(chat)?.older).toBe(true)
})

test('where they do not meet there would be a hole, so only the newest stay', () => {
  const { conversations, ids } = open(11, 12, 13)
  conversations.setNewest(chat, { lines: [human(20), human(21)], older: true })
  expect(ids()).toEqual([20, 21])
})

test('whoever went to an old line stays there when the newest are read, until they leave for them or reach them', () => {
  const { conversations, ids } = open(80, 81)
  conversations.setAround(chat, { lines: [human(20), human(21)], older: true, newer: true })
  conversations.setNewest(chat, { lines: [human(80), human(81)], older: true })
  expect(ids()).toEqual([20, 21])
  expect(conversations.thread(chat)?.newer).toBe(true)
  conversations.setNewest(chat, { lines: [human(21), human(22)], older: true })
  expect(ids()).toEqual([20, 21, 22])
  expect(conversations.thread(chat)?.newer).toBeUndefined()
  conversations.setAround(chat, { lines: [human(20), human(21)], older: true, newer: true })
  conversations.setNewest(chat, { lines: [human(80), human(81)], older: true }, true)
  expect(ids()).toEqual([80, 81])
})

test('a line that was shown is not lost because a complete read came too early for it', () => {
  const { conversations, ids } = open(1, 2)
  conversations.apply({ kind: 'line', line: bot(3, 1) })
  conversations.setNewest(chat, { lines: [human(1), human(2)], older: false })
  expect(ids()).toEqual([1, 2, 3])
})

test('older lines come before, and the end of them is known', () => {
  const { conversations, ids } = open(11, 12)
  conversations.addOlder(chat, { lines: [human(1), human(2)], older: false })
  expect(ids()).toEqual([1, 2, 11, 12])
  expect(conversations.thread(chat)?.older).toBe(false)
})

test('a draft grows at its end, shrinks when it starts over, and ends with its answer', () => {
  const { conversations } = open(1)
  const draft = (from: number, ...texts: string[]) =>
    conversations.apply({ kind: 'draft', chat, task: 4, from, blocks: texts.map(words) })
  draft(0, 'a', 'b')
  draft(1, 'b c', 'd')
  expect(conversations.drafts(chat)[0]?.blocks).toEqual(['a', 'b c', 'd'].map(words))
  draft(1)
  expect(conversations.drafts(chat)[0]?.blocks).toEqual([words('a')])
  conversations.apply({ kind: 'receipt', chat, task: 4, messages: [1], receipt: { state: 'answered' } })
  expect(conversations.drafts(chat)).toHaveLength(1)
  conversations.apply({ kind: 'line', line: bot(2, 4) })
  expect(conversations.drafts(chat)).toEqual([])
})

test('with its answer, there is nothing left to stop', () => {
  const { conversations } = open(1)
  const buttons = [{ label: 'Stop', data: 'stop 4 1' }]
  for (const task of [4, 5])
    conversations.apply({ kind: 'line', line: { ...bot(task, task), kind: 'notice', buttons } })
  conversations.apply({ kind: 'line', line: bot(6, 4) })
  expect(conversations.thread(chat)?.lines.slice(1)).toMatchObject([{ buttons: [] }, { buttons }, { id: 6 }])
})

test('a notice in the middle of an answer leaves its draft alone', () => {
  const { conversations } = open(1)
  conversations.apply({ kind: 'draft', chat, task: 4, from: 0, blocks: [words('a')] })
  conversations.apply({ kind: 'line', line: { ...bot(2, 4), kind: 'notice' } })
  expect(conversations.drafts(chat)).toHaveLength(1)
})

test.each(['cancelled', 'failed', 'retry', 'queued'] as const)('a draft whose task is %s goes', (state) => {
  const { conversations } = open(1)
  conversations.apply({ kind: 'draft', chat, task: 4, from: 0, blocks: [words('a')] })
  conversations.apply({ kind: 'receipt', chat, task: 4, messages: [1], receipt: { state } })
  expect(conversations.drafts(chat)).toEqual([])
})

test('a draft of what was said until a stop stays until that is there as a line', () => {
  const { conversations } = open(1)
  conversations.apply({ kind: 'draft', chat, task: 4, from: 0, blocks: [words('a')] })
  const receipt = { state: 'cancelled' } as const
  conversations.apply({ kind: 'receipt', chat, task: 4, messages: [1], receipt, kept: true })
  expect(conversations.drafts(chat)).toHaveLength(1)
  conversations.apply({ kind: 'line', line: { ...bot(2, 4), unfinished: 'stopped' } })
  expect(conversations.drafts(chat)).toEqual([])
})

test('work that has said nothing yet is shown as an empty draft', () => {
  const { conversations } = open(1)
  conversations.apply({ kind: 'receipt', chat, task: 4, messages: [1], receipt: { state: 'running' } })
  expect(conversations.drafts(chat)).toMatchObject([{ blocks: [] }])
  expect(conversations.isUnderWay(chat)).toBe(true)
  conversations.apply({ kind: 'receipt', chat, task: 4, messages: [1], receipt: { state: 'failed', reason: 'why' } })
  expect(conversations.drafts(chat)).toEqual([])
  expect(conversations.isUnderWay(chat)).toBe(false)
})

test('the chat that spoke last comes first', () => {
  const { conversations } = open(1)
  const chats = [
    { id: 'web:two', title: 'two', at: 5 },
    { id: chat, title: 'one', at: 1 },
  ]
  conversations.index.setFirst({ chats, older: false })
  conversations.apply({ kind: 'line', line: human(9) })
  expect(conversations.index.list().map(({ id }) => id)).toEqual([chat, 'web:two'])
})
