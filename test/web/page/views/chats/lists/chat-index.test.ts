import { expect, test } from 'vitest'
import { createChatIndex, sectionsOf } from '../../../../../../src/web/page/views/chats/lists/chat-index.ts'
import { sectionWords } from '../../../../../../src/web/page/words/chats/chat-list-words.ts'

const chat = (id: string, at: number, more: object = {}) => ({ id, title: id, at, ...more })
const ids = (index: ReturnType<typeof createChatIndex>) => index.list().map(({ id }) => id)

test('a beginning that was read anew takes out what is gone from it, and leaves what lies behind', () => {
  const index = createChatIndex()
  index.setFirst({ chats: [chat('a', 9), chat('b', 8)], older: true })
  index.add({ chats: [chat('c', 7), chat('d', 6)], older: false })
  index.put(chat('x', 1, { archived: true }))
  index.setFirst({ chats: [chat('c', 10), chat('b', 8)], older: true })
  expect(ids(index)).toEqual(['c', 'b', 'd', 'x'])
  expect(index.hasOlder()).toBe(false)
  index.setFirst({ chats: [chat('d', 11)], older: false })
  expect(ids(index)).toEqual(['d', 'x'])
})

test('what speaks moves up, below what is pinned', () => {
  const index = createChatIndex()
  index.setFirst({ chats: [chat('p', 1, { pinned: true }), chat('a', 3), chat('b', 2)], older: true })
  index.spoke('b', 5)
  index.setState('b', 'failed')
  expect(ids(index)).toEqual(['p', 'b', 'a'])
  expect(index.find('b')?.state).toBe('failed')
  index.setState('b', undefined)
  expect(index.find('b')?.state).toBeUndefined()
})

test('the list is parted by how long ago somebody spoke', () => {
  const now = new Date(2026, 2, 14, 12).getTime()
  const day = (n: number) => new Date(2026, 2, n, 9).getTime()
  const parts = sectionsOf(
    [
      chat('p', day(1), { pinned: true }),
      chat('t', day(14)),
      chat('w', day(8)),
      chat('o', day(7)),
      chat('x', day(14), { archived: true }),
    ],
    now,
    sectionWords.en,
  )
  expect(parts.map(({ name, chats }) => [name, chats.map(({ id }) => id)])).toEqual([
    ['Pinned', ['p']],
    ['Today', ['t']],
    ['Last 7 days', ['w']],
    ['Older', ['o']],
  ])
})
