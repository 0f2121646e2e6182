import type { ModelMessage } from 'ai'
import { expect, it } from 'vitest'
import { type FakeAnthropic, startAnthropic } from '../../../peers/providers/anthropic-api.ts'
import { calls, says } from '../../../peers/providers/script.ts'
import { ask, provider } from './rig.ts'

const system = 'Policy. '.repeat(2000)
const words = (topic: string) => `${topic} `.repeat(40)

/** How much of the input was read from the cache. */
function share(api: FakeAnthropic, from: number): number {
  const later = api.counted.slice(from)
  const read = later.reduce((sum, tokens) => sum + tokens.cache_read_input_tokens, 0)
  const all = later.reduce((sum, tokens) => sum + tokens.input_tokens + tokens.cache_creation_input_tokens, read)
  return read / all
}

it('reads nearly everything from the cache from the second turn on', async () => {
  const api = await startAnthropic({}, says('ok'))
  const asked = provider({ kind: 'anthropic', baseUrl: api.url })
  const messages: ModelMessage[] = []
  for (let turn = 0; turn < 10; turn++) {
    messages.push({ role: 'user', content: words(`question ${turn}`) })
    const answered = await ask(asked, { system, messages: [...messages] })
    messages.push({ role: 'assistant', content: words(`answer ${turn}`) })
    if (turn > 0) expect(answered).toMatchObject({ reply: { usage: { cacheReadTokens: expect.any(Number) } } })
  }
  expect(api.refusals).toEqual([])
  expect(share(api, 1)).toBeGreaterThan(0.9)
  await api.close()
})

it('finds the request before again when one step had many calls', async () => {
  const api = await startAnthropic({}, calls({ name: 'look', input: { at: 'x' } }))
  const asked = provider({ kind: 'anthropic', baseUrl: api.url })
  const messages: ModelMessage[] = [{ role: 'user', content: 'Look everywhere.' }]
  for (let step = 0; step < 6; step++) {
    await ask(asked, { system, messages: [...messages] })
    const ids = Array.from({ length: 15 }, (_, at) => `call-${step}-${at}`)
    messages.push(
      {
        role: 'assistant',
        content: ids.map((toolCallId) => ({ type: 'tool-call', toolCallId, toolName: 'look', input: { at: 'x' } })),
      },
      {
        role: 'tool',
        content: ids.map((toolCallId) => ({
          type: 'tool-result',
          toolCallId,
          toolName: 'look',
          output: { type: 'text', value: 'nothing' },
        })),
      },
    )
  }
  const [first, ...later] = api.counted
  expect(api.refusals).toEqual([])
  // Each reads all that the one before had written or read.
  let before = (first?.cache_creation_input_tokens ?? 0) + (first?.cache_read_input_tokens ?? 0)
  for (const tokens of later) {
    expect(tokens.cache_read_input_tokens).toBe(before)
    before = tokens.cache_read_input_tokens + tokens.cache_creation_input_tokens
  }
  await api.close()
})

it('keeps nothing of what is asked once', async () => {
  const api = await startAnthropic({}, says('ok'))
  await ask(provider({ kind: 'anthropic', baseUrl: api.url }), { isOneOff: true })
  expect(api.requests[0]?.raw).not.toContain('cache_control')
  await api.close()
})
