import { afterEach, expect, it } from 'vitest'
import { systemClock } from '../../../../src/lib/time/clock.ts'
import { createCompleter } from '../../../../src/spawner/native/providers/complete.ts'
import type { Limits } from '../../../../src/spawner/spawner.ts'
import { type FakeAnthropic, startAnthropic } from '../../../peers/providers/anthropic-api.ts'
import { breaksOff, fails, type Scripted, says } from '../../../peers/providers/script.ts'
import { tracesIn } from '../../../support/signal-traces.ts'
import { provider } from './rig.ts'

let api: FakeAnthropic

afterEach(() => api.close())

async function complete(reply: Scripted, more: Partial<Limits> = {}, signal = new AbortController().signal) {
  api = await startAnthropic({}, reply)
  const asked = provider({ kind: 'anthropic', baseUrl: api.url, models: { fast: 'small', general: 'big' } })
  const ask = createCompleter(asked, { name: 'box', clock: systemClock, closing: new AbortController().signal })
  return await ask('Sum this up.', { model: 'fast', timeoutMs: 60_000, maxChars: 100, ...more }, signal)
}

const used = { usage: { model: 'small', outputTokens: expect.any(Number) } }

it('asks the fast model once, without tools, and tells what it used', async () => {
  expect(await complete(says('A ', 'summary.'))).toMatchObject({ kind: 'text', text: 'A summary.', ...used })
  expect(api.requests).toMatchObject([{ model: 'small', tools: [], messages: [{ text: 'Sum this up.' }] }])
})

it.each<[string, Scripted, Partial<Limits>, string]>([
  ['longer than allowed', says('x'.repeat(60), 'y'.repeat(60)), {}, 'flood'],
  ['cut short', { ...says('half a'), stop: 'max_tokens' }, {}, 'flood'],
  ['empty', says(' '), {}, 'invalid'],
  ['a refusal', { ...says('No.'), stop: 'refusal' }, {}, 'refusal'],
  ['late', breaksOff({ how: 'stall' }, 'So'), { timeoutMs: 300 }, 'hang'],
  ['broken', breaksOff({ how: 'end' }, 'So'), {}, 'invalid'],
])('is no answer, but paid for: %s', async (_name, reply, limits, expected) => {
  expect(await complete(reply, limits)).toMatchObject({ kind: 'failed', failure: { class: expected }, ...used })
})

it('leaves nothing behind in the signals that outlive it', async () => {
  api = await startAnthropic({}, says('A summary.'))
  const asked = provider({ kind: 'anthropic', baseUrl: api.url, models: { fast: 'small', general: 'big' } })
  const [closing, signal] = [new AbortController().signal, new AbortController().signal]
  const ask = createCompleter(asked, { name: 'box', clock: systemClock, closing })
  await ask('Sum this up.', { model: 'fast', timeoutMs: 60_000, maxChars: 100 }, signal)
  expect([tracesIn(closing), tracesIn(signal)]).toEqual([0, 0])
})

it('tells a failure as it is', async () => {
  expect(await complete(fails(529, 'Overloaded'))).toMatchObject({ kind: 'failed', failure: { class: 'overloaded' } })
  await api.close()
  expect(await complete(says('never'), {}, AbortSignal.abort())).toMatchObject({ failure: { class: 'crash' } })
})
