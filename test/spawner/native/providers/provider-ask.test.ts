import type { ModelMessage } from 'ai'
import { afterEach, describe, expect, it } from 'vitest'
import { textIn } from '../../../../src/messages/localized.ts'
import type { ProviderAnswer } from '../../../../src/spawner/native/providers/provider.ts'
import { startAnthropic } from '../../../peers/providers/anthropic-api.ts'
import { startOllama } from '../../../peers/providers/ollama-api.ts'
import { startOpenAi } from '../../../peers/providers/openai-api.ts'
import { breaksOff, calls, fails, type Scripted, says } from '../../../peers/providers/script.ts'
import type { FakeProvider } from '../../../peers/providers/scripted-server.ts'
import { ask, provider, request, told } from './rig.ts'

const key = 'sk-very-secret-0123456789'
const start = { anthropic: startAnthropic, 'openai-compatible': startOpenAi, ollama: startOllama }
const hasty = { firstEventMs: 300, idleMs: 100 }

let api: FakeProvider

afterEach(() => api.close())

describe.each(['anthropic', 'openai-compatible', 'ollama'] as const)('%s', (kind) => {
  async function open(replies: Scripted[], more: Partial<Parameters<typeof provider>[0]> = {}) {
    api = await start[kind]({ key, models: ['test-model'] }, ...replies)
    return provider({ kind, baseUrl: api.url, apiKey: key, ...more })
  }

  it('streams a text, and tells what it used', async () => {
    const asked = await open([{ ...says('Hel', 'lo'), thinking: 'hm' }])
    const heard: string[] = []
    const answered = await asked.ask(request(), (text) => heard.push(text), new AbortController().signal)
    expect(told(answered)).toBe('reply stop: Hello')
    expect(heard).toEqual(['Hel', 'Hello'])
    const { usage } = (answered as Extract<ProviderAnswer, { kind: 'reply' }>).reply
    expect(usage).toMatchObject({ model: 'test-model', outputTokens: 7, costUsd: 0 })
    expect(usage.contextTokens).toBeGreaterThan(10)
    expect(usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens).toBe(usage.contextTokens)
    expect(usage.firstTextMs).toBeGreaterThanOrEqual(0)
  })

  it('hands on several calls, and tells one whose input is no JSON', async () => {
    const asked = await open([
      calls(
        { name: 'look', input: { at: 'home' } },
        { name: 'look', written: '{"at":' },
        { name: 'unknown', input: {} },
      ),
    ])
    const answered = await ask(asked)
    expect(told(answered)).toBe('reply calls:  | look {"at":"home"} | look undefined | unknown {}')
    const ids = (answered as Extract<ProviderAnswer, { kind: 'reply' }>).reply.calls.map(({ id }) => id)
    expect(new Set(ids).size).toBe(3)
    expect(ids.every((id) => /^[A-Za-z0-9]{9}$/.test(id))).toBe(true)
  })

  it('sends a conversation with calls, results and a picture as the API wants it', async () => {
    const asked = await open([says('done')])
    expect(told(await ask(asked, { messages: conversation }))).toBe('reply stop: done')
    expect(api.refusals).toEqual([])
    const [seen] = api.requests
    expect(seen?.system).toBe('You are short.')
    expect(seen?.tools).toEqual(['look'])
    expect(seen?.messages.flatMap((message) => message.calls.map(({ id }) => id))).toEqual(['a', 'b'])
    expect(seen?.messages.flatMap((message) => message.results)).toMatchObject([
      { id: 'a', text: 'here' },
      { id: 'b', text: 'no such place' },
    ])
    expect(seen?.messages.reduce((sum, { images }) => sum + images, 0)).toBe(1)
    expect(seen?.messages.at(-1)?.text).toContain('And now?')
  })

  it('says that pairs are broken as the API says it', async () => {
    const asked = await open([says('never')])
    // A call without a result the SDK refuses by itself; a result without a call it sends.
    expect(told(await ask(asked, { messages: conversation.slice(0, 2) }))).toBe('failed invalid')
    expect(api.requests).toEqual([])
    expect(told(await ask(asked, { messages: conversation.toSpliced(1, 1) }))).toBe('failed invalid')
    expect(api.refusals[0]).toMatch(/tool_result|'tool_calls'/)
  })

  it('tells the end of its room and a refusal by how the model stopped', async () => {
    const [length, refusal] = kind === 'anthropic' ? ['max_tokens', 'refusal'] : ['length', 'content_filter']
    const asked = await open([
      { ...says('So lo'), stop: length },
      { ...says('No'), stop: refusal },
    ])
    expect([told(await ask(asked)), told(await ask(asked))]).toEqual(['reply length: So lo', 'reply refusal: No'])
  })

  it.each<[string, Scripted, string]>([
    ['401', fails(401, `bad key ${key}`), 'auth'],
    ['402', fails(402, 'Insufficient credits'), 'billing'],
    [
      'quota',
      fails(429, 'You exceeded your current quota', { code: 'insufficient_quota' }),
      kind === 'anthropic' ? 'rate_limit' : 'billing',
    ],
    ['credit', fails(400, 'Your credit balance is too low to access the API'), 'billing'],
    ['404', fails(404, 'model: nothing-4'), 'model'],
    ['no tools', fails(400, 'gemma:2b does not support tools'), 'model'],
    ['413', fails(413, 'Request exceeds the maximum size'), 'too_large'],
    ['429', fails(429, 'slow down'), 'rate_limit'],
    ['503', fails(503, 'server busy, please try again'), 'overloaded'],
    ['529', fails(529, 'Overloaded'), 'overloaded'],
    ['500', fails(500, 'Internal server error'), 'server'],
    ['502 in HTML', fails(502, '', { body: '<html>Bad gateway</html>' }), 'server'],
    ['400', fails(400, 'temperature: range: 0..1'), 'invalid'],
    [
      'filtered',
      fails(400, 'The response was filtered', { type: 'content_filter', code: 'content_filter' }),
      'refusal',
    ],
    [
      'error in the stream',
      breaksOff({ how: 'error', message: 'Overloaded', type: 'overloaded_error' }, 'So'),
      'overloaded',
    ],
    ['end without an end', breaksOff({ how: 'end' }, 'So'), 'invalid'],
    ['hung up', breaksOff({ how: 'hang up' }, 'So'), 'network'],
    ['no stream', { kind: 'raw', chunks: ['{"hello":"there"}'], type: 'application/json' }, 'invalid'],
    ['a page', { kind: 'raw', chunks: ['<html>Sign in</html>'], type: 'text/html' }, 'invalid'],
  ])('tells the class of: %s', async (_name, reply, expected) => {
    const answered = await ask(await open([reply]))
    expect(told(answered)).toBe(`failed ${expected}`)
    expect(JSON.stringify(answered)).not.toContain(key)
    if (answered.kind === 'failed') expect(textIn(answered.failure.what, 'en')).toMatch(/^[A-Zb].*\.$/)
  })

  it('waits as long as it is told', async () => {
    const asked = await open([
      fails(429, 'slow', { headers: { 'retry-after': '7' } }),
      fails(429, 'slow', { headers: { 'retry-after-ms': '2500' } }),
      fails(429, 'Rate limit reached. Please try again in 1m2.5s.'),
      fails(429, 'slow', { headers: { 'x-ratelimit-remaining-tokens': '0', 'x-ratelimit-reset-tokens': '6m0s' } }),
      fails(429, 'slow', { headers: { 'retry-after': '7200' } }),
    ])
    const waits = []
    for (let at = 0; at < 5; at++) {
      const answered = await ask(asked)
      if (answered.kind === 'failed') waits.push([answered.failure.afterMs, answered.failure.retry])
    }
    expect(waits).toEqual([
      [7000, true],
      [2500, true],
      [62_500, true],
      [360_000, true],
      [7_200_000, false],
    ])
  })

  it('takes no half of a character from a model', async () => {
    const asked = await open([
      calls({ name: 'look', written: '{"at":"\\ud83d!","in":["\\ud83d\\ude00"]}' }),
      says('a\ud83d', '\ude00b\ud83d'),
    ])
    expect(told(await ask(asked))).toBe('reply calls:  | look {"at":"\ufffd!","in":["😀"]}')
    expect(told(await ask(asked))).toMatch(/^reply stop: a.*b\ufffd+$/)
  })

  it('tells no wait that nobody can mean', async () => {
    const asked = await open(
      ['7200', '864000', '99999999999'].map((after) => fails(429, 'slow', { headers: { 'retry-after': after } })),
    )
    const spans = []
    for (let at = 0; at < 3; at++) {
      const answered = await ask(asked)
      if (answered.kind === 'failed') spans.push(/It resets in (.*?)\.$/.exec(textIn(answered.failure.what, 'en'))?.[1])
    }
    expect(spans).toEqual(['about 2 hours', 'about 10 days', 'more than a month'])
  })

  it('goes nowhere else with its key, whoever sends it there', async () => {
    const other = await start[kind]({}, says('I am somebody else'))
    try {
      const path = kind === 'anthropic' ? '/v1/messages' : '/v1/chat/completions'
      const sentOn = (status: number) =>
        fails(status, '', { headers: { location: `${new URL(other.url).origin}${path}` } })
      const asked = await open([sentOn(307), sentOn(302)])
      for (let at = 0; at < 2; at++) {
        const answered = await ask(asked)
        expect(answered).toMatchObject({ kind: 'failed', failure: { class: 'network', retry: false } })
        expect(JSON.stringify(answered)).toContain('[providers.box] base_url')
      }
      expect(other.asked).toEqual([])
    } finally {
      await other.close()
    }
  })

  it.each<[string, Scripted]>([
    ['nothing', { kind: 'silence' }],
    ['a stall', breaksOff({ how: 'stall' }, 'So')],
    ['pings for ever', breaksOff({ how: 'pings', everyMs: 10 }, 'So')],
  ])('gives up on %s', async (_name, reply) => {
    expect(told(await ask(await open([reply], { timers: hasty })))).toBe('failed hang')
  })

  it('resolves at once when nobody waits any more', async () => {
    const asked = await open([breaksOff({ how: 'stall' }, 'So')])
    const stop = new AbortController()
    const answered = await asked.ask(request(), () => stop.abort(), stop.signal)
    expect(told(answered)).toBe('failed crash')
    expect(told(await asked.ask(request(), () => {}, AbortSignal.abort()))).toBe('failed crash')
  })

  it('tells that nobody is there', async () => {
    const asked = await open([says('never')])
    await api.down()
    expect(told(await ask(asked))).toBe('failed network')
  })
})

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const conversation: ModelMessage[] = [
  {
    role: 'user',
    content: [
      { type: 'text', text: 'Where is it?' },
      { type: 'image', image: pixel, mediaType: 'image/png' },
    ],
  },
  {
    role: 'assistant',
    content: [
      { type: 'text', text: 'I look.' },
      { type: 'tool-call', toolCallId: 'a', toolName: 'look', input: { at: 'home' } },
      { type: 'tool-call', toolCallId: 'b', toolName: 'look', input: {} },
    ],
  },
  {
    role: 'tool',
    content: [
      { type: 'tool-result', toolCallId: 'a', toolName: 'look', output: { type: 'text', value: 'here' } },
      {
        type: 'tool-result',
        toolCallId: 'b',
        toolName: 'look',
        output: { type: 'error-text', value: 'no such place' },
      },
    ],
  },
  { role: 'user', content: 'And now?' },
]
