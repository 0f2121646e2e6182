import { expect, test } from 'vitest'
import { sleep } from '../../src/lib/sleep.ts'
import { createWake } from '../../src/lib/wake.ts'

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
