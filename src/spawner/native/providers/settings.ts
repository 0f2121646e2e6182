import type { Clock } from '../../../lib/time/clock.ts'

/** Dollars for a million tokens. */
export interface Price {
  input: number
  output: number
  cacheRead?: number | undefined
  cacheWrite?: number | undefined
}

/** One table of [providers], and what it needs beside it. */
export interface ProviderSettings {
  name: string
  kind: 'anthropic' | 'openai-compatible' | 'ollama'
  baseUrl?: string | undefined
  apiKey?: string | undefined
  models: { fast?: string | undefined; general?: string | undefined; smart?: string | undefined }
  window?: number | undefined
  maxOutputTokens?: number | undefined
  images?: boolean | undefined
  prices: readonly (Price & { model: string })[]
  clock: Clock
  timers: Timers
  /** Instead of the usual one. */
  fetch?: typeof fetch
}

/** How long a model may keep us waiting: for its first sign, and from one to the next. */
export interface Timers {
  firstEventMs: number
  idleMs: number
}
