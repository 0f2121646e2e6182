import { expect, test } from 'vitest'
import { entriesOf } from '../../../../../../src/web/page/views/chats/thread/entries.ts'
import type { Line } from '../../../../../../src/web/page/wire/wire.ts'

const noon = new Date(2026, 2, 3, 12).getTime()
const line = (id: number, more: Partial<Line>) =>
  ({ id, chat: 'talk:room', author: 'human', kind: 'conversation', name: 'Bo', at: noon, text: '', ...more }) as Line

test('a day, another conversation of the same thread and another thread are marked, each by one mark', () => {
  const topic = { kind: 'topic', name: '12' } as const
  const entries = entriesOf([
    line(1, { conversation: 1 }),
    line(2, { conversation: 1 }),
    // What was said beside a conversation, such as a command, ends none.
    line(3, { kind: 'command' }),
    line(4, { conversation: 2 }),
    line(5, { conversation: 3, lane: topic }),
    line(6, { conversation: 2 }),
    line(7, { conversation: 4, at: noon + 86_400_000 }),
  ])
  const keys = entries.map(({ key }) => key.replace(/^day:.*/, 'day')).join(' ')
  expect(keys).toBe('day line:1 line:2 line:3 talk:4 line:4 lane:5 line:5 lane:6 line:6 day line:7')
  expect(entries.flatMap((entry) => ('turning' in entry ? [entry.turning] : []))).toEqual([undefined, topic, 'root'])
})
