import { expect, test } from 'vitest'
import { createWaker, sleep } from '../../../src/lib/time/timers.ts'

const never = new AbortController().signal

test('waking ends the wait', async () => {
  const waker = createWaker()
  const waiting = waker.wait(60_000, never)
  waker.wake()
  await waiting
})

test('waking before the wait is not lost, and counts once', async () => {
  const waker = createWaker()
  waker.wake()
  await waker.wait(60_000, never)
  let over = false
  const second = waker.wait(60_000, never).then(() => {
    over = true
  })
  await Promise.resolve()
  expect(over).toBe(false)
  waker.wake()
  await second
})

test('an abort ends a wait and a sleep at once', async () => {
  const control = new AbortController()
  const waits = [createWaker().wait(60_000, control.signal), sleep(60_000, control.signal)]
  control.abort()
  await Promise.all(waits)
  await sleep(60_000, control.signal)
})

test('a loop that keeps ringing itself leaves the others their turn', async () => {
  const waker = createWaker()
  const others = new AbortController()
  setImmediate(() => others.abort())
  let rounds = 0
  for (; !others.signal.aborted && rounds < 1000; rounds++) {
    // In the middle of the wait, as work does that ends without ever having had to wait for anything.
    void Promise.resolve().then(() => waker.wake())
    await waker.wait(60_000, never)
  }
  expect(rounds).toBeLessThan(1000)
})
