import { type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { apiHeaders } from './headers.ts'

/** Bounds for a server that anybody on this machine can connect to. */
export const connectionLimits = {
  connections: 100,
  /** Connections with no request under way; one more pushes out the oldest of them, so that idling cannot lock anybody out. */
  idle: 64,
  headersMs: 10_000,
  requestMs: 15_000,
}

/** Options that `createServer` must be given. Node looks for late requests only every 30 s unless told otherwise. */
export const serverOptions = {
  headersTimeout: connectionLimits.headersMs,
  requestTimeout: connectionLimits.requestMs,
  connectionsCheckingInterval: 1000,
  keepAliveTimeout: 10_000,
  maxHeaderSize: 16_384,
}

export function boundConnections(server: Server): void {
  server.maxConnections = connectionLimits.connections
  server.maxRequestsPerSocket = 1000
  const underWay = new Map<Socket, number>()
  const idle = new Set<Socket>()

  function rest(socket: Socket): void {
    if (socket.destroyed) return
    idle.add(socket)
    const [oldest] = idle
    if (idle.size > connectionLimits.idle) oldest?.destroy()
  }

  server.on('connection', (socket) => {
    socket.once('close', () => {
      idle.delete(socket)
      underWay.delete(socket)
    })
    rest(socket)
  })

  server.on('request', ({ socket }, response) => {
    idle.delete(socket)
    underWay.set(socket, (underWay.get(socket) ?? 0) + 1)
    response.once('close', () => {
      const left = (underWay.get(socket) ?? 1) - 1
      underWay.set(socket, left)
      if (left === 0) rest(socket)
    })
  })

  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
    socket.end(plainAnswer(...brokenRequest(error.code)))
  })
}

function brokenRequest(code: string | undefined): [status: number, error: string] {
  if (code === 'HPE_HEADER_OVERFLOW') return [431, 'The headers of this request are too large.']
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return [408, 'The request took too long to arrive.']
  return [400, 'This is not a request that can be understood.']
}

/** For what fails before there is a response object. */
function plainAnswer(status: number, error: string): string {
  const body = JSON.stringify({ error })
  const headers = {
    ...apiHeaders,
    connection: 'close',
    'content-type': 'application/json',
    'content-length': body.length,
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n')
}
