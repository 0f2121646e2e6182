import type * as Ai from 'ai'
import type { JSONSchema7, ModelMessage, SystemModelMessage, ToolSet } from 'ai'
import { lazy } from '../../../lib/lazy.ts'
import type { ListedTool } from '../../spawner.ts'
import type { ModelRequest } from './provider.ts'
import type { ServiceAddress } from './provider-settings.ts'

/** So much a model of Anthropic may write where the configuration says nothing; the service wants a number. */
const DEFAULT_MAX_OUTPUT_TOKENS = 16_000

/** What the SDK is given for a request. */
export function sdkRequest(
  { system, messages, tools, once }: ModelRequest,
  { jsonSchema }: Sdk['ai'],
  address: ServiceAddress,
  maxOutputTokens: number | undefined,
) {
  const keeps = address.kind === 'anthropic' && !once
  const most = maxOutputTokens ?? (address.kind === 'anthropic' ? DEFAULT_MAX_OUTPUT_TOKENS : undefined)
  return {
    ...(system === '' ? {} : { system: systemMessage(system, keeps) }),
    messages: keeps ? markMessages(messages) : (messages as ModelMessage[]),
    ...(tools.length === 0 ? {} : { tools: declared(tools, jsonSchema) }),
    ...(most === undefined ? {} : { maxOutputTokens: most }),
    providerOptions: {
      // Input that comes sooner but is checked by nobody, in a field that other servers do not know.
      anthropic: { toolStreaming: false },
      ...(address.isOpenRouter ? { provider: { usage: { include: true } } } : {}),
    },
  }
}

function systemMessage(content: string, keeps: boolean): SystemModelMessage {
  return { role: 'system', content, ...(keeps ? { providerOptions: cacheMark } : {}) }
}

// Without `execute`: our loop runs them.
function declared(
  tools: readonly ListedTool[],
  jsonSchema: (schema: JSONSchema7) => ToolSet[string]['inputSchema'],
): ToolSet {
  return Object.fromEntries(
    tools.map(({ name, description, inputSchema }) => [
      name,
      { description, inputSchema: jsonSchema(inputSchema as JSONSchema7) },
    ]),
  ) as ToolSet
}

/** What Anthropic is told to keep up to here. The others keep what they like, and pass over it. */
const cacheMark = { anthropic: { cacheControl: { type: 'ephemeral' } } } as const

/**
 * Marks the end of what is sent, for the next request to begin with; and the end of the request before, because the
 * service looks for it only twenty blocks back from a mark, and one answer with its results can have more.
 */
function markMessages(messages: readonly ModelMessage[]): ModelMessage[] {
  const last = messages.length - 1
  const before = messages.findLastIndex(({ role }) => role === 'assistant') - 1
  return messages.map((message, at) => (at === last || at === before ? marked(message) : message))
}

function marked(message: ModelMessage): ModelMessage {
  return { ...message, providerOptions: { ...message.providerOptions, ...cacheMark } }
}

/** The SDK, and the models of one service in it. */
interface Sdk {
  ai: typeof Ai
  model(name: string): Ai.LanguageModel
}

/** Loaded when a model is first asked, and only then: a daemon without a provider never has any of it in memory. */
export function lazySdk(address: ServiceAddress, fetch = globalThis.fetch): () => Promise<Sdk> {
  return lazy(async () => {
    const [ai, model] = await Promise.all([import('ai'), models(address, fetch)])
    return { ai, model }
  })
}

async function models(
  { kind, apiUrl: baseURL, apiKey }: ServiceAddress,
  fetch: typeof globalThis.fetch,
): Promise<Sdk['model']> {
  if (kind === 'anthropic') {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    // Left out, the key would be looked for in the environment.
    return createAnthropic({ baseURL, apiKey: apiKey ?? '', fetch })
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  const key = apiKey === undefined ? {} : { apiKey }
  return createOpenAICompatible({ name: 'provider', baseURL, includeUsage: true, fetch, ...key })
}
