import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { joinSignals } from '../../../src/lib/time/joined-signal.ts'
import { tracesIn } from '../../support/signal-traces.ts'

test('it aborts with the first of its signals, for the same reason, and then lets go of all', () => {
  const [one, other] = [new AbortController(), new AbortController()]
  const { signal } = joinSignals(one.signal, other.signal)
  expect(signal.aborted).toBe(false)
  other.abort('enough')
  one.abort('too late')
  expect(signal.reason).toBe('enough')
  expect(getEventListeners(one.signal, 'abort')).toEqual([])
})

test('it is aborted at once if one of its signals is', () => {
  const { signal } = joinSignals(new AbortController().signal, AbortSignal.abort('before'))
  expect(signal.reason).toBe('before')
})

test('what was released leaves nothing in a signal that lives on, and follows it no more', () => {
  const longLived = new AbortController()
  const joined = Array.from({ length: 100 }, () => joinSignals(longLived.signal, new AbortController().signal))
  expect(tracesIn(longLived.signal)).toBe(100)
  for (const { release } of joined) release()
  expect(tracesIn(longLived.signal)).toBe(0)
  longLived.abort()
  expect(joined.some(({ signal }) => signal.aborted)).toBe(false)
})
