import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createStream, type StreamEvent } from '../../../../src/spawner/claude/output/stream.ts'
import { size } from '../../../support/sizes.ts'
import streams from '../fixtures/streams.json' with { type: 'json' }

const roomy = 1_000_000

function bytesOf(lines: unknown[]): Buffer {
  return Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
}

function hearIn(pieces: Buffer[]): StreamEvent[] {
  const stream = createStream(roomy)
  return pieces.flatMap((piece) => stream.push(piece) ?? [])
}

describe.each(Object.entries(streams))('a CLI that %s', (_, { lines, drafts, result }) => {
  const whole = hearIn([bytesOf(lines)])

  test('is shown as these drafts and answers with the text of its result', () => {
    expect(whole.filter((event) => event.kind === 'draft').map(({ text }) => text)).toEqual(drafts)
    expect(whole.at(-1)).toMatchObject({ kind: 'result', result: { result } })
  })

  test('is heard the same when its bytes are cut in two at any place', () => {
    const bytes = bytesOf(lines)
    for (let at = 0; at <= bytes.length; at += 1) {
      expect(hearIn([bytes.subarray(0, at), bytes.subarray(at)])).toEqual(whole)
    }
  })

  test('is heard the same when its bytes come in pieces of any size', () => {
    const bytes = bytesOf(lines)
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), (sizes) => {
        const pieces: Buffer[] = []
        for (let at = 0, i = 0; at < bytes.length; i += 1) {
          const size = sizes[i % sizes.length] ?? 1
          pieces.push(bytes.subarray(at, at + size))
          at += size
        }
        expect(hearIn(pieces)).toEqual(whole)
      }),
    )
  })
})

test('thinking is a sign of life and never text', () => {
  const [name] = Object.keys(streams)
  const heard = hearIn([bytesOf(streams[name as 'thinks, then answers in pieces'].lines)])
  expect(heard.some((event) => event.kind === 'thinking')).toBe(true)
  const others = heard.filter(({ kind }) => kind !== 'thinking')
  expect(JSON.stringify(others)).not.toContain('they greet me')
})

test('status lines, retries and blank text are no sign of life', () => {
  const delta = { type: 'content_block_delta', delta: { type: 'text_delta', text: ' \n' } }
  const lines = [
    { type: 'system', subtype: 'status', status: 'requesting' },
    { type: 'system', subtype: 'api_retry', error_status: 529, retry_delay_ms: 500 },
    { type: 'stream_event', event: delta },
  ]
  expect(hearIn([bytesOf(lines)])).toEqual([
    { kind: 'retry', status: 529, delayMs: 500 },
    { kind: 'draft', text: ' \n', alive: false },
  ])
})

test('a tool is named while it runs, and its end is heard', () => {
  const lines = [
    {
      type: 'assistant',
      message: { id: 'm', model: 'x', content: [{ type: 'tool_use', id: 't', name: 'Read', input: { a: 1 } }] },
    },
    {
      type: 'user',
      message: { content: [{ type: 'tool_result', tool_use_id: 't', is_error: true }, { type: 'text' }] },
    },
    { type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: 'unknown' }] } },
    { type: 'user', message: { content: 'plain' } },
  ]
  const use = { name: 'Read', input: { a: 1 } }
  expect(hearIn([bytesOf(lines)])).toEqual([
    { kind: 'tool', use },
    { kind: 'acted', use, failed: true },
    { kind: 'resumed' },
    { kind: 'resumed' },
    { kind: 'resumed' },
  ])
})

test('each turn says that it has begun, what its model read and used, and under which name its words are kept', () => {
  const usage = { input_tokens: 1, cache_read_input_tokens: 20, cache_creation_input_tokens: 300 }
  const nothing = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 }
  const lines = [
    { type: 'system', subtype: 'init' },
    { type: 'stream_event', event: { type: 'message_start', message: { id: 'm', model: 'x', usage } } },
    { type: 'assistant', uuid: 'u1', message: { id: 'm', model: 'x', content: [] } },
    { type: 'stream_event', event: { type: 'message_delta', usage: { output_tokens: 9 } } },
    { type: 'stream_event', event: { type: 'message_delta', usage: { ...usage, input_tokens: 5 } } },
  ]
  expect(hearIn([bytesOf(lines)])).toEqual([
    { kind: 'started', servers: [] },
    { kind: 'request' },
    { kind: 'thinking' },
    { kind: 'context', tokens: 321 },
    { kind: 'billed', model: 'x', tokens: { ...nothing, inputTokens: 1, cacheReadTokens: 20, cacheWriteTokens: 300 } },
    { kind: 'recorded', uuid: 'u1' },
    { kind: 'billed', model: 'x', tokens: { ...nothing, outputTokens: 9 } },
    { kind: 'context', tokens: 325 },
    { kind: 'billed', model: 'x', tokens: { ...nothing, inputTokens: 4 } },
  ])
})

test('a line longer than allowed ends the hearing, however it arrives', () => {
  const long = Buffer.from(`"${'x'.repeat(100)}"\n`)
  expect(createStream(99).push(long)).toBeUndefined()
  const slow = createStream(99)
  const answers = [...long].map((byte) => slow.push(Buffer.of(byte)))
  expect(answers.at(-1)).toBeUndefined()
  expect(slow.push(Buffer.from('{}\n'))).toBeUndefined()
  expect(createStream(200).push(long)).toEqual([])
})

test('a draft longer than any result could be ends the hearing', () => {
  const delta = { type: 'content_block_delta', delta: { type: 'text_delta', text: 'x'.repeat(150) } }
  const stream = createStream(400)
  const line = bytesOf([{ type: 'stream_event', event: delta }])
  expect([1, 2, 3].map(() => stream.push(line) === undefined)).toEqual([false, false, true])
})

test('no bytes whatever make it throw', () => {
  const nearJson = fc.string({
    unit: fc.constantFrom('{', '}', '"', ':', '[', ',', 'type', 'result', '\n', '\0', '1e999'),
  })
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 400 }).map((array) => Buffer.from(array)),
    nearJson.map((text) => Buffer.from(text)),
    fc.json().map((text) => Buffer.from(`${text}\n`)),
  )
  fc.assert(
    fc.property(fc.array(bytes), (pieces) => {
      hearIn(pieces)
    }),
    { numRuns: size(400, 2000) },
  )
})
