import type { ModelMessage } from 'ai'
import type { Failure, ListedTool, Usage } from '../../spawner.ts'
import type { Call } from '../session.ts'

/** One request to a model. */
export interface ModelRequest {
  /** By its own name. */
  model: string
  /** The same for every request of a session. */
  system: string
  messages: readonly ModelMessage[]
  tools: readonly ListedTool[]
  /** Nothing that begins like it will be asked again: not worth a place in a cache, which costs more. */
  once?: boolean
}

/** Why the model stopped: it had said all, wants tools, ran out of room for its answer, or will not answer. */
export type Finish = 'stop' | 'calls' | 'length' | 'refusal'

export interface ModelReply {
  text: string
  /** What it thought before, where the service tells. */
  thought?: string
  calls: Call[]
  finish: Finish
  usage: Usage
}

/** What a provider said about a request that was too long, as far as it said it. */
export interface Overflow {
  /** Tokens that it has room for. */
  limit: number | undefined
  /** Tokens that were sent. */
  sent: number | undefined
}

export type Answered =
  | { kind: 'reply'; reply: ModelReply }
  /** With class `overflow` there is an `overflow`. What was used up is told where it is known. */
  | { kind: 'failed'; failure: Failure; overflow?: Overflow; usage?: Usage }

/** Whoever serves models. Nothing here rejects for what a server did; the SDK is loaded at the first call. */
export interface Provider {
  /** By which people choose it. */
  readonly name: string
  /** What a role comes to, or the model itself where it is named; undefined where there is none for the role. */
  modelFor(role: string): string | undefined
  /** One request, streamed: `onText` gets the whole text so far. Aborted: resolves at once with class `crash`. */
  ask(request: ModelRequest, onText: (text: string) => void, signal: AbortSignal): Promise<Answered>
  /** How much this model can read, as it is loaded now; found out once in a while. Undefined when nobody says. */
  window(model: string, signal: AbortSignal): Promise<number | undefined>
  /** Whether pictures can be shown to its models. */
  readonly images: boolean
  /** Why it cannot answer and what to do about it, without a call to a model. */
  probe(signal: AbortSignal): Promise<string | undefined>
}
