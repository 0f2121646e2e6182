import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  ServerResponse,
  STATUS_CODES,
} from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** Protects a server from being exhausted by local clients. */
export interface ConnectionLimiter {
  createServer(serve: RequestListener): Server
  /** Marks an authenticated connection, so that strangers cannot push it out. */
  keep(socket: Socket): void
}

export const connectionLimits = {
  /** Maximum open connections. One more closes the one that has waited longest. */
  connections: 512,
  /** Unknown clients served at once. The others wait, newest first: in a flood, the oldest are the flood. */
  strangers: 16,
  known: 64,
  /** Pipelined requests of one connection. No browser sends any. */
  pipelined: 100,
  /** Beats a client may wait to be served, and an unknown one may stay. */
  waitBeats: 50,
  strangerBeats: 600,
  /** Beats in which the client reads nothing although data is ready. */
  unreadBeats: 300,
  beatMs: 100,
  headersMs: 10_000,
  requestMs: 15_000,
}

interface Client {
  isKnown: boolean
  isHeard: boolean
  /** No request is in progress. */
  isIdle: boolean
  waiting: (() => void)[]
  /** Beats since it connected, or since it is being served. */
  age: number
  taken: number
  unread: number
}

export function createConnectionLimiter(limits = connectionLimits): ConnectionLimiter {
  // In order of arrival.
  const clients = new Map<Socket, Client>()
  let isAdmitting = false

  function addConnection(socket: Socket): void {
    clients.set(socket, { isKnown: false, isHeard: false, isIdle: true, waiting: [], age: 0, taken: 0, unread: 0 })
    socket.once('close', () => forget(socket))
    // Node starts reading on the next tick. This runs right after it.
    process.nextTick(() => socket.pause())
    if (clients.size > limits.connections) drop(find(isWaiting) ?? find(isStranger) ?? find(() => true))
    admitSoon()
  }

  // One per turn of the event loop. A packet full of requests costs tens of milliseconds, which others should not wait
  // for at once.
  function admitSoon(): void {
    if (isAdmitting) return
    isAdmitting = true
    setImmediate(() => {
      isAdmitting = false
      admit()
    })
  }

  function admit(): void {
    const newest = [...clients].findLast(([, client]) => isWaiting(client))
    if (!newest) return
    const servedStrangers = [...clients.values()].filter((client) => client.isHeard && isStranger(client)).length
    if (servedStrangers >= limits.strangers && !makeRoom()) return
    const [socket, client] = newest
    Object.assign(client, { isHeard: true, age: 0 })
    socket.resume()
    admitSoon()
  }

  /** Returns false if all of them were admitted just now. */
  function makeRoom(): boolean {
    const canBeDropped = (client: Client) => isStranger(client) && client.isHeard && client.age > 1
    const dropped = find((client) => canBeDropped(client) && client.isIdle) ?? find(canBeDropped)
    drop(dropped)
    return dropped !== undefined
  }

  function find(matches: (client: Client) => boolean): Socket | undefined {
    for (const [socket, client] of clients) if (matches(client)) return socket
    return undefined
  }

  function drop(socket: Socket | undefined): void {
    if (!socket) return
    forget(socket)
    socket.destroy()
  }

  function forget(socket: Socket): void {
    clients.get(socket)?.waiting.splice(0)
    if (clients.delete(socket)) admitSoon()
  }

  // Node delivers all pipelined requests at once. Serving them at once would pile up unread responses and delay other
  // clients.
  function queue(request: IncomingMessage, response: ServerResponse, serve: RequestListener): void {
    const { socket } = request
    const client = clients.get(socket)
    if (!client) return
    if (client.waiting.length >= limits.pipelined) return drop(socket)
    client.waiting.push(() => {
      response.once('close', () => next(client))
      serve(request, response)
    })
    if (client.isIdle) serveNext(client)
  }

  function serveNext(client: Client): void {
    const serve = client.waiting.shift()
    client.isIdle = !serve
    serve?.()
  }

  // Not immediately, so that others get a turn.
  const next = (client: Client) => void setImmediate(() => serveNext(client))

  // Counted in beats instead of time, so that clients are not blamed for delays of the daemon.
  function beat(): void {
    for (const [socket, client] of clients) {
      client.age++
      const readBytes = socket.bytesWritten - socket.writableLength
      const isStuck = socket.writableLength > 0 && readBytes === client.taken
      client.unread = isStuck ? client.unread + 1 : 0
      client.taken = readBytes
      const isExpired = isStranger(client) && client.age > (client.isHeard ? limits.strangerBeats : limits.waitBeats)
      if (isExpired || client.unread >= limits.unreadBeats) drop(socket)
    }
    const knownClients = [...clients].filter(([, { isKnown }]) => isKnown)
    const idleFirst = knownClients.toSorted(([, a], [, b]) => Number(b.isIdle) - Number(a.isIdle))
    for (const [socket] of idleFirst.slice(0, Math.max(0, knownClients.length - limits.known))) drop(socket)
    admitSoon()
  }

  return {
    createServer(serve) {
      const server = createServer(
        {
          headersTimeout: limits.headersMs,
          requestTimeout: limits.requestMs,
          // By default, Node looks for late requests only every 30 s.
          connectionsCheckingInterval: 1000,
          keepAliveTimeout: 10_000,
          maxHeaderSize: 16_384,
          ServerResponse: SafeResponse,
        },
        (request, response) => queue(request, response, serve),
      )
      server.maxRequestsPerSocket = 1000
      server.on('connection', addConnection)
      server.on('clientError', answerBrokenRequest)
      const timer = setInterval(beat, limits.beatMs).unref()
      server.once('close', () => clearInterval(timer))
      return server
    },
    keep(socket) {
      const client = clients.get(socket)
      if (!client || client.isKnown) return
      client.isKnown = true
      admitSoon()
    },
  }
}

const isStranger = (client: Client) => !client.isKnown
const isWaiting = (client: Client) => !client.isHeard

/** For errors before there is a response object. */
function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  socket.end(plainAnswer(...describeProblem(error.code)))
}

function describeProblem(code: string | undefined): [status: number, error: string] {
  if (code === 'HPE_HEADER_OVERFLOW') return [431, 'The headers of this request are too large.']
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return [408, 'The request took too long to arrive.']
  return [400, 'This request cannot be understood.']
}

function plainAnswer(status: number, error: string): string {
  const body = JSON.stringify({ error })
  const headers = {
    ...securityHeaders,
    connection: 'close',
    'content-type': 'application/json',
    'content-length': body.length,
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n')
}

/** Sent with every response. Conversations must not be cached. The page's own files override this. */
export const securityHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; media-src 'self'; connect-src 'self'; " +
    "manifest-src 'self'; worker-src 'self'; frame-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}

/** For a frame of our own page: it contains its scripts, and it has no origin, no network and no storage. */
export const frameHeaders = {
  'content-security-policy':
    "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  'x-frame-options': 'SAMEORIGIN',
}

/**
 * Sets the headers before anything is written, so that responses of Node and the library have them too. Node requires a
 * class here.
 */
class SafeResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  constructor(request: Request) {
    super(request)
    for (const [name, value] of Object.entries(securityHeaders)) this.setHeader(name, value)
  }
}
