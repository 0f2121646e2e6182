import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the fake Messages API does with one request. The last one of a script repeats for ever. */
export type Reply =
  | { kind: 'text'; pieces: string[]; thinking?: string; stopReason?: string; inputTokens?: number }
  | { kind: 'error'; status: number; type: string; message: string; retryAfter?: number }
  /** The model wants a tool; what it returned comes with the next request. */
  | { kind: 'tool'; name: string; input: object; said?: string }
  /** The tool, and the rest to whoever brings what it returned: whichever of several clients asks first. */
  | { kind: 'deed'; tool: Reply; after: Reply }
  /** Takes the request and never sends a byte. */
  | { kind: 'silence' }
  /** Some text, and then nothing more on an open connection. */
  | { kind: 'stall'; pieces: string[] }
  /** Some text, and then pings for ever: alive on the wire, dead to the reader. */
  | { kind: 'drip'; pieces: string[]; everyMs: number }
  /** Some text, and then the connection is cut. */
  | { kind: 'disconnect'; pieces: string[] }
  /** A 200 that is no message. */
  | { kind: 'malformed' }

/** A reply, or what to do when the request has come and what to reply then. */
export type Scripted = Reply | (() => Reply)

export interface MessagesRequest {
  headers: Record<string, string | string[] | undefined>
  /** The body as it came, for "this must not be in it". */
  raw: string
  model: string
  stream: boolean
  /** The text of the whole system prompt. */
  system: string
  /** The text of each message, in order. */
  messages: { role: string; text: string }[]
}

export interface MessagesApi {
  url: string
  requests: MessagesRequest[]
  /** How many connections carried them. */
  connections(): number
  /** Replaces what is left of the script. */
  script(...replies: Scripted[]): void
  /** Resolves when that many requests have come in. */
  received(count: number): Promise<void>
  close(): Promise<void>
}

