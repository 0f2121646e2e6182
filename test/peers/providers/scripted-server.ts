import type { IncomingMessage, ServerResponse } from 'node:http'
import { createLoopbackServer } from '../loopback.ts'
import { type OverflowWording, overflowWordings } from './overflow-wordings.ts'
import type { Scripted, ScriptedAnswer, ScriptedReply, SeenRequest } from './script.ts'

/** What every fake provider can be told beside its script. */
export interface FakeOptions {
  /** The only key that opens it; any, or none, where nothing is said. */
  key?: string
  /** The only models that there are. */
  models?: string[]
  /** More tokens than these are refused… */
  window?: number
  /** …in these words. */
  overflow?: OverflowWording
}

export interface FakeProvider {
  /** As it is written into the configuration. */
  url: string
  /** All that asked for an answer, also those that were refused. */
  requests: SeenRequest[]
  /** Every path that was asked, with its method. */
  asked: string[]
  /** What was refused because it is not as the API wants it. */
  refusals: string[]
  /** Replaces what is left of the script. The last one of a script repeats for ever. */
  script(...replies: Scripted[]): void
  /** Nobody answers at this address any more; `up` brings it back to the same one. */
  down(): Promise<void>
  up(): Promise<void>
  close(): Promise<void>
}

/** What one API has of its own. */
export interface Wire {
  /** Where answers are asked for. */
  path: string
  /** The key that came with it. */
  keyOf(headers: IncomingMessage['headers']): string | undefined
  read(headers: IncomingMessage['headers'], raw: string): SeenRequest
  /** Why this is no request of the API, in its own words. */
  refusal(body: Record<string, unknown>): string | undefined
  errorBody(status: number, error: { message: string; type?: string; code?: string | number }): object
  /** The whole stream of an answer, event by event. */
  frames(answer: ScriptedAnswer, request: SeenRequest): string[]
  /** As far as a text that was not ended. */
  opening(pieces: string[], request: SeenRequest): string[]
  ping: string
  errorFrame(error: { message: string; type?: string; code?: string | number }): string
  /** Answers of other paths; false where there is none. */
  other(path: string, body: string, response: ServerResponse): boolean
  usualOverflow: OverflowWording
}

export async function startScripted(wire: Wire, options: FakeOptions, first: Scripted[]): Promise<FakeProvider> {
  let replies = first
  const requests: SeenRequest[] = []
  const asked: string[] = []
  const refusals: string[] = []

  function replyTo(request: SeenRequest): ScriptedReply {
    const refusal = wire.refusal(request.body)
    if (refusal !== undefined) {
      refusals.push(refusal)
      return { kind: 'error', status: 400, message: refusal }
    }
    if (options.models && !options.models.includes(request.model)) return unknownModel(request.model)
    if (options.window !== undefined && request.tokens > options.window) {
      const { status, body } = overflowWordings[options.overflow ?? wire.usualOverflow](request.tokens, options.window)
      return { kind: 'error', status, message: '', body }
    }
    const scripted = replies.length > 1 ? replies.shift() : replies[0]
    const reply = typeof scripted === 'function' ? scripted(request) : scripted
    return reply ?? { kind: 'error', status: 500, message: 'the script is empty' }
  }

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(incoming.url ?? '/', 'http://fake').pathname
    asked.push(`${incoming.method} ${path}`)
    const raw = await readText(incoming)
    if (options.key !== undefined && wire.keyOf(incoming.headers) !== options.key) {
      return sendError(response, wire, {
        kind: 'error',
        status: 401,
        message: 'invalid x-api-key',
        type: 'authentication_error',
      })
    }
    if (incoming.method !== 'POST' || path !== wire.path) {
      if (!wire.other(path, raw, response)) response.writeHead(404).end('404 page not found')
      return
    }
    const request = wire.read(incoming.headers, raw)
    requests.push(request)
    send(response, wire, request, replyTo(request))
  }

  const server = createLoopbackServer(
    (incoming, response) => void handle(incoming, response).catch(() => response.destroy()),
  )
  await server.up()
  return {
    url: server.url(),
    requests,
    asked,
    refusals,
    script(...next) {
      replies = next
    },
    down: server.down,
    up: server.up,
    close: server.down,
  }
}

function send(response: ServerResponse, wire: Wire, request: SeenRequest, reply: ScriptedReply): void {
  switch (reply.kind) {
    case 'answer':
      open(response)
      for (const frame of wire.frames(reply, request)) response.write(frame)
      response.end()
      return
    case 'error':
      return sendError(response, wire, reply)
    case 'silence':
      return
    case 'raw':
      response.writeHead(reply.status ?? 200, { 'content-type': reply.type ?? 'text/event-stream' })
      for (const chunk of reply.chunks) response.write(chunk)
      response.end()
      return
    case 'cut': {
      open(response)
      for (const frame of wire.opening(reply.pieces, request)) response.write(frame)
      const { end } = reply
      if (end.how === 'hang up') response.write('', () => response.destroy())
      else if (end.how === 'end') response.end()
      else if (end.how === 'error') response.end(wire.errorFrame(end))
      else if (end.how === 'pings') {
        const timer = setInterval(() => response.write(wire.ping), end.everyMs)
        response.on('close', () => clearInterval(timer))
      }
    }
  }
}

function sendError(response: ServerResponse, wire: Wire, reply: Extract<ScriptedReply, { kind: 'error' }>): void {
  const { status, headers = {} } = reply
  const body = reply.body ?? wire.errorBody(status, reply)
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}

function unknownModel(model: string): ScriptedReply {
  const message = `The model \`${model}\` does not exist or you do not have access to it.`
  return { kind: 'error', status: 404, message, type: 'not_found_error', code: 'model_not_found' }
}

function open(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.flushHeaders()
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
