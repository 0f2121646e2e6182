import { expect, test } from 'vitest'
import { afterFailure } from '../../../src/tasks/run/retries.ts'

const failure = { class: 'overloaded', what: 'x', retry: true } as const
const tries = { attempt: 1, attempts: 5, effects: false }

test.each([
  [1, 10_000],
  [2, 30_000],
  [3, 90_000],
  [4, 270_000],
])('the wait after attempt %i is about %i ms', (attempt, ms) => {
  expect(afterFailure(failure, { ...tries, attempt }, 0.5)).toEqual({ next: 'retry', afterMs: ms })
  expect(afterFailure(failure, { ...tries, attempt }, 0)).toEqual({ next: 'retry', afterMs: ms * 0.8 })
})

test('the last attempt is the last', () => {
  expect(afterFailure(failure, { ...tries, attempt: 5 }, 0.5)).toEqual({ next: 'failed' })
})

test.each([
  [3000, 3000],
  [-5, 1000],
  [1e12, 3_600_000],
  [Number.NaN, 10_000],
])('a server that asks to wait %d ms gets %d', (afterMs, waited) => {
  expect(afterFailure({ ...failure, afterMs }, tries, 0.5)).toEqual({ next: 'retry', afterMs: waited })
})

test('what began to change something is never run again by itself', () => {
  expect(afterFailure(failure, { ...tries, effects: true }, 0.5)).toEqual({ next: 'interrupted' })
})
