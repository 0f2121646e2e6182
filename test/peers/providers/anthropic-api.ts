import { createPromptCache } from './anthropic-cache.ts'
import { anthropicRefusal } from './anthropic-rules.ts'
import {
  type AnthropicBody,
  anthropicErrorBody,
  anthropicErrorFrame,
  anthropicFrames,
  anthropicOpening,
  anthropicPing,
  type CountedTokens,
  readAnthropic,
} from './anthropic-wire.ts'
import type { Scripted, SeenRequest } from './script.ts'
import { type FakeOptions, type FakeProvider, startScripted } from './scripted-server.ts'

export interface AnthropicOptions extends FakeOptions {
  /** What the list of models says of each. */
  maxInputTokens?: number
}

export interface FakeAnthropic extends FakeProvider {
  /** What it counted, one for each answer. */
  counted: CountedTokens[]
}

/**
 * The Messages API of Anthropic on loopback. It refuses what the real one is known to refuse, in its words as far as
 * we know them, and counts cached tokens as its documentation says.
 *
 *     const api = await startAnthropic({ key: 'k' }, calls({ name: 'look', input: {} }), says('done'))
 */
export async function startAnthropic(options: AnthropicOptions, ...replies: Scripted[]): Promise<FakeAnthropic> {
  const counted: CountedTokens[] = []
  const count = createPromptCache()
  const countOf = (request: SeenRequest) => {
    const tokens = count(request.body as unknown as AnthropicBody)
    counted.push(tokens)
    return tokens
  }
  const fake = await startScripted(
    {
      path: '/v1/messages',
      keyOf: (headers) => headers['x-api-key'] as string | undefined,
      read: readAnthropic,
      refusal: anthropicRefusal,
      errorBody: anthropicErrorBody,
      frames: (answer, request) => anthropicFrames(answer, request.model, countOf(request)),
      opening: (pieces, request) => anthropicOpening(pieces, request.model, countOf(request)),
      ping: anthropicPing,
      errorFrame: anthropicErrorFrame,
      other(path, _body, response) {
        if (!path.startsWith('/v1/models')) return false
        const max = options.maxInputTokens === undefined ? {} : { max_input_tokens: options.maxInputTokens }
        const data = (options.models ?? []).map((id) => ({ type: 'model', id, display_name: id, ...max }))
        const one = path === '/v1/models' ? undefined : data.find(({ id }) => path === `/v1/models/${id}`)
        const found = path === '/v1/models' ? { data, has_more: false } : one
        response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' })
        response.end(JSON.stringify(found ?? anthropicErrorBody(404, { message: 'model: not found' })))
        return true
      },
      usualOverflow: 'anthropic',
    },
    options,
    replies,
  )
  return { ...fake, counted }
}
