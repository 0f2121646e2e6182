import { expect, test } from 'vitest'
import { backoffMs } from '../../../src/lib/time/timers.ts'

test('the wait doubles with every failure, up to the limit', () => {
  const waits = [1, 2, 3, 9, 10, 1000].map((failures) => backoffMs(failures, { maxSeconds: 300 }))
  expect(waits).toEqual([1000, 2000, 4000, 256_000, 300_000, 300_000])
})

test('a random share makes it up to half as short', () => {
  const waits = [0, 0.5, 1].map((random) => backoffMs(4, { maxSeconds: 30, random }))
  expect(waits).toEqual([4000, 6000, 8000])
})
