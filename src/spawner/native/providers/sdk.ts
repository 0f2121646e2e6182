import type { LanguageModel } from 'ai'
import type { Address } from './address.ts'

// Only here, and only when a model is asked: a daemon without a provider never loads any of it.

export async function loadAi() {
  return await import('ai')
}

export async function loadModel(address: Address, model: string, fetch = globalThis.fetch): Promise<LanguageModel> {
  const { kind, apiUrl: baseURL, apiKey } = address
  if (kind === 'anthropic') {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    // Left out, the key would be looked for in the environment.
    return createAnthropic({ baseURL, apiKey: apiKey ?? '', fetch })(model)
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  return createOpenAICompatible({
    name: 'provider',
    baseURL,
    includeUsage: true,
    fetch,
    ...(apiKey === undefined ? {} : { apiKey }),
  })(model)
}
