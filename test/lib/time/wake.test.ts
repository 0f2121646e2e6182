import { expect, test } from 'vitest'
import { createWake, sleep } from '../../../src/lib/time/timers.ts'

const never = new AbortController().signal

test('a ring ends the wait', async () => {
  const wake = createWake()
  const waiting = wake.wait(60_000, never)
  wake.ring()
  await waiting
})

test('a ring before the wait is not lost, and counts once', async () => {
  const wake = createWake()
  wake.ring()
  await wake.wait(60_000, never)
  let over = false
  const second = wake.wait(60_000, never).then(() => {
    over = true
  })
  await Promise.resolve()
  expect(over).toBe(false)
  wake.ring()
  await second
})

test('an abort ends a wait and a sleep at once', async () => {
  const control = new AbortController()
  const waits = [createWake().wait(60_000, control.signal), sleep(60_000, control.signal)]
  control.abort()
  await Promise.all(waits)
  await sleep(60_000, control.signal)
})

test('a loop that keeps ringing itself leaves the others their turn', async () => {
  const wake = createWake()
  const others = new AbortController()
  setImmediate(() => others.abort())
  let rounds = 0
  for (; !others.signal.aborted && rounds < 1000; rounds++) {
    // In the middle of the wait, as work does that ends without ever having had to wait for anything.
    void Promise.resolve().then(() => wake.ring())
    await wake.wait(60_000, never)
  }
  expect(rounds).toBeLessThan(1000)
})
