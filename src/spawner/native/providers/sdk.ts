import type * as Ai from 'ai'
import { lazy } from '../../../lib/lazy.ts'
import type { Address } from './address.ts'

/** The SDK, and the models of one service in it. */
export interface Sdk {
  ai: typeof Ai
  model(name: string): Ai.LanguageModel
}

/** Loaded when a model is first asked, and only then: a daemon without a provider never has any of it in memory. */
export function lazySdk(address: Address, fetch = globalThis.fetch): () => Promise<Sdk> {
  return lazy(async () => {
    const [ai, model] = await Promise.all([import('ai'), models(address, fetch)])
    return { ai, model }
  })
}

async function models(
  { kind, apiUrl: baseURL, apiKey }: Address,
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
