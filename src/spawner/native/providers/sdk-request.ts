import type * as Ai from 'ai'
import type { JSONSchema7, ModelMessage, SystemModelMessage, ToolSet } from 'ai'
import { lazy } from '../../../lib/lazy.ts'
import type { ListedTool } from '../../spawner.ts'
import type { ModelRequest } from './provider.ts'
import type { ProviderSettings, ServiceAddress } from './provider-settings.ts'

/** The output limit for Anthropic if the configuration sets none, because the service requires one. */
const DEFAULT_MAX_OUTPUT_TOKENS = 16_000

/** The parameters of the SDK for a request. */
export function sdkRequest(
  { system, messages, tools, isOneOff }: ModelRequest,
  { jsonSchema }: Sdk['ai'],
  address: ServiceAddress,
  { maxOutputTokens, cache = '5m' }: Pick<ProviderSettings, 'maxOutputTokens' | 'cache'>,
) {
  const mark = address.kind === 'anthropic' && !isOneOff ? cacheMarks[cache] : undefined
  const maxTokens = maxOutputTokens ?? (address.kind === 'anthropic' ? DEFAULT_MAX_OUTPUT_TOKENS : undefined)
  return {
    ...(system === '' ? {} : { system: { role: 'system', content: system, ...mark } satisfies SystemModelMessage }),
    messages: mark ? markMessages(messages, mark) : (messages as ModelMessage[]),
    ...(tools.length === 0 ? {} : { tools: toToolSet(tools, jsonSchema) }),
    ...(maxTokens === undefined ? {} : { maxOutputTokens: maxTokens }),
    providerOptions: {
      // Tool streaming sends input earlier but unchecked, in a field that other servers do not know.
      anthropic: { toolStreaming: false },
      ...(address.isOpenRouter ? { provider: { usage: { include: true } } } : {}),
    },
  }
}

// Without `execute`, because our loop runs the tools.
function toToolSet(
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

/** Tells Anthropic to cache everything up to here. Other services ignore it. */
const cacheMarks = {
  '5m': { providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } },
  '1h': { providerOptions: { anthropic: { cacheControl: { type: 'ephemeral', ttl: '1h' } } } },
} as const

type CacheMark = (typeof cacheMarks)['1h' | '5m']

/**
 * Marks the end of this request, so that the next one can start from its cache. Also marks the end of the previous
 * request, because the service looks back only twenty blocks from a mark, and one answer with its results can have
 * more.
 */
function markMessages(messages: readonly ModelMessage[], mark: CacheMark): ModelMessage[] {
  const last = messages.length - 1
  const previousEnd = messages.findLastIndex(({ role }) => role === 'assistant') - 1
  return messages.map((message, index) =>
    index === last || index === previousEnd
      ? { ...message, providerOptions: { ...message.providerOptions, ...mark.providerOptions } }
      : message,
  )
}

/** The SDK and the models of one service in it. */
interface Sdk {
  ai: typeof Ai
  model(name: string): Ai.LanguageModel
}

/** Loaded with the first request, so that a daemon without a provider never has it in memory. */
export function lazySdk(address: ServiceAddress, fetch = globalThis.fetch): () => Promise<Sdk> {
  return lazy(async () => {
    const [ai, model] = await Promise.all([import('ai'), createModels(address, fetch)])
    return { ai, model }
  })
}

async function createModels(
  { kind, apiUrl: baseURL, apiKey }: ServiceAddress,
  fetch: typeof globalThis.fetch,
): Promise<Sdk['model']> {
  if (kind === 'anthropic') {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    // If the key were absent, the SDK would look for one in the environment.
    return createAnthropic({ baseURL, apiKey: apiKey ?? '', fetch })
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  const key = apiKey === undefined ? {} : { apiKey }
  return createOpenAICompatible({ name: 'provider', baseURL, includeUsage: true, fetch, ...key })
}
