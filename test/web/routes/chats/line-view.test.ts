import { expect, test } from 'vitest'
import { type ChatId, makeChatId, rootLane, topicLane } from '../../../../src/domain/ids.ts'
import { momentOf } from '../../../../src/lib/time/clock.ts'
import { ensureChat } from '../../../../src/store/messages/chats.ts'
import { markDeleted } from '../../../../src/store/messages/deletions.ts'
import { readLinePage } from '../../../../src/store/messages/line-pages.ts'
import type { StoredLine } from '../../../../src/store/messages/lines.ts'
import { insertMessage, type NewMessage } from '../../../../src/store/messages/messages.ts'
import { ownMarkdown, toWireLine } from '../../../../src/web/routes/chats/line-view.ts'
import { createTestClock } from '../../../support/test-clock.ts'
import { hostileStrings } from '../../hostile-strings.ts'
import { chatOf, createWorld } from '../../world.ts'

const clock = createTestClock()
const buttons = [{ label: 'Yes', data: 'yes 1' }]
const expiresAt = clock.steady()

const asked = (chat: ChatId, more: Partial<StoredLine>) => {
  const nothing = { repliesTo: undefined, files: [], key: undefined, task: undefined, receipt: undefined }
  const plain = {
    question: undefined,
    offers: [],
    actions: [],
    making: undefined,
    unfinished: undefined,
    versions: undefined,
  }
  const story = { isAmongOthers: false, conversation: undefined, deletedAt: undefined, earlier: [], later: undefined }
  const told = { lane: rootLane(chat), personId: undefined, story }
  const said = { id: 1, chat, author: 'bot', kind: 'notice', name: 'Skein', text: 'May I?', at: clock.now() } as const
  return toWireLine({ ...nothing, ...plain, ...told, ...said, ...more }, clock, 1)
}

test('what asks in a chat of another channel has nothing to press here, and how it ended is told', () => {
  const mail = makeChatId('email', 'bo')
  const open = { buttons, state: 'open', expiresAt, settled: null } as const
  expect(asked(chatOf('own'), { question: open })).toMatchObject({ buttons, waitsUntil: expect.any(Number) })
  expect(asked(chatOf('own'), { offers: buttons })).toMatchObject({ buttons })
  for (const line of [asked(mail, { question: open }), asked(mail, { offers: buttons })]) {
    expect(line).not.toHaveProperty('buttons')
    expect(line).not.toHaveProperty('waitsUntil')
  }
  expect(asked(mail, { question: { ...open, state: 'yes' } })).toHaveProperty('settled')
})

test('a line says who speaks among others, where, what it said before and that it was taken back', async () => {
  const world = createWorld()
  const { db, clock, ownerId } = world
  const room = makeChatId('talk', 'room')
  const at = clock.now()
  ensureChat(db, { id: room, title: 'Room', audience: 'group', personId: ownerId }, at)
  const place = { chat: room, lane: rootLane(room), origin: 'chat', trust: 'member', at, receivedAt: at } as const
  const common = { ...place, author: 'human', kind: 'conversation', name: 'Bo', text: 'words' } as const
  const say = (more: Partial<NewMessage>) =>
    insertMessage(db, {
      ...common,
      ...more,
    })
  const first = say({ remoteId: '1', text: 'at six' })
  const second = say({ remoteId: '1', text: '[edited] at seven' })
  const mine = say({ personId: ownerId, name: 'Ana', lane: topicLane(room, '12') })
  const gone = say({ remoteId: '2', text: 'oh dear' })
  const ours = say({ author: 'bot', trust: 'owner', name: 'Skein', text: 'the key is [secret]' })
  markDeleted(db, gone, momentOf(clock))

  const lines = readLinePage(db, room, {}).lines.map((line) => toWireLine(line, clock, ownerId))
  const told = Object.fromEntries(lines.map((line) => [line.id, line]))
  expect(told[first]).toMatchObject({ speaker: 'other', name: 'Bo', text: 'at six', later: second })
  expect(told[second]).toMatchObject({ text: 'at seven', earlier: [{ text: 'at six', at: at.getTime() }] })
  expect(told[second]).not.toHaveProperty('later')
  expect(told[mine]).toMatchObject({ speaker: 'owner', lane: { kind: 'topic', name: '12' } })
  expect(told[mine]?.conversation).not.toBe(told[first]?.conversation)
  expect(told[gone]).toMatchObject({ deleted: { at: expect.any(Number), channel: 'talk' } })
  expect(told[ours]).toMatchObject({ holdsSecret: true })
  expect(told[ours]).not.toHaveProperty('speaker')
  await world.close()
})

test.each([
  'hello',
  'two\n  lines   as typed',
  '/why **not**',
  'it costs 5 * 3 * 2, snake_case_name',
  'C:\\dir\\*',
  '',
])('%j is shown as it was typed', (text) => {
  expect(ownMarkdown(text)).toBeUndefined()
})

test.each([
  ['**no**', 'strong'],
  ['- a\n- b', 'list'],
  ['```ts\nlet a\n```', 'code'],
  ['see https://example.org', 'link'],
  ['$x^2$', 'math'],
])('%j is Markdown', (text, kind) => {
  expect(JSON.stringify(ownMarkdown(text))).toContain(`"${kind}"`)
})

test('what was pasted is Markdown only where it has code between fences', () => {
  const log = '# a\n* b\n'.repeat(20)
  expect(ownMarkdown(log)).toBeUndefined()
  expect(ownMarkdown(`# ${'a'.repeat(2_000)}`)).toBeUndefined()
  expect(ownMarkdown(`Look:\n\n\`\`\`\n${log}\`\`\``)).toMatchObject([{ kind: 'paragraph' }, { kind: 'code' }])
  expect(ownMarkdown(`\`\`\`\n${log.repeat(200)}\`\`\``)).toBeUndefined()
})

test('hostile strings become known kinds and links that are allowed, and nothing else', () => {
  const kinds = new Set<string>()
  const links = new Set<string>()
  for (const text of hostileStrings()) meet(ownMarkdown(text))
  expect([...kinds].sort()).toEqual(
    ['break', 'code', 'heading', 'link', 'list', 'paragraph', 'quote', 'strong', 'table', 'text'].filter((kind) =>
      kinds.has(kind),
    ),
  )
  expect(kinds.size).toBeGreaterThan(4)
  expect([...links].filter((href) => !/^(https?:|mailto:)/.test(href))).toEqual([])

  function meet(value: unknown): void {
    if (typeof value !== 'object' || value === null) return
    if ('kind' in value) kinds.add(String(value.kind))
    if ('href' in value) links.add(String(value.href))
    Object.values(value).forEach(meet)
  }
})
