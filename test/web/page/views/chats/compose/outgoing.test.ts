import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ApiResult } from '../../../../../../src/web/page/api.ts'
import { createOutgoing, type Unsent } from '../../../../../../src/web/page/views/chats/compose/outgoing.ts'
import type { ThreadLine } from '../../../../../../src/web/page/wire/wire.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** What localStorage is. */
function createStorage() {
  const items = new Map<string, string>()
  return {
    get length() {
      return items.size
    },
    key: (at: number) => [...items.keys()][at] ?? null,
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
  }
}

const later: ApiResult<{ line?: ThreadLine }> = { status: 'later', error: 'not reachable' }
const ok: ApiResult<{ line?: ThreadLine }> = { status: 'ok', value: {} }

function start(answers: ApiResult<{ line?: ThreadLine }>[], storage = createStorage()) {
  const posted: Unsent[] = []
  let keys = 0
  const outgoing = createOutgoing({
    storage,
    post: async (line) => (posted.push(line), answers.shift() ?? ok),
    stored: () => {},
    changed: () => {},
    makeKey: () => `key-${keys++}`,
    now: () => keys,
  })
  return { outgoing, posted, storage }
}

test('a line is tried again with the same key until it is stored, and the next one waits for it', async () => {
  const { outgoing, posted, storage } = start([later, later])
  outgoing.say('web:a', { text: 'one' })
  outgoing.say('web:a', { text: 'two' })
  await vi.advanceTimersByTimeAsync(0)
  expect(outgoing.list()).toMatchObject([{ text: 'one', failed: 'not reachable' }, { text: 'two' }])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(posted.map(({ key, text }) => [key, text])).toEqual([
    ['key-0', 'one'],
    ['key-0', 'one'],
    ['key-0', 'one'],
    ['key-1', 'two'],
  ])
  expect([outgoing.list(), storage.length]).toEqual([[], 0])
})

test('what was not stored outlives the page', async () => {
  const first = start(Array<typeof later>(50).fill(later))
  first.outgoing.say('web:a', { text: 'one' })
  await vi.advanceTimersByTimeAsync(0)
  const second = start([], first.storage)
  expect(second.outgoing.list()).toMatchObject([{ key: 'key-0', text: 'one' }])
  second.outgoing.wake()
  await vi.advanceTimersByTimeAsync(0)
  expect(second.posted).toMatchObject([{ key: 'key-0', text: 'one' }])
  expect(second.storage.length).toBe(0)
})

test('a good moment cuts the wait short', async () => {
  const { outgoing, posted } = start([later])
  outgoing.say('web:a', { text: 'one' })
  await vi.advanceTimersByTimeAsync(0)
  outgoing.wake()
  await vi.advanceTimersByTimeAsync(0)
  expect(posted).toHaveLength(2)
})

test('a refused line holds nobody up and waits for the person', async () => {
  const { outgoing, posted } = start([{ status: 'refused', error: 'too long' }])
  outgoing.say('web:a', { text: 'one' })
  outgoing.say('web:a', { text: 'two' })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(posted.map(({ text }) => text)).toEqual(['one', 'two'])
  expect(outgoing.list()).toMatchObject([{ text: 'one', refused: 'too long' }])
  outgoing.discard('key-0')
  expect(outgoing.list()).toEqual([])
})

test('a line that the stream brings back is not said again', async () => {
  const { outgoing, posted } = start([later])
  outgoing.say('web:a', { text: 'one' })
  await vi.advanceTimersByTimeAsync(0)
  outgoing.settle('key-0')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(posted).toHaveLength(1)
})

test('without a session nothing is tried until there is one', async () => {
  const { outgoing, posted } = start([{ status: 'signed-out', error: 'sign in' }])
  outgoing.say('web:a', { text: 'one' })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(posted).toHaveLength(1)
  outgoing.wake()
  await vi.advanceTimersByTimeAsync(0)
  expect(posted).toHaveLength(2)
})
