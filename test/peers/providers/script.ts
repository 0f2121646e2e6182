/** One call of a tool, as a scripted model makes it. */
export interface ScriptedCall {
  name: string
  input?: object
  /** Instead of `input`: sent as it is, for what is no JSON. */
  written?: string
  id?: string
}

/** A whole answer of the model. */
export interface ScriptedAnswer {
  kind: 'answer'
  /** The pieces in which the text comes. */
  pieces: string[]
  thinking?: string
  calls?: ScriptedCall[]
  /** Why it stopped, in the words of the API; the usual one where nothing is said. */
  stop?: string
  outputTokens?: number
  /** Of OpenRouter: what it cost, in the usage. */
  costUsd?: number
}

/** What a fake provider does with one request. */
export type ScriptedReply =
  | ScriptedAnswer
  /** An answer with this status. `body` stands for the usual form of an error, as text or as JSON. */
  | {
      kind: 'error'
      status: number
      message: string
      type?: string
      code?: string | number
      headers?: Record<string, string>
      body?: string | object
    }
  /** Takes the request and never sends a byte. */
  | { kind: 'silence' }
  /** Some text on an open stream, and then… */
  | { kind: 'cut'; pieces: string[]; end: Cut }
  /** These bytes, whatever they are. */
  | { kind: 'raw'; chunks: (string | Uint8Array)[]; status?: number; type?: string }

/** How a stream ends that is no whole answer. */
export type Cut =
  /** …nothing more. */
  | { how: 'stall' }
  /** …pings for ever: alive on the wire, dead to the reader. */
  | { how: 'pings'; everyMs: number }
  /** …the connection is cut. */
  | { how: 'hang up' }
  /** …the stream ends as if all had been said. */
  | { how: 'end' }
  /** …an error in the stream. */
  | { how: 'error'; message: string; type?: string; code?: string | number }

/** A reply, or how to find it from the request. */
export type Scripted = ScriptedReply | ((request: SeenRequest) => ScriptedReply)

/** A request as every fake tells it, whatever its API: what was said, called and answered. */
export interface SeenRequest {
  headers: Record<string, string | string[] | undefined>
  /** The body as it came, for "this must not be in it". */
  raw: string
  body: Record<string, unknown>
  model: string
  system: string
  messages: SeenMessage[]
  /** Names of the tools that were offered. */
  tools: string[]
  /** Of everything in it, as the fake counts: four characters each. */
  tokens: number
}

export interface SeenMessage {
  role: string
  text: string
  calls: { id: string; name: string; input: unknown }[]
  results: { id: string; text: string; failed: boolean }[]
  images: number
}

export function says(...pieces: string[]): ScriptedAnswer {
  return { kind: 'answer', pieces }
}

/** The model wants these tools, all at once. */
export function calls(...wanted: ScriptedCall[]): ScriptedAnswer {
  return { kind: 'answer', pieces: [], calls: wanted }
}

export function fails(
  status: number,
  message: string,
  more: { type?: string; code?: string | number; headers?: Record<string, string>; body?: string | object } = {},
): ScriptedReply {
  return { kind: 'error', status, message, ...more }
}

export function breaksOff(end: Cut, ...pieces: string[]): ScriptedReply {
  return { kind: 'cut', pieces, end }
}
