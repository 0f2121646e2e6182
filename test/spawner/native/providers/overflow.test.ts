import { expect, it } from 'vitest'
import { findOverflow } from '../../../../src/spawner/native/providers/failures/overflow.ts'
import { startAnthropic } from '../../../peers/providers/anthropic-api.ts'
import { startOpenAi } from '../../../peers/providers/openai-api.ts'
import { type OverflowWording, overflowWordings } from '../../../peers/providers/overflow-wordings.ts'
import { breaksOff, fails, says } from '../../../peers/providers/script.ts'
import { ask, provider, told } from './rig.ts'

const wordings = Object.keys(overflowWordings) as OverflowWording[]
/** Those that give no figures. */
const silent: OverflowWording[] = ['openaiShort', 'ollama', 'groq', 'bedrock']

it.each(wordings)('knows how %s says that it is too much, and by how much', async (overflow) => {
  const start = overflow.startsWith('anthropic') ? startAnthropic : startOpenAi
  const kind = overflow.startsWith('anthropic') ? 'anthropic' : 'openai-compatible'
  const api = await start({ window: 20_000, overflow }, says('never'))
  const answered = await ask(provider({ kind, baseUrl: api.url }), { system: 'x'.repeat(100_000) })
  await api.close()
  expect(told(answered)).toBe('failed overflow')
  const sent = api.requests[0]?.tokens
  // Where room for an answer of 16,000 is counted in, that much less is left.
  const limit = overflow === 'anthropicWithOutput' ? 4000 : 20_000
  const known = answered.kind === 'failed' ? answered.overflow : undefined
  expect(known).toEqual(silent.includes(overflow) ? { sent: undefined, limit: undefined } : { sent, limit })
})

it.each(['anthropic', 'openai-compatible'] as const)('knows it in the middle of a stream of %s', async (kind) => {
  const start = kind === 'anthropic' ? startAnthropic : startOpenAi
  const message = 'prompt is too long: 210000 tokens > 200000 maximum'
  const api = await start({}, breaksOff({ how: 'error', message, type: 'invalid_request_error' }, 'So'))
  const answered = await ask(provider({ kind, baseUrl: api.url }))
  await api.close()
  expect(answered).toMatchObject({ kind: 'failed', overflow: { sent: 210_000, limit: 200_000 } })
})

it('takes a window that was full before the answer was done for the same', async () => {
  const api = await startAnthropic({}, { ...says('So long'), stop: 'model_context_window_exceeded' })
  const answered = await ask(provider({ kind: 'anthropic', baseUrl: api.url, window: 30_000 }))
  await api.close()
  expect(answered).toMatchObject({
    failure: { class: 'overflow' },
    overflow: { limit: 30_000 },
    usage: { outputTokens: 7 },
  })
})

it.each([
  'This request would exceed your organization’s rate limit of 40,000 input tokens per minute. Please reduce the prompt length or the maximum tokens requested.',
  'Request too large for model `llama` on tokens per minute (TPM): Limit 6000, Requested 8000, please reduce your message size and try again.',
  'max_tokens: 100000 > 64000, which is the maximum allowed number of output tokens for this model',
  'Request exceeds the maximum size',
  'messages: text content blocks must be non-empty',
  'The model is overloaded. Please try again later.',
  "Invalid 'messages[0].content': string too long. Expected a string with maximum length 1048576",
])('does not take for it: %s', (text) => {
  expect(findOverflow(text)).toBeUndefined()
})

it('tells a limit for each minute by its own class', async () => {
  const text =
    'Request too large for model `llama` on tokens per minute (TPM): Limit 6000, Requested 8000, please reduce your message size and try again.'
  const api = await startOpenAi({}, fails(413, text, { code: 'rate_limit_exceeded' }), fails(429, text))
  const asked = provider({ kind: 'openai-compatible', baseUrl: api.url })
  expect([told(await ask(asked)), told(await ask(asked))]).toEqual(['failed too_large', 'failed rate_limit'])
  await api.close()
})
