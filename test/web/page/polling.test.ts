import { signal } from '@preact/signals'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startPolling } from '../../../src/web/page/polling.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('reads once, then when something happened, and now and then; not more often than the gap', async () => {
  const happened = signal(0)
  let reads = 0
  const stop = startPolling(
    async () => {
      reads++
    },
    happened,
    10_000,
  )
  await vi.advanceTimersByTimeAsync(9000)
  expect(reads).toBe(1)
  await vi.advanceTimersByTimeAsync(1000)
  expect(reads).toBe(2)

  for (let n = 0; n < 20; n++) {
    happened.value++
    await vi.advanceTimersByTimeAsync(10)
  }
  expect(reads).toBe(2)
  await vi.advanceTimersByTimeAsync(1500)
  expect(reads).toBe(3)

  await vi.advanceTimersByTimeAsync(5000)
  happened.value++
  await vi.advanceTimersByTimeAsync(150)
  expect(reads).toBe(4)

  stop()
  happened.value++
  await vi.advanceTimersByTimeAsync(60_000)
  expect(reads).toBe(4)
})
