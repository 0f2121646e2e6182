import { expect, test } from 'vitest'
import { createSeek } from '../../../../../../src/web/page/views/chats/thread/seek.ts'

function open() {
  const drawn = new Set<number>()
  const reads: (() => void)[] = []
  const reached: { line: number }[] = []
  const seek = createSeek({
    find: (line) => (drawn.has(line) ? { line } : null),
    draw: () => {},
    read: () => new Promise((resolve) => void reads.push(resolve)),
    reached: (line) => void reached.push(line),
  })
  return { seek, drawn, reads, reached, thread: { lines: [], older: true } }
}

test('a line that is being read is waited for, however often the chat is drawn meanwhile', () => {
  const { seek, drawn, reads, reached, thread } = open()
  seek.set(20)
  for (let time = 0; time < 3; time++) seek.look(thread)
  expect(reads).toHaveLength(1)
  drawn.add(20)
  seek.look(thread)
  expect(reached).toHaveLength(1)
  seek.look(thread)
  expect(reached).toHaveLength(1)
})

test('one that was read and is not there is given up, and another is looked for', async () => {
  const { seek, drawn, reads, reached, thread } = open()
  seek.set(20)
  seek.look(thread)
  reads[0]?.()
  await Promise.resolve()
  await Promise.resolve()
  seek.look(thread)
  drawn.add(20)
  seek.look(thread)
  expect(reached).toHaveLength(0)
  seek.set(30)
  seek.look(thread)
  expect(reads).toHaveLength(2)
})
