import { randomUUID } from 'node:crypto'
import type { ScriptedAnswer, SeenMessage, SeenRequest } from './script.ts'

export interface OpenAiMessage {
  role: string
  content?: string | { type: string; text?: string }[] | null
  tool_calls?: { id: string; type: string; function: { name: string; arguments: string } }[]
  tool_call_id?: string
}

export interface OpenAiBody {
  model: string
  messages: OpenAiMessage[]
  tools?: { type: string; function: { name: string } }[]
  stream_options?: { include_usage?: boolean }
}

export function readOpenAi(headers: SeenRequest['headers'], raw: string): SeenRequest {
  const body = JSON.parse(raw) as OpenAiBody
  const said = body.messages ?? []
  return {
    headers,
    raw,
    body: body as unknown as Record<string, unknown>,
    model: body.model,
    system: said
      .filter(({ role }) => role === 'system')
      .map(textOf)
      .join('\n'),
    messages: said.filter(({ role }) => role !== 'system').map(seen),
    tools: (body.tools ?? []).map((tool) => tool.function.name),
    tokens: Math.ceil(JSON.stringify([body.tools, said]).length / 4),
  }
}

function seen(message: OpenAiMessage): SeenMessage {
  const isResult = message.role === 'tool'
  return {
    role: message.role,
    text: isResult ? '' : textOf(message),
    calls: (message.tool_calls ?? []).map(({ id, function: called }) => ({
      id,
      name: called.name,
      input: JSON.parse(called.arguments) as unknown,
    })),
    results: isResult ? [{ id: message.tool_call_id ?? '', text: textOf(message), failed: false }] : [],
    images: Array.isArray(message.content) ? message.content.filter(({ type }) => type === 'image_url').length : 0,
  }
}

function textOf({ content }: OpenAiMessage): string {
  if (!content) return ''
  return typeof content === 'string' ? content : content.map((part) => part.text ?? '').join('\n')
}

/** The stream of an answer, event by event. */
export function openAiFrames(answer: ScriptedAnswer, request: SeenRequest): string[] {
  const deltas: object[] = [
    { role: 'assistant', content: '' },
    ...(answer.thinking === undefined ? [] : [{ reasoning_content: answer.thinking }]),
    ...answer.pieces.map((content) => ({ content })),
    ...(answer.calls ?? []).flatMap((call, index) => {
      const json = call.written ?? JSON.stringify(call.input ?? {})
      const half = Math.floor(json.length / 2)
      const id = call.id ?? `call_${randomUUID().replaceAll('-', '').slice(0, 24)}`
      const first = { index, id, type: 'function', function: { name: call.name, arguments: '' } }
      const rest = [json.slice(0, half), json.slice(half)].map((part) => ({ index, function: { arguments: part } }))
      return [first, ...rest].map((tool_call) => ({ tool_calls: [tool_call] }))
    }),
  ]
  const stop = answer.stop ?? (answer.calls ? 'tool_calls' : 'stop')
  const asksUsage = (request.body as { stream_options?: { include_usage?: boolean } }).stream_options?.include_usage
  const output = answer.outputTokens ?? 7
  const usage = {
    prompt_tokens: request.tokens,
    completion_tokens: output,
    total_tokens: request.tokens + output,
    ...(answer.costUsd === undefined ? {} : { cost: answer.costUsd }),
  }
  return [
    ...deltas.map((delta) => chunk(request.model, { choices: [{ index: 0, delta, finish_reason: null }] })),
    chunk(request.model, { choices: [{ index: 0, delta: {}, finish_reason: stop }] }),
    ...(asksUsage ? [chunk(request.model, { choices: [], usage })] : []),
    'data: [DONE]\n\n',
  ]
}

export function openAiOpening(pieces: string[], request: SeenRequest): string[] {
  const deltas = [{ role: 'assistant', content: '' }, ...pieces.map((content) => ({ content }))]
  return deltas.map((delta) => chunk(request.model, { choices: [{ index: 0, delta, finish_reason: null }] }))
}

/** What OpenRouter sends while it waits for somebody else. */
export const openAiPing = ': OPENROUTER PROCESSING\n\n'

export function openAiErrorBody(
  status: number,
  error: { message: string; type?: string; code?: string | number },
): object {
  const type = error.type ?? (status >= 500 ? 'server_error' : 'invalid_request_error')
  return { error: { message: error.message, type, param: null, code: error.code ?? null } }
}

export function openAiErrorFrame(error: { message: string; type?: string; code?: string | number }): string {
  return `data: ${JSON.stringify(openAiErrorBody(500, error))}\n\n`
}

function chunk(model: string, fields: object): string {
  const head = { id: 'chatcmpl-fake', object: 'chat.completion.chunk', created: 1_780_000_000, model }
  return `data: ${JSON.stringify({ ...head, ...fields })}\n\n`
}
