import type { ServerResponse } from 'node:http'
import { openAiRefusal } from './openai-rules.ts'
import {
  openAiErrorBody,
  openAiErrorFrame,
  openAiFrames,
  openAiOpening,
  openAiPing,
  readOpenAi,
} from './openai-wire.ts'
import type { Scripted } from './script.ts'
import { type FakeOptions, type FakeProvider, startScripted, type Wire } from './scripted-server.ts'

export interface OpenAiOptions extends FakeOptions {
  /** What the list says of each model: `context_length`, `max_model_len`, `pricing`. */
  facts?: object
  /** Answers of other paths: "/props", "/api/v0/models". */
  paths?: Record<string, object>
}

/**
 * Chat completions on loopback, as OpenRouter, vLLM, LM Studio and llama.cpp serve them under /v1. It refuses what those
 * refuse.
 *
 *     const api = await startOpenAi({ window: 8000, overflow: 'vllm' }, says('Hello'))
 *     // base_url: `${api.url}/v1`
 */
export async function startOpenAi(options: OpenAiOptions, ...replies: Scripted[]): Promise<FakeProvider> {
  const models = (options.models ?? []).map((id) => ({ id, object: 'model', ...options.facts }))
  return await startScripted(
    openAiWire((path, _body, response) => {
      const found = path === '/v1/models' ? { object: 'list', data: models } : options.paths?.[path]
      return found !== undefined && sendJson(response, found)
    }),
    options,
    replies,
  )
}

export function openAiWire(other: Wire['other']): Wire {
  return {
    path: '/v1/chat/completions',
    keyOf: (headers) => headers.authorization?.replace(/^Bearer /, ''),
    read: readOpenAi,
    refusal: openAiRefusal,
    errorBody: openAiErrorBody,
    frames: openAiFrames,
    opening: openAiOpening,
    ping: openAiPing,
    errorFrame: openAiErrorFrame,
    other,
    usualOverflow: 'openai',
  }
}

export function sendJson(response: ServerResponse, body: object, status = 200): true {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  return true
}
