import { randomUUID } from 'node:crypto'
import type { ScriptedAnswer, ScriptedCall, SeenMessage, SeenRequest } from './script.ts'

export interface Block {
  type: string
  text?: string
  id?: string
  name?: string
  input?: unknown
  tool_use_id?: string
  content?: string | Block[]
  is_error?: boolean
  cache_control?: object
}

export interface AnthropicBody {
  model: string
  max_tokens?: number
  system?: string | Block[]
  messages: { role: string; content: string | Block[] }[]
  tools?: Record<string, unknown>[]
}

export interface CountedTokens {
  input_tokens: number
  cache_read_input_tokens: number
  cache_creation_input_tokens: number
}

export function blocksOf(content: string | Block[] | undefined): Block[] {
  if (content === undefined) return []
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content
}

export function readAnthropic(headers: SeenRequest['headers'], raw: string): SeenRequest {
  const body = JSON.parse(raw) as AnthropicBody
  return {
    headers,
    raw,
    body: body as unknown as Record<string, unknown>,
    model: body.model,
    system: textOf(blocksOf(body.system)),
    messages: (body.messages ?? []).map(({ role, content }) => seen(role, blocksOf(content))),
    tools: (body.tools ?? []).map((tool) => String(tool.name)),
    tokens: Math.ceil(JSON.stringify([body.tools, body.system, body.messages]).length / 4),
  }
}

function seen(role: string, blocks: Block[]): SeenMessage {
  return {
    role,
    text: textOf(blocks),
    calls: blocks
      .filter((block) => block.type === 'tool_use')
      .map((block) => ({ id: block.id ?? '', name: block.name ?? '', input: block.input })),
    results: blocks
      .filter((block) => block.type === 'tool_result')
      .map((block) => ({
        id: block.tool_use_id ?? '',
        text: textOf(blocksOf(block.content)),
        failed: block.is_error === true,
      })),
    images: blocks.filter((block) => block.type === 'image').length,
  }
}

function textOf(blocks: Block[]): string {
  return blocks
    .filter((block) => block.type === 'text')
    .map((block) => block.text ?? '')
    .join('\n')
}

/** The stream of an answer, event by event. */
export function anthropicFrames(answer: ScriptedAnswer, model: string, counted: CountedTokens): string[] {
  const frames = [start(model, counted)]
  let index = 0
  const block = (opened: object, deltas: object[]) => {
    frames.push(event('content_block_start', { index, content_block: opened }))
    for (const delta of deltas) frames.push(event('content_block_delta', { index, delta }))
    frames.push(event('content_block_stop', { index }))
    index += 1
  }
  if (answer.thinking !== undefined) {
    block({ type: 'thinking', thinking: '', signature: '' }, [
      { type: 'thinking_delta', thinking: answer.thinking },
      { type: 'signature_delta', signature: 'c2ln' },
    ])
  }
  if (answer.pieces.length > 0) {
    block(
      { type: 'text', text: '' },
      answer.pieces.map((text) => ({ type: 'text_delta', text })),
    )
  }
  for (const call of answer.calls ?? []) block(toolUse(call), inputDeltas(call))
  frames.push(
    event('message_delta', {
      delta: { stop_reason: answer.stop ?? (answer.calls ? 'tool_use' : 'end_turn'), stop_sequence: null },
      usage: { output_tokens: answer.outputTokens ?? 7 },
    }),
    event('message_stop', {}),
  )
  return frames
}

export function anthropicOpening(pieces: string[], model: string, counted: CountedTokens): string[] {
  return [
    start(model, counted),
    ...(pieces.length > 0
      ? [event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } })]
      : []),
    ...pieces.map((text) => event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } })),
  ]
}

export const anthropicPing = event('ping', {})

export function anthropicErrorBody(status: number, error: { message: string; type?: string }): object {
  const type = error.type ?? usualTypes[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error')
  return { type: 'error', error: { type, message: error.message }, request_id: 'req_fake' }
}

export function anthropicErrorFrame(error: { message: string; type?: string }): string {
  return event('error', { error: { type: error.type ?? 'api_error', message: error.message } })
}

const usualTypes: Record<number, string> = {
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  529: 'overloaded_error',
}

function start(model: string, counted: CountedTokens): string {
  const message = {
    id: `msg_${randomUUID().slice(0, 8)}`,
    type: 'message',
    role: 'assistant',
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { ...counted, output_tokens: 1 },
  }
  return event('message_start', { message })
}

function toolUse({ id, name }: ScriptedCall): object {
  return { type: 'tool_use', id: id ?? `toolu_${randomUUID().replaceAll('-', '').slice(0, 24)}`, name, input: {} }
}

// In pieces, as the real one sends it.
function inputDeltas({ input, written }: ScriptedCall): object[] {
  const json = written ?? JSON.stringify(input ?? {})
  const half = Math.floor(json.length / 2)
  return ['', json.slice(0, half), json.slice(half)].map((partial_json) => ({ type: 'input_json_delta', partial_json }))
}

function event(type: string, fields: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`
}
