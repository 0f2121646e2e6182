import { UsageError } from '../../domain/errors.ts'
import { isLoopbackUrl } from '../../lib/http/web-address.ts'
import { connectMessages } from './connect-messages.ts'

/** A provider as it will be configured. The key goes only into a file of its own. */
export interface ProviderDraft {
  name: string
  kind: 'anthropic' | 'openai-compatible' | 'ollama'
  /** The address that the person gave. */
  url: string | undefined
  /** The address of a new provider if none was given. Undefined means that of its kind. */
  defaultUrl: string | undefined
  key: string | undefined
  /** How the saved configuration refers to the key, if it stays the same. */
  keyReference?: string
  /** Undefined means the default model of this kind. */
  model: string | undefined
}

export interface KnownService {
  kind: ProviderDraft['kind']
  name: string
  /** The default address. */
  url?: string
  asks: { url?: string; model?: string }
  key: 'needed' | 'optional' | 'none'
}

/** The services by the names that people know. OpenRouter has an OpenAI-compatible API. */
export const services: Record<string, KnownService> = {
  anthropic: { kind: 'anthropic', name: 'anthropic', key: 'needed', asks: {} },
  openrouter: {
    kind: 'openai-compatible',
    name: 'openrouter',
    url: 'https://openrouter.ai/api/v1',
    key: 'needed',
    asks: { model: 'Model name on OpenRouter: ' },
  },
  'openai-compatible': {
    kind: 'openai-compatible',
    name: 'compatible',
    key: 'optional',
    asks: { url: 'API address, such as http://127.0.0.1:8000/v1: ', model: 'Model name: ' },
  },
  ollama: {
    kind: 'ollama',
    name: 'ollama',
    key: 'none',
    asks: {
      url: 'Address of Ollama, or Enter for the saved one or this machine: ',
      model: 'Model name, as in "ollama list": ',
    },
  },
}

export function defaultProviderName({ name }: KnownService, url: string | undefined): string {
  return name === 'compatible' && isLoopbackUrl(url) ? 'local' : name
}

export function isProviderName(name: string): boolean {
  return /^[a-z][a-z0-9-]{0,29}$/.test(name)
}

export function providerAddress(input: string): string {
  const url = input.includes('://') ? input : `http://${input}`
  if (/^https?:/.test(url) && URL.canParse(url)) return url
  throw new UsageError(connectMessages.notHttp(input))
}

/** The name by which people know the service of a provider. */
export function serviceOf({ kind, baseUrl }: { kind: ProviderDraft['kind']; baseUrl?: string | undefined }): string {
  if (kind !== 'openai-compatible') return kind
  return baseUrl !== undefined && /(?:^|\.)openrouter\.ai$/.test(new URL(baseUrl).hostname) ? 'openrouter' : kind
}
