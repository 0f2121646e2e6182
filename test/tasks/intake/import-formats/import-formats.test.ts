import { expect, test } from 'vitest'
import { formatOf } from '../../../../src/tasks/intake/import-formats/import-formats.ts'
import { peopleIn } from './import-world.ts'

test.each([
  ['[{"title":"a","mapping":{', 'ChatGPT'],
  ['\n[\n  {\n    "uuid": "1", "name": "mapping", "chat_messages": [', 'Claude.ai'],
  ['{\n "name": "Ben",\n "type": "personal_chat",\n "id": 1,\n "messages": [', 'Telegram Desktop'],
  ['{"about":"Here","personal_information":{', 'Telegram Desktop'],
  ['[31.12.23, 21:41:05] Ben: hi', 'WhatsApp'],
  ['12/31/23, 9:41 PM - Messages are encrypted', 'WhatsApp'],
  ['From 123@xxx Sun Jun 01 10:00:00 +0000 2025\r\nX-GM-THRID: 1\r\n', 'mbox'],
  ['{"id":"1","chat":"journal","text":"\\"messages\\": 1"}', 'JSON lines'],
  ['{"chat":"journal","id":"1"}', 'JSON lines'],
  ['[]', 'JSON lines'],
  ['From here on it is only a letter.\nHello', 'JSON lines'],
  ['', 'JSON lines'],
])('a file is recognised by how it starts: %s', (head, name) => {
  expect(formatOf(head, '/nowhere').name).toBe(name)
})

test('every name is found in a file with very many', async () => {
  const lines = Array.from({ length: 3_000 }, (_, n) => `1.1.24, 10:00 - Name ${n}: hi\n`).join('')
  const { names } = await peopleIn(lines, 1_000)
  expect([names.length, names[0]]).toEqual([3_000, 'Name 0'])
})