/** The Anthropic Messages API on loopback: as much of it as the claude CLI needs to hold a conversation. */
export async function startMessagesApi(...first: Scripted[]): Promise<MessagesApi> {
  const requests: MessagesRequest[] = []
  const waiting: { count: number; resolve: () => void }[] = []
  const cleanups = new Set<() => void>()
  let replies = first
  const sockets = new WeakSet<object>()
  let connections = 0

  const server = createServer((request, response) => {
    if (request.method !== 'POST' || !request.url?.startsWith('/v1/messages')) {
      response.writeHead(404).end()
      return
    }
    void readBody(request).then((raw) => {
      const seen = toRequest(request, raw)
      requests.push(seen)
      if (!sockets.has(request.socket)) connections += 1
      sockets.add(request.socket)
      for (const waiter of waiting) if (requests.length >= waiter.count) waiter.resolve()
      const scripted = replies.length > 1 ? replies.shift() : replies[0]
      const reply = typeof scripted === 'function' ? scripted() : scripted
      answer(reply ?? { kind: 'text', pieces: ['OK'] }, seen, response, cleanups)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    connections: () => connections,
    script: (...next) => {
      replies = next
    },
    received: (count) =>
      new Promise((resolve) => {
        if (requests.length >= count) resolve()
        else waiting.push({ count, resolve })
      }),
    close() {
      for (const cleanup of cleanups) cleanup()
      return new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }
}

function bringsResult({ raw }: MessagesRequest): boolean {
  const { messages } = JSON.parse(raw) as { messages: { role: string }[] }
  // A CLI with a budget says behind it how much of that is left.
  return JSON.stringify(messages.findLast(({ role }) => role === 'user')).includes('"type":"tool_result"')
}

function answer(reply: Reply, request: MessagesRequest, response: ServerResponse, cleanups: Set<() => void>): void {
  switch (reply.kind) {
    case 'text': {
      const message = { text: reply.pieces.join(''), stopReason: reply.stopReason ?? 'end_turn' }
      if (!request.stream) return sendWhole(response, request.model, message.text, message.stopReason)
      const used = reply.inputTokens === undefined ? usage : { ...usage, input_tokens: reply.inputTokens }
      openStream(response, request.model, used)
      const textIndex = reply.thinking === undefined ? 0 : 1
      if (reply.thinking !== undefined) sendThinking(response, reply.thinking)
      sendPieces(response, reply.pieces, textIndex)
      event(response, 'content_block_stop', { index: textIndex })
      event(response, 'message_delta', {
        delta: { stop_reason: message.stopReason, stop_sequence: null },
        usage: { ...used, output_tokens: 7 },
      })
      event(response, 'message_stop', {})
      response.end()
      return
    }
    case 'deed':
      return answer(bringsResult(request) ? reply.after : reply.tool, request, response, cleanups)
    case 'tool':
      openStream(response, request.model)
      if (reply.said !== undefined) {
        sendPieces(response, [reply.said], 0)
        event(response, 'content_block_stop', { index: 0 })
      }
      sendToolUse(response, reply.said === undefined ? 0 : 1, reply)
      event(response, 'message_delta', {
        delta: { stop_reason: 'tool_use', stop_sequence: null },
        usage: { ...usage, output_tokens: 7 },
      })
      event(response, 'message_stop', {})
      response.end()
      return
    case 'error': {
      const retryAfter = reply.retryAfter === undefined ? {} : { 'retry-after': String(reply.retryAfter) }
      response.writeHead(reply.status, { 'content-type': 'application/json', ...retryAfter })
      response.end(JSON.stringify({ type: 'error', error: { type: reply.type, message: reply.message } }))
      return
    }
    case 'silence':
      return
    case 'stall':
      openStream(response, request.model)
      return sendPieces(response, reply.pieces, 0)
    case 'drip': {
      openStream(response, request.model)
      sendPieces(response, reply.pieces, 0)
      const timer = setInterval(() => event(response, 'ping', {}), reply.everyMs)
      const stop = () => clearInterval(timer)
      cleanups.add(stop)
      response.on('close', stop)
      return
    }
    case 'disconnect':
      openStream(response, request.model)
      sendPieces(response, reply.pieces, 0)
      response.write('', () => response.destroy())
      return
    case 'malformed':
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"hello":"this is no message"}')
  }
}

const usage = { input_tokens: 11, cache_creation_input_tokens: 5, cache_read_input_tokens: 3, output_tokens: 1 }

function openStream(response: ServerResponse, model: string, used = usage): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const frame = {
    id: `msg_${randomUUID().slice(0, 8)}`,
    type: 'message',
    role: 'assistant',
    model,
    content: [],
    stop_reason: null,
  }
  const message = { ...frame, usage: used }
  event(response, 'message_start', { message })
}

function sendThinking(response: ServerResponse, thinking: string): void {
  event(response, 'content_block_start', { index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } })
  event(response, 'content_block_delta', { index: 0, delta: { type: 'thinking_delta', thinking } })
  event(response, 'content_block_delta', { index: 0, delta: { type: 'signature_delta', signature: 'c2ln' } })
  event(response, 'content_block_stop', { index: 0 })
}

function sendToolUse(response: ServerResponse, index: number, use: { name: string; input: object }): void {
  const id = `toolu_${randomUUID().replaceAll('-', '')}`
  event(response, 'content_block_start', { index, content_block: { type: 'tool_use', id, name: use.name, input: {} } })
  const delta = { type: 'input_json_delta', partial_json: JSON.stringify(use.input) }
  event(response, 'content_block_delta', { index, delta })
  event(response, 'content_block_stop', { index })
}

function sendPieces(response: ServerResponse, pieces: string[], index: number): void {
  event(response, 'content_block_start', { index, content_block: { type: 'text', text: '' } })
  for (const text of pieces) event(response, 'content_block_delta', { index, delta: { type: 'text_delta', text } })
}

function sendWhole(response: ServerResponse, model: string, text: string, stopReason: string): void {
  const content = [{ type: 'text', text }]
  const message = {
    id: 'msg_whole',
    type: 'message',
    role: 'assistant',
    model,
    content,
    stop_reason: stopReason,
    usage,
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(message))
}

function event(response: ServerResponse, type: string, fields: object): void {
  response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`)
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

type Content = string | { type: string; text?: string }[]

function toRequest(request: IncomingMessage, raw: string): MessagesRequest {
  const body = JSON.parse(raw) as {
    model: string
    stream?: boolean
    system?: Content
    messages: { role: string; content: Content }[]
  }
  return {
    headers: request.headers,
    raw,
    model: body.model,
    stream: body.stream === true,
    system: textOf(body.system ?? ''),
    messages: body.messages.map(({ role, content }) => ({ role, text: textOf(content) })),
  }
}

function textOf(content: Content): string {
  return typeof content === 'string' ? content : content.map((block) => block.text ?? '').join('\n')
}
