import { expect, test } from 'vitest'
import { previewText } from '../../../../src/cli/import-preview-text.ts'
import { createImportWorld, previewOf } from './import-world.ts'

const chat = [
  '1.2.25, 10:00 - Messages are end-to-end encrypted.',
  '1.2.25, 10:01 - Ben: Is the roof done?',
  '1.2.25, 10:02 - Ana L.: Not\u001b[31m yet.',
  '1.2.25, 10:03 - Ben: <Media omitted>',
  '31.2.25, 10:03 - Ben: no such day',
  '3.2.25, 10:03 - Ben: And now?',
].join('\n')

test('a preview says what would come, whose it is and what is left out', async () => {
  const preview = await previewOf(chat, ['ana l.'])
  expect(preview).toMatchObject({
    formats: ['WhatsApp'],
    messages: 3,
    bad: 1,
    problems: ['line 5: has no valid time'],
    first: new Date(2025, 1, 1, 10, 1),
    last: new Date(2025, 1, 3, 10, 3),
    chatCount: 1,
    chats: [{ title: 'Ben, Ana L.', messages: 3 }],
    people: [
      { name: 'Ben', messages: 2, isYou: false },
      { name: 'Ana L.', messages: 1, isYou: true },
    ],
    isOwnerUnknown: true,
  })
  expect(preview.sample.lines.map(({ from }) => from)).toEqual(['Ben', 'Ana L.', 'Ben'])
})

test('it fits on a terminal, and nothing in it can control one', async () => {
  const text = previewText(await previewOf(chat, ['Ana L.']))
  expect(text).toContain('WhatsApp\n  3 messages in 1 chat, 2025-02-01 to 2025-02-03\n          3  Ben, Ana L.')
  expect(text).toContain('          1  Ana L. (you)')
  expect(text).toContain('    1 that cannot be read\n      line 5: has no valid time')
  expect(text).toContain('"Ben, Ana L." begins\n    2025-02-01 10:01  Ben: Is the roof done?')
  expect(text).not.toContain('\u001b')
})

test('an assistant is nobody who could be the owner, and what has no author is the owner’s', async () => {
  const line = (id: number, role: string) =>
    JSON.stringify({ chat: 'a', id: String(id), at: '2025-01-01T10:00:00Z', role, text: 'hi', title: 'Plans' })
  const text = [line(1, 'user'), line(2, 'assistant'), ''].join('\n')
  expect(await previewOf(text)).toMatchObject({
    people: [{ name: 'Ana', messages: 1, isYou: true }],
    isOwnerUnknown: false,
    chats: [{ title: 'Plans', messages: 2 }],
  })
  const { load, titles } = createImportWorld()
  expect(await load(text)).toMatchObject({ added: 2, bad: 0 })
  expect(titles()).toEqual([['web:a', 'Plans']])
})
