import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { Readable } from 'node:stream'

/**
 * Nothing usable came back. `left` tells whether a byte of the request may have reached the other side.
 * It carries no cause and no address: an address may hold a secret.
 */
export class NoAnswerError extends Error {
  override name = 'NoAnswerError'
  readonly left: boolean
  constructor(what: string, reason: string, left: boolean) {
    super(`${what}: ${reason}`)
    this.left = left
  }
}

/** The wire to one server, with connections of its own. */
export interface Http {
  /** The whole answer, whatever its status; rejects with NoAnswerError when there is none. */
  call(request: HttpRequest, limits: CallLimits): Promise<Answer>
  /** Resolves when the content begins to arrive; the limits hold until its end. */
  open(request: HttpRequest, limits: CallLimits): Promise<IncomingMessage>
  /** What is left of an answer that was opened. */
  rest(what: string, response: IncomingMessage): Promise<Answer>
  close(): void
}

export interface HttpRequest {
  /** What it is called in a log: a path may hold a secret. */
  what: string
  /** Below the root of the server. */
  path: string
  /** GET without a body, POST with one, unless told. */
  method?: string
  headers?: Record<string, string>
  body?: Body
}

export type Body = Record<string, unknown> | FormData | Blob
export interface CallLimits {
  deadlineMs: number
  signal: AbortSignal
}
export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

/** Whatever sends more is not who we take it for; files are read as they come. */
const LARGEST_ANSWER = 16 * 1024 * 1024

/** node:http rather than fetch: only here can be told whether a connection stood when it broke. */
export function createHttp(address: string): Http {
  const base = new URL(address)
  const wire = base.protocol === 'https:' ? https : http
  const connected = base.protocol === 'https:' ? 'secureConnect' : 'connect'
  const agent = new wire.Agent({ keepAlive: true, keepAliveMsecs: 15_000 })
  const root = base.pathname.replace(/\/$/, '')

  function open(asked: HttpRequest, limits: CallLimits): Promise<IncomingMessage> {
    const { what, path, headers } = asked
    const body = asked.body && encode(asked.body)
    const { promise, resolve, reject } = deferred<IncomingMessage>()
    let left = false
    const request = wire.request({
      hostname: base.hostname.replace(/^\[|\]$/g, ''),
      port: base.port,
      path: root + path,
      method: asked.method ?? (body ? 'POST' : 'GET'),
      agent,
      headers: { 'user-agent': 'skein', ...body?.headers, ...headers },
    })
    const fail = (reason: string) => {
      reject(new NoAnswerError(what, reason, left))
      request.destroy()
    }
    const onAbort = () => fail('it was called off')
    const timer = setTimeout(
      () => fail(`no answer within ${Math.round(limits.deadlineMs / 1000)} s`),
      limits.deadlineMs,
    )
    limits.signal.addEventListener('abort', onAbort, { once: true })
    request.on('socket', (socket) => {
      // A connection that is used again is open already: whatever breaks now breaks with our bytes on the way.
      left = !socket.connecting
      if (socket.connecting) socket.once(connected, () => (left = true))
    })
    request.on('error', (error) => fail(codeOf(error)))
    request.on('response', resolve)
    request.on('close', () => {
      clearTimeout(timer)
      limits.signal.removeEventListener('abort', onAbort)
    })
    if (limits.signal.aborted) onAbort()
    else if (body?.stream) body.stream.on('error', (error) => fail(codeOf(error))).pipe(request)
    else request.end(body?.text)
    return promise
  }

  return {
    open,
    rest,
    call: async (request, limits) => await rest(request.what, await open(request, limits)),
    close: () => agent.destroy(),
  }
}

async function rest(what: string, response: IncomingMessage): Promise<Answer> {
  return { status: response.statusCode ?? 0, headers: response.headers, text: await readAll(what, response) }
}

interface Encoded {
  headers: Record<string, string | number>
  text?: string
  stream?: Readable
}

function encode(body: Body): Encoded {
  if (body instanceof Blob) {
    const headers = { 'content-type': body.type || 'application/octet-stream', 'content-length': body.size }
    return { headers, stream: Readable.fromWeb(body.stream() as never) }
  }
  if (!(body instanceof FormData)) {
    const text = JSON.stringify(body)
    return { text, headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) } }
  }
  // Response knows how to write a form; it also keeps files on disk until they are sent.
  const form = new Response(body)
  const type = form.headers.get('content-type') ?? ''
  return {
    headers: { 'content-type': type },
    stream: Readable.from(form.body ?? []),
  }
}

async function readAll(what: string, response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > LARGEST_ANSWER) throw new Error('it does not end')
      chunks.push(chunk)
    }
  } catch (error) {
    throw new NoAnswerError(what, `the answer broke off (${codeOf(error)})`, true)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown trouble'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

function deferred<T>() {
  let resolve!: (value: T) => void
  let reject!: (error: Error) => void
  const promise = new Promise<T>((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}
