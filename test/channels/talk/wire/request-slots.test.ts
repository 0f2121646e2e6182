import { expect, test } from 'vitest'
import { createRequestSlots } from '../../../../src/channels/talk/wire/request-slots.ts'
import { tracesIn } from '../../../support/signal-traces.ts'

test('requests leave nothing behind in the signal that all of them have', async () => {
  const slots = createRequestSlots()
  const { signal } = new AbortController()
  const requests = (['call', 'poll', 'transfer'] as const).flatMap((kind) =>
    Array.from({ length: 10 }, () => slots.run(kind, signal, async (own) => own.aborted)),
  )
  await Promise.all(requests)
  expect(tracesIn(signal)).toBe(0)
})
