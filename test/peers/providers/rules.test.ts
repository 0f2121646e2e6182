import { expect, it } from 'vitest'
import { createPromptCache } from './anthropic-cache.ts'
import { anthropicRefusal } from './anthropic-rules.ts'
import { openAiRefusal } from './openai-rules.ts'

// The fakes are only worth something where they refuse what the services refuse.

const said = { role: 'user', content: 'Hi' }
const use = (id: string) => ({ type: 'tool_use', id, name: 'look', input: {} })
const result = (id: string) => ({ type: 'tool_result', tool_use_id: id, content: 'x' })
const tool = { name: 'look', input_schema: { type: 'object' } }
const mark = { cache_control: { type: 'ephemeral' } }

it.each<[string, object, RegExp | undefined]>([
  ['a plain one', {}, undefined],
  [
    'calls and results',
    {
      messages: [
        said,
        { role: 'assistant', content: [use('a'), use('b')] },
        { role: 'user', content: [result('a'), result('b'), { type: 'text', text: 'so?' }] },
      ],
    },
    undefined,
  ],
  ['no max_tokens', { max_tokens: undefined }, /^max_tokens: Field required/],
  ['unknown fields', { telemetry: 1 }, /Extra inputs/],
  ['unknown fields of a tool', { tools: [{ ...tool, execute: 1 }] }, /^tools\.0\.custom\.execute/],
  ['a tool without a schema of an object', { tools: [{ name: 'look', input_schema: {} }] }, /Input should be 'object'/],
  ['two tools of one name', { tools: [tool, tool] }, /must be unique/],
  ['none', { messages: [] }, /at least one message/],
  ['two of one role', { messages: [said, said] }, /roles must alternate/],
  ['an assistant that begins', { messages: [{ role: 'assistant', content: 'Hi' }, said] }, /first message/],
  ['an empty text', { messages: [{ role: 'user', content: [{ type: 'text', text: '' }] }] }, /must be non-empty/],
  ['a blank text', { messages: [{ role: 'user', content: ' \n' }] }, /non-whitespace/],
  [
    'a call without a result',
    { messages: [said, { role: 'assistant', content: [use('a')] }, said] },
    /without `tool_result` blocks immediately after: a/,
  ],
  [
    'a result behind a text',
    {
      messages: [
        said,
        { role: 'assistant', content: [use('a')] },
        { role: 'user', content: [{ type: 'text', text: 'x' }, result('a')] },
      ],
    },
    /without `tool_result`/,
  ],
  ['a result without a call', { messages: [{ role: 'user', content: [result('a')] }] }, /unexpected `tool_use_id`/],
  [
    'one id twice',
    {
      messages: [said, { role: 'assistant', content: [use('a'), use('a')] }, { role: 'user', content: [result('a')] }],
    },
    /ids must be unique/,
  ],
  [
    'a strange id',
    { messages: [said, { role: 'assistant', content: [use('a.b:0')] }, { role: 'user', content: [result('a.b:0')] }] },
    /should match pattern/,
  ],
  [
    'five marks',
    { messages: [{ role: 'user', content: Array.from({ length: 5 }, () => ({ type: 'text', text: 'x', ...mark })) }] },
    /maximum of 4 blocks/,
  ],
])('Anthropic refuses or takes %s', (_name, more, expected) => {
  const refusal = anthropicRefusal(
    JSON.parse(JSON.stringify({ model: 'm', max_tokens: 10, messages: [said], ...more })),
  )
  if (expected) expect(refusal).toMatch(expected)
  else expect(refusal).toBeUndefined()
})

const call = (id: string, written = '{}') => ({ id, type: 'function', function: { name: 'look', arguments: written } })
const calling = (...ids: string[]) => ({ role: 'assistant', content: null, tool_calls: ids.map((id) => call(id)) })
const answer = (id?: string) => ({ role: 'tool', tool_call_id: id, content: 'x' })

it.each<[string, object, RegExp | undefined]>([
  ['a plain one', {}, undefined],
  ['calls and results', { messages: [said, calling('a', 'b'), answer('b'), answer('a'), said] }, undefined],
  ['none', { messages: [] }, /too short/],
  ['a result without an id', { messages: [said, calling('a'), answer()] }, /tool_call_id/],
  ['a result without a call', { messages: [said, answer('a')] }, /must be a response to a preceeding message/],
  [
    'a call without a result',
    { messages: [said, calling('a', 'b'), answer('a'), said] },
    /did not have response messages: b/,
  ],
  ['a call at the end', { messages: [said, calling('a')] }, /did not have response messages: a/],
  ['one id twice', { messages: [said, calling('a', 'a'), answer('a')] }, /ids must be unique/],
  [
    'input that is no JSON',
    { messages: [said, { ...calling(), tool_calls: [call('a', '{')] }, answer('a')] },
    /Failed to parse tool call arguments/,
  ],
  ['an empty text', { messages: [{ role: 'user', content: '' }] }, /empty string/],
  ['a late system prompt', { messages: [said, { role: 'system', content: 'x' }, said] }, /must be at the beginning/],
  [
    'an assistant that ends',
    { messages: [said, { role: 'assistant', content: 'Hi' }] },
    /last message is from the assistant/,
  ],
  [
    'unknown fields of a tool',
    { tools: [{ type: 'function', function: { name: 'a', parameters: {}, execute: 1 } }] },
    /Unknown parameter: 'tools\[0\]\.execute'/,
  ],
  ['no tools in a list of them', { tools: [] }, /too short - 'tools'/],
])('OpenAI refuses or takes %s', (_name, more, expected) => {
  const refusal = openAiRefusal(JSON.parse(JSON.stringify({ model: 'm', messages: [said], ...more })))
  if (expected) expect(refusal).toMatch(expected)
  else expect(refusal).toBeUndefined()
})

it('counts what was written up to a mark, and only looks twenty blocks back for it', () => {
  const count = createPromptCache()
  const text = (at: number) => ({ type: 'text', text: `${at}`.padEnd(400, '.') })
  const body = (blocks: number, ...marks: number[]) => ({
    model: 'm',
    messages: [
      {
        role: 'user',
        content: Array.from({ length: blocks }, (_, at) => ({ ...text(at), ...(marks.includes(at) ? mark : {}) })),
      },
    ],
  })
  const first = count(body(3, 1))
  expect(first.cache_read_input_tokens).toBe(0)
  expect(first.cache_creation_input_tokens).toBeGreaterThan(first.input_tokens)
  expect(count(body(10, 9)).cache_read_input_tokens).toBe(first.cache_creation_input_tokens)
  expect(count(body(40, 39)).cache_read_input_tokens).toBe(0)
  expect(count(body(60, 39, 59)).input_tokens).toBe(0)
})
