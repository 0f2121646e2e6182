import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { answerBrokenRequest } from './broken-request.ts'

/** Keeps a server that anybody on this machine can connect to from being used up by any of them. */
export interface Connections {
  createServer(serve: RequestListener): Server
  /** This one has shown who it is: from now on strangers cannot push it out. */
  keep(socket: Socket): void
}

export const connectionLimits = {
  /** At once, however many come; one more pushes out the oldest stranger there and then. */
  connections: 512,
  /** That stay, of strangers and of those who are known: beyond it the oldest go, but none before its first request could be read. */
  room: 64,
  /** Requests of one connection that wait while another of its own is answered; no browser sends any. */
  pipelined: 100,
  /** Beats of a second that a stranger may stay. */
  strangerBeats: 60,
  /** Beats without a byte taken from what is ready to be read. */
  unreadBeats: 30,
  beatMs: 1000,
  headersMs: 10_000,
  requestMs: 15_000,
}

interface Caller {
  isKnown: boolean
  /** No request of it is being answered. */
  isIdle: boolean
  waiting: (() => void)[]
  age: number
  taken: number
  unread: number
}

export function createConnections(limits = connectionLimits): Connections {
  // In the order they came.
  const callers = new Map<Socket, Caller>()

  function greet(socket: Socket): void {
    callers.set(socket, { isKnown: false, isIdle: true, waiting: [], age: 0, taken: 0, unread: 0 })
    socket.once('close', () => forget(socket))
    if (callers.size > limits.connections) drop(oldest(callers, isStranger) ?? oldest(callers, () => true))
  }

  function drop(socket: Socket | undefined): void {
    if (!socket) return
    forget(socket)
    socket.destroy()
  }

  function forget(socket: Socket): void {
    callers.get(socket)?.waiting.splice(0)
    callers.delete(socket)
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
      const isOver = !caller.isKnown && caller.age > limits.strangerBeats
      if (isOver || caller.unread >= limits.unreadBeats) drop(socket)
    }
    makeRoom(isStranger)
    makeRoom((caller) => caller.isKnown)
  }

  function makeRoom(fits: (caller: Caller) => boolean): void {
    const crowd = [...callers].filter(([, caller]) => fits(caller))
    const old = crowd.filter(([, { age }]) => age > 1)
    const idleFirst = [...old.filter(([, { isIdle }]) => isIdle), ...old.filter(([, { isIdle }]) => !isIdle)]
    const leaving = idleFirst.slice(0, Math.max(0, crowd.length - limits.room))
    for (const [socket] of leaving) drop(socket)
  }

  return {
    createServer(serve) {
      const server = createServer(
        {
          headersTimeout: limits.headersMs,
          requestTimeout: limits.requestMs,
          // Node looks for late requests only every 30 s unless told otherwise.
          connectionsCheckingInterval: limits.beatMs,
          keepAliveTimeout: 10_000,
          maxHeaderSize: 16_384,
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
      if (caller) caller.isKnown = true
    },
  }
}

const isStranger = (caller: Caller) => !caller.isKnown

function oldest(callers: Map<Socket, Caller>, fits: (caller: Caller) => boolean): Socket | undefined {
  for (const [socket, caller] of callers) if (fits(caller)) return socket
  return undefined
}
