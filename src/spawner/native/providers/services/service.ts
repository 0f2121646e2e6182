import { readJson } from '../../../../lib/http/response-body.ts'
import type { Clock } from '../../../../lib/time/clock.ts'
import type { AnyText } from '../../../../messages/localized.ts'
import { brainMessages } from '../../../brain-messages.ts'
import type { ModelFacts } from '../../../model-facts.ts'
import type { ServiceAddress } from '../provider-settings.ts'

/** Whether a model can be used, as far as that is known without asking it. */
export type ModelAvailability =
  | { kind: 'ready' }
  | { kind: 'absent'; others: string[] }
  | { kind: 'refused' }
  | { kind: 'unreachable'; why: AnyText }

/** The names of a service's models; none if it has no list. */
export type ModelList =
  | { kind: 'listed'; names: string[] }
  | Extract<ModelAvailability, { kind: 'refused' | 'unreachable' }>

/** What one kind of service says about its models. Nothing here rejects. */
export interface ProviderService {
  /** Also which models there are, if the service tells. */
  models(this: void, signal: AbortSignal): Promise<ModelList>
  facts(model: string, signal: AbortSignal): Promise<ModelFacts>
  availability(model: string, signal: AbortSignal): Promise<ModelAvailability>
  /** How long facts are valid. */
  readonly factsValidMs: number
}

/** A server's answer to a question about itself. */
type ServerAnswer =
  | { kind: 'answered'; body: unknown }
  | { kind: 'refused'; status: number }
  | { kind: 'unreachable'; why: AnyText }

export function isUnauthorized(status: number): boolean {
  return status === 401 || status === 403
}

/** Asks a server about itself. Never rejects and never waits long. */
export interface Inquiry {
  get(url: string, signal: AbortSignal): Promise<ServerAnswer>
  post(url: string, body: object, signal: AbortSignal, ms?: number): Promise<ServerAnswer>
}

const texts = brainMessages.noAnswer

const INQUIRY_TIMEOUT_MS = 5000
/** A list of several hundred models has one or two megabytes. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024

export function createInquiry({ headers }: ServiceAddress, fetch = globalThis.fetch): Inquiry {
  async function ask(url: string, body: object | undefined, signal: AbortSignal, ms: number): Promise<ServerAnswer> {
    try {
      const postOptions = body && { method: 'POST', body: JSON.stringify(body) }
      const response = await fetch(url, {
        ...postOptions,
        headers: { ...headers, 'content-type': 'application/json' },
        signal: AbortSignal.any([signal, AbortSignal.timeout(ms)]),
      })
      if (!response.ok) {
        await response.body?.cancel()
        if (response.status < 400) return { kind: 'unreachable', why: texts.redirect }
        return { kind: 'refused', status: response.status }
      }
      return { kind: 'answered', body: await readJson(response, MAX_ANSWER_BYTES) }
    } catch (error) {
      return { kind: 'unreachable', why: describeFailure(error) }
    }
  }
  return {
    get: (url, signal) => ask(url, undefined, signal, INQUIRY_TIMEOUT_MS),
    post: (url, body, signal, ms = INQUIRY_TIMEOUT_MS) => ask(url, body, signal, ms),
  }
}

function describeFailure(error: unknown): AnyText {
  if (!(error instanceof Error)) return texts.none
  if (error.name === 'TimeoutError') return texts.late
  if (error instanceof SyntaxError) return texts.notJson
  if (error.message.includes('larger than')) return texts.tooLarge
  const { cause } = error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : texts.noConnection
}

/** Caches what a service said about its models. */
interface KnownFacts {
  of(model: string, signal: AbortSignal): Promise<ModelFacts>
  /** Without asking. */
  known(model: string): ModelFacts
}

/** A server that gave no answer may be away only briefly, so it is asked again soon. */
const UNKNOWN_FACTS_MS = 30_000

export function createKnownFacts(service: ProviderService, clock: Clock): KnownFacts {
  const cache = new Map<string, { facts: ModelFacts; until: number }>()
  return {
    known: (model) => cache.get(model)?.facts ?? {},
    async of(model, signal) {
      const cached = cache.get(model)
      if (cached && clock.mono() < cached.until) return cached.facts
      const newFacts = await service.facts(model, signal)
      // Known facts stay valid while the server is away.
      const facts = newFacts.window === undefined && cached ? cached.facts : newFacts
      const ms = newFacts.window === undefined ? Math.min(UNKNOWN_FACTS_MS, service.factsValidMs) : service.factsValidMs
      if (!signal.aborted) cache.set(model, { facts, until: clock.mono() + ms })
      return facts
    },
  }
}
