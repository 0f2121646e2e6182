import type { ModelMessage } from 'ai'
import type { LocalizedText } from '../../../messages/localized.ts'
import type { ModelFacts } from '../../model-facts.ts'
import type { Failure, ListedTool, Usage } from '../../spawner.ts'
import type { ToolCall } from '../session.ts'
import type { ModelList } from './services/service.ts'

export interface ModelRequest {
  /** The name of the model. */
  model: string
  /** The same for every request of a session. */
  system: string
  messages: readonly ModelMessage[]
  tools: readonly ListedTool[]
  /** No later request begins the same way, so caching would only cost more. */
  isOneOff?: boolean
}

/** Why the model stopped: it is done, wants tools, reached its output limit, or declines to answer. */
export type Finish = 'stop' | 'calls' | 'length' | 'refusal'

export interface ModelReply {
  text: string
  /** Its thinking, if the service reports it. */
  thought?: string
  calls: ToolCall[]
  finish: Finish
  usage: Usage
}

/** What a provider reported about a request that was too long. */
export interface Overflow {
  /** Tokens that fit. */
  limit: number | undefined
  /** Tokens that were sent. */
  sent: number | undefined
}

export type ProviderAnswer =
  | { kind: 'reply'; reply: ModelReply }
  /** Class `overflow` comes with an `overflow`. The usage is given if it is known. */
  | { kind: 'failed'; failure: Failure; overflow?: Overflow; usage?: Usage }

/** A service for models. Nothing here rejects because of a server; the SDK is loaded at the first call. */
export interface Provider {
  /** The name by which people choose it. */
  readonly name: string
  /** The model of a role, or the named model itself; undefined if the role has none. */
  modelFor(role: string): string | undefined
  /** Sends one request; `onText` gets the whole text so far. If aborted, resolves at once with class `crash`. */
  ask(request: ModelRequest, onText: (text: string) => void, signal: AbortSignal): Promise<ProviderAnswer>
  /** How much the loaded model can read, checked now and then; undefined if unknown. */
  window(model: string, signal: AbortSignal): Promise<number | undefined>
  /** What people should know before they choose a model. */
  facts(model: string, signal: AbortSignal): Promise<ModelFacts>
  /** Whether its models can see pictures. */
  readonly images: boolean
  /** The models that it offers. */
  models(signal: AbortSignal): Promise<ModelList>
  /** Why it cannot answer and what to do about it, checked without calling a model. */
  probe(signal: AbortSignal): Promise<LocalizedText | undefined>
}
