import { readJson } from '../../../../lib/http/response-body.ts'
import type { Address } from '../address.ts'

/** What a server says when it is asked about itself. */
export type Told =
  | { kind: 'told'; body: unknown }
  | { kind: 'refused'; status: number }
  | { kind: 'unreachable'; why: string }

/** Asks a server about itself. Never rejects, never waits long. */
export interface Inquiry {
  get(url: string, signal: AbortSignal): Promise<Told>
  post(url: string, body: object, signal: AbortSignal, ms?: number): Promise<Told>
}

const USUAL_MS = 5000
/** A list of several hundred models takes one or two megabytes. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024

export function createInquiry({ headers }: Address, fetch = globalThis.fetch): Inquiry {
  async function ask(url: string, body: object | undefined, signal: AbortSignal, ms: number): Promise<Told> {
    try {
      const posted = body && { method: 'POST', body: JSON.stringify(body) }
      const response = await fetch(url, {
        ...posted,
        headers: { ...headers, 'content-type': 'application/json' },
        signal: AbortSignal.any([signal, AbortSignal.timeout(ms)]),
      })
      if (!response.ok) {
        await response.body?.cancel()
        if (response.status < 400) return { kind: 'unreachable', why: 'it sends us on to another address' }
        return { kind: 'refused', status: response.status }
      }
      return { kind: 'told', body: await readJson(response, MAX_ANSWER_BYTES) }
    } catch (error) {
      return { kind: 'unreachable', why: whyOf(error) }
    }
  }
  return {
    get: (url, signal) => ask(url, undefined, signal, USUAL_MS),
    post: (url, body, signal, ms = USUAL_MS) => ask(url, body, signal, ms),
  }
}

function whyOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer'
  if (error.name === 'TimeoutError') return 'no answer in time'
  if (error instanceof SyntaxError) return 'its answer is no JSON'
  if (error.message.includes('larger than')) return 'its answer is too large'
  const { cause } = error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'no connection'
}
