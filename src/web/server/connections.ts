import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { SafeResponse, securityHeaders } from './headers.ts'

/** Keeps a server that anybody on this machine can connect to from being used up by any of them. */
export interface Connections {
  createServer(serve: RequestListener): Server
  /** This one has shown who it is: from now on strangers cannot push it out. */
  keep(socket: Socket): void
}

export const connectionLimits = {
  /** At once, however many come; one more pushes out who has waited longest. */
  connections: 512,
  /** Strangers that are listened to. The others wait for a place, the newest first: in a flood, the oldest are the flood. */
  strangers: 16,
  known: 64,
  /** Requests of one connection that wait while another of its own is answered; no browser sends any. */
  pipelined: 100,
  /** Beats that somebody may wait for a place, and a stranger may stay. */
  waitBeats: 50,
  strangerBeats: 600,
  /** Beats without a byte taken from what is ready to be read. */
  unreadBeats: 300,
  beatMs: 100,
  headersMs: 10_000,
  requestMs: 15_000,
}

interface Caller {
  isKnown: boolean
  isHeard: boolean
  /** No request of it is being answered. */
  isIdle: boolean
  waiting: (() => void)[]
  /** Beats since it came, or since it is listened to. */
  age: number
  taken: number
  unread: number
}

export function createConnections(limits = connectionLimits): Connections {
  // In the order they came.
  const callers = new Map<Socket, Caller>()
  let isAdmitting = false

  function greet(socket: Socket): void {
    callers.set(socket, { isKnown: false, isHeard: false, isIdle: true, waiting: [], age: 0, taken: 0, unread: 0 })
    socket.once('close', () => forget(socket))
    // Node has just asked for the socket to be read, from the next tick on; this comes right behind it.
    process.nextTick(() => socket.pause())
    if (callers.size > limits.connections) drop(find(isWaiting) ?? find(isStranger) ?? find(() => true))
    admitSoon()
  }

  // One in each turn of the loop: what a packet full of requests costs, tens of milliseconds, is paid by those who sent it
  // and not all at once by everybody else.
  function admitSoon(): void {
    if (isAdmitting) return
    isAdmitting = true
    setImmediate(() => {
      isAdmitting = false
      admit()
    })
  }

  function admit(): void {
    const newest = [...callers].findLast(([, caller]) => isWaiting(caller))
    if (!newest) return
    const heard = [...callers.values()].filter((caller) => caller.isHeard && isStranger(caller)).length
    if (heard >= limits.strangers && !makeRoom()) return
    const [socket, caller] = newest
    Object.assign(caller, { isHeard: true, age: 0 })
    socket.resume()
    admitSoon()
  }

  /** False when each of them has only just been given its place. */
  function makeRoom(): boolean {
    const isOver = (caller: Caller) => isStranger(caller) && caller.isHeard && caller.age > 1
    const leaving = find((caller) => isOver(caller) && caller.isIdle) ?? find(isOver)
    drop(leaving)
    return leaving !== undefined
  }

  function find(fits: (caller: Caller) => boolean): Socket | undefined {
    for (const [socket, caller] of callers) if (fits(caller)) return socket
    return undefined
  }

  function drop(socket: Socket | undefined): void {
    if (!socket) return
    forget(socket)
    socket.destroy()
  }

  function forget(socket: Socket): void {
    callers.get(socket)?.waiting.splice(0)
    if (callers.delete(socket)) admitSoon()
  }

  // Node hands over every request of a packet at once. Served at once, hundreds of answers would lie here unread, and
  // those who read theirs would wait for all of them.
  function queue(request: IncomingMessage, response: ServerResponse, serve: RequestListener): void {
    const { socket } = request
    const caller = callers.get(socket)
    if (!caller) return
    if (caller.waiting.length >= limits.pipelined) return drop(socket)
    caller.waiting.push(() => {
      response.once('close', () => next(caller))
      serve(request, response)
    })
    if (caller.isIdle) serveNext(caller)
  }

  function serveNext(caller: Caller): void {
    const serve = caller.waiting.shift()
    caller.isIdle = !serve
    serve?.()
  }

  // Not in the same breath: everybody else has a turn in between.
  const next = (caller: Caller) => void setImmediate(() => serveNext(caller))

  // Counted rather than timed, so that nobody is blamed for the time when the daemon itself was held up.
  function beat(): void {
    for (const [socket, caller] of callers) {
      caller.age++
      const taken = socket.bytesWritten - socket.writableLength
      const isStuck = socket.writableLength > 0 && taken === caller.taken
      caller.unread = isStuck ? caller.unread + 1 : 0
      caller.taken = taken
      const isOver = isStranger(caller) && caller.age > (caller.isHeard ? limits.strangerBeats : limits.waitBeats)
      if (isOver || caller.unread >= limits.unreadBeats) drop(socket)
    }
    const known = [...callers].filter(([, { isKnown }]) => isKnown)
    const idleFirst = known.toSorted(([, one], [, other]) => Number(other.isIdle) - Number(one.isIdle))
    for (const [socket] of idleFirst.slice(0, Math.max(0, known.length - limits.known))) drop(socket)
    admitSoon()
  }

  return {
    createServer(serve) {
      const server = createServer(
        {
          headersTimeout: limits.headersMs,
          requestTimeout: limits.requestMs,
          // Node looks for late requests only every 30 s unless told otherwise.
          connectionsCheckingInterval: 1000,
          keepAliveTimeout: 10_000,
          maxHeaderSize: 16_384,
          ServerResponse: SafeResponse,
        },
        (request, response) => queue(request, response, serve),
      )
      server.maxRequestsPerSocket = 1000
      server.on('connection', greet)
      server.on('clientError', answerBrokenRequest)
      const beating = setInterval(beat, limits.beatMs).unref()
      server.once('close', () => clearInterval(beating))
      return server
    },
    keep(socket) {
      const caller = callers.get(socket)
      if (!caller || caller.isKnown) return
      caller.isKnown = true
      admitSoon()
    },
  }
}

const isStranger = (caller: Caller) => !caller.isKnown
const isWaiting = (caller: Caller) => !caller.isHeard

/** For what fails before there is a response object. */
function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  socket.end(plainAnswer(...problemOf(error.code)))
}

function problemOf(code: string | undefined): [status: number, error: string] {
  if (code === 'HPE_HEADER_OVERFLOW') return [431, 'The headers of this request are too large.']
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return [408, 'The request took too long to arrive.']
  return [400, 'This is not a request that can be understood.']
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
