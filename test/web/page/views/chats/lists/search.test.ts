import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SearchAddress } from '../../../../../../src/web/page/address.ts'
import { createChatSearch } from '../../../../../../src/web/page/views/chats/lists/search.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function open() {
  const asked: string[] = []
  const told: SearchAddress[] = []
  const get = async <T>(path: string) => {
    asked.push(new URLSearchParams(path.split('?')[1]).get('q') ?? '')
    return { status: 'ok' as const, value: { lines: [] } as T }
  }
  return { asked, told, search: createChatSearch({ get }, (address) => void told.push(address)) }
}

test('what is typed on while the address still says less is not taken back', () => {
  const { asked, told, search } = open()
  search.change({ find: 'ze' })
  vi.advanceTimersByTime(500)
  search.change({ find: 'zeb' })
  // As the page does, once it is drawn.
  search.follow(told.at(-1) ?? {})
  expect(search.asked.value.find).toBe('zeb')
  vi.advanceTimersByTime(500)
  expect(asked).toEqual(['ze', 'zeb'])
})

test('an address that somebody opened or went back to is looked for at once', () => {
  const { asked, told, search } = open()
  search.change({ find: 'zebra' })
  vi.advanceTimersByTime(500)
  search.follow({ find: 'boiler' })
  expect(search.asked.value.find).toBe('boiler')
  search.clear()
  vi.advanceTimersByTime(500)
  expect(told.at(-1)?.find).toBeUndefined()
  search.follow({ find: 'zebra' })
  expect(asked).toEqual(['zebra', 'boiler', 'zebra'])
})
