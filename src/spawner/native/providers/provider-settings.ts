import type { Clock } from '../../../lib/time/clock.ts'
import type { Price } from '../../model-facts.ts'
import type { CacheTime } from '../../model-prices.ts'

/** One table of [providers], and what else a provider needs. */
export interface ProviderSettings {
  name: string
  kind: 'anthropic' | 'openai-compatible' | 'ollama'
  baseUrl?: string | undefined
  apiKey?: string | undefined
  models: { fast?: string | undefined; general?: string | undefined; smart?: string | undefined }
  window?: number | undefined
  maxOutputTokens?: number | undefined
  images?: boolean | undefined
  /** How long Anthropic caches a session's prompt; five minutes by default. */
  cache?: CacheTime
  prices: readonly (Price & { model: string })[]
  clock: Clock
  timers: ProviderTimeouts
  /** Replaces the default fetch. */
  fetch?: typeof fetch
}

/** How long to wait for the first event of a reply, and between events. */
export interface ProviderTimeouts {
  firstEventMs: number
  idleMs: number
}

/** The address of a service and its credentials. */
export interface ServiceAddress {
  kind: ProviderSettings['kind']
  /** With the version at its end, as the SDK expects it. */
  apiUrl: string
  /** Without the version, for a server's own endpoints. */
  rootUrl: string
  apiKey: string | undefined
  headers: Record<string, string>
  isOpenRouter: boolean
  /** The service answers nothing without a key. */
  needsKey: boolean
}

const DEFAULT_URLS = {
  anthropic: 'https://api.anthropic.com',
  'openai-compatible': 'https://openrouter.ai/api',
  ollama: 'http://127.0.0.1:11434',
}

/** People write an address with or without the version at its end. */
export function serviceAddress({
  kind,
  baseUrl,
  apiKey,
}: Pick<ProviderSettings, 'kind' | 'baseUrl' | 'apiKey'>): ServiceAddress {
  const url = new URL(baseUrl ?? DEFAULT_URLS[kind])
  const path = url.pathname.replace(/(?<!\/)\/+$/, '')
  const root = `${url.origin}${path.replace(/\/v\d+$/, '')}`
  const isVersioned = /\/v\d\w*(?:\/|$)/.test(path)
  const isOpenRouter = /(?:^|\.)openrouter\.ai$/.test(url.hostname)
  return {
    kind,
    apiUrl: isVersioned && kind !== 'ollama' ? `${url.origin}${path}` : `${root}/v1`,
    rootUrl: root,
    apiKey,
    headers: authHeaders(kind, apiKey),
    isOpenRouter,
    needsKey: isOpenRouter || (kind === 'anthropic' && baseUrl === undefined),
  }
}

function authHeaders(kind: ProviderSettings['kind'], apiKey: string | undefined): Record<string, string> {
  if (kind === 'anthropic') return { 'anthropic-version': '2023-06-01', 'x-api-key': apiKey ?? '' }
  return apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }
}
