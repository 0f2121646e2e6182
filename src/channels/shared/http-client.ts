import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { Readable } from 'node:stream'
import { createAgent } from '../../lib/http/proxy.ts'

/**
 * No usable answer came back. `left` says whether part of the request may have reached the server. The error has no
 * cause and no URL, because a URL may contain a secret.
 */
export class NoAnswerError extends Error {
  override name = 'NoAnswerError'
  readonly left: boolean
  constructor(what: string, reason: string, left: boolean) {
    super(`${what}: ${reason}`)
    this.left = left
  }
}

/** An HTTP client for one server, with its own connections. */
export interface HttpClient {
  /** Resolves with the complete answer, whatever its status. Rejects with NoAnswerError if there is none. */
  call(request: HttpRequest, limits: CallLimits): Promise<HttpAnswer>
  /** Resolves when the body starts to arrive. The limits apply until its end. */
  open(request: HttpRequest, limits: CallLimits): Promise<IncomingMessage>
  /** Reads the rest of an answer that was opened. */
  rest(what: string, response: IncomingMessage): Promise<HttpAnswer>
  close(): void
}

export interface HttpRequest {
  /** The name used in the log, because the path may contain a secret. */
  what: string
  /** Relative to the root of the server. */
  path: string
  /** Defaults to POST if there is a body, else GET. */
  method?: string
  headers?: Record<string, string>
  body?: RequestBody
}

export type RequestBody = Record<string, unknown> | FormData | Blob
export interface CallLimits {
  deadlineMs: number
  signal: AbortSignal
}
export interface HttpAnswer {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

/** No real API sends more in one answer. Files are streamed and not limited by this. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024

/**
 * Uses node:http instead of fetch, because fetch does not reveal whether the connection was established when it broke.
 */
export function createHttpClient(address: string): HttpClient {
  const base = new URL(address)
  const wire = base.protocol === 'https:' ? https : http
  const connected = base.protocol === 'https:' ? 'secureConnect' : 'connect'
  const agent = createAgent(base)
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
    const onAbort = () => fail(isTimeout(limits.signal.reason) ? 'no answer in time' : 'it was cancelled')
    const timer = setTimeout(
      () => fail(`no answer within ${Math.round(limits.deadlineMs / 1000)} s`),
      limits.deadlineMs,
    )
    limits.signal.addEventListener('abort', onAbort, { once: true })
    request.on('socket', (socket) => {
      // A reused connection is already open, so any failure from here on may happen after our bytes have left.
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

/** The signal came from AbortSignal.timeout. */
function isTimeout(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === 'TimeoutError'
}

async function rest(what: string, response: IncomingMessage): Promise<HttpAnswer> {
  return { status: response.statusCode ?? 0, headers: response.headers, text: await readAll(what, response) }
}

interface Encoded {
  headers: Record<string, string | number>
  text?: string
  stream?: Readable
}

function encode(body: RequestBody): Encoded {
  if (body instanceof Blob) {
    const headers = { 'content-type': body.type || 'application/octet-stream', 'content-length': body.size }
    return { headers, stream: Readable.fromWeb(body.stream() as never) }
  }
  if (!(body instanceof FormData)) {
    const text = JSON.stringify(body)
    return { text, headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) } }
  }
  // Response can encode a form, and it streams files from disk while they are sent.
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
      if (size > MAX_ANSWER_BYTES) throw new Error('it does not end')
      chunks.push(chunk)
    }
  } catch (error) {
    throw new NoAnswerError(what, `the answer broke off (${codeOf(error)})`, true)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown problem'
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
