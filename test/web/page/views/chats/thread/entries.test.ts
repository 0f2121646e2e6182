import { expect, test } from 'vitest'
import {
  createLineSeeker,
  createVisibleRange,
  entriesOf,
  MAX_WHOLE_ENTRIES,
} from '../../../../../../src/web/page/views/chats/thread/entries.ts'
import type { ThreadLine } from '../../../../../../src/web/page/wire/wire.ts'

const noon = new Date(2026, 2, 3, 12).getTime()
const line = (id: number, more: Partial<ThreadLine>) =>
  ({
    id,
    chat: 'talk:room',
    author: 'human',
    kind: 'conversation',
    name: 'Bo',
    at: noon,
    text: '',
    ...more,
  }) as ThreadLine

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
  expect(entries.flatMap((entry) => ('separator' in entry ? [entry.separator] : []))).toEqual([
    undefined,
    topic,
    'root',
  ])
})

const keys = (count: number, first = 0) => Array.from({ length: count }, (_, at) => `line:${first + at}`)
/** As the browser would: what is drawn is measured. */
const draw = (excerpt: ReturnType<typeof createVisibleRange>, all: string[], height: number) => {
  const { from, to } = excerpt.calculate(all)
  excerpt.measure(all.slice(from, to).map((key) => [key, height]))
}

test('a conversation that is not long is drawn whole', () => {
  const excerpt = createVisibleRange()
  expect(excerpt.calculate(keys(MAX_WHOLE_ENTRIES))).toEqual({ from: 0, to: MAX_WHOLE_ENTRIES, above: 0, below: 0 })
  expect(excerpt.update(keys(MAX_WHOLE_ENTRIES), { top: 0, height: 800 })).toBe(false)
})

test('of a long one the newest are drawn, and the rest is a space of the height it would have', () => {
  const excerpt = createVisibleRange()
  const all = keys(5000)
  draw(excerpt, all, 50)
  expect(excerpt.calculate(all)).toEqual({ from: 4900, to: 5000, above: 4900 * 50, below: 0 })
})

test('scrolling draws what is near, never more than a few screens, and no place is out of reach', () => {
  const excerpt = createVisibleRange()
  const all = keys(5000)
  const height = 800
  draw(excerpt, all, 50)
  for (let top = 5000 * 50 - height; top >= 0; top -= 300) {
    excerpt.update(all, { top, height })
    draw(excerpt, all, 50)
    const { from, to, above, below } = excerpt.calculate(all)
    // All of what is in sight, whatever comes next.
    expect(above).toBeLessThanOrEqual(top)
    expect(5000 * 50 - below).toBeGreaterThanOrEqual(top + height)
    expect(to - from).toBeLessThan(MAX_WHOLE_ENTRIES)
  }
  expect(excerpt.calculate(all).from).toBe(0)
  // Dragged to somewhere else at once.
  expect(excerpt.update(all, { top: 100_000, height })).toBe(true)
  expect(excerpt.calculate(all).from).toBeLessThan(2000)
  expect(excerpt.calculate(all).to).toBeGreaterThan(2016)
})

test('older lines that come do not move what is drawn', () => {
  const excerpt = createVisibleRange()
  const before = keys(1000, 50)
  excerpt.update(before, { top: 20_000, height: 800 })
  const drawn = excerpt.calculate(before)
  const after = excerpt.calculate(keys(1050))
  expect([after.from, after.to]).toEqual([drawn.from + 50, drawn.to + 50])
})

test('one line can be asked for wherever it is', () => {
  const excerpt = createVisibleRange()
  for (const at of [0, 7, 2500, 4999]) {
    excerpt.around(at, 5000)
    const { from, to } = excerpt.calculate(keys(5000))
    expect(from).toBeLessThanOrEqual(at)
    expect(to).toBeGreaterThan(at)
    expect(to - from).toBeLessThanOrEqual(100)
  }
})

test('newer lines that come behind the reader do not move what is drawn, also when it becomes a long one', () => {
  const excerpt = createVisibleRange()
  excerpt.update(keys(1000), { top: 20_000, height: 800 })
  const drawn = excerpt.calculate(keys(1000))
  excerpt.addNewer(50, 1050)
  expect(excerpt.calculate(keys(1050))).toMatchObject({ from: drawn.from, to: drawn.to })

  const short = createVisibleRange()
  short.addNewer(1, MAX_WHOLE_ENTRIES + 1)
  expect(short.calculate(keys(MAX_WHOLE_ENTRIES + 1))).toMatchObject({ from: 0, to: MAX_WHOLE_ENTRIES + 1 })
})

function open() {
  const drawn = new Set<number>()
  const reads: (() => void)[] = []
  const reached: { line: number }[] = []
  const seek = createLineSeeker({
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
  for (let time = 0; time < 3; time++) seek.update(thread)
  expect(reads).toHaveLength(1)
  drawn.add(20)
  seek.update(thread)
  expect(reached).toHaveLength(1)
  seek.update(thread)
  expect(reached).toHaveLength(1)
})

test('one that was read and is not there is given up, and another is looked for', async () => {
  const { seek, drawn, reads, reached, thread } = open()
  seek.set(20)
  seek.update(thread)
  reads[0]?.()
  await Promise.resolve()
  await Promise.resolve()
  seek.update(thread)
  drawn.add(20)
  seek.update(thread)
  expect(reached).toHaveLength(0)
  seek.set(30)
  seek.update(thread)
  expect(reads).toHaveLength(2)
})
