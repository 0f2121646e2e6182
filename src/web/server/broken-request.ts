import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { securityHeaders } from './headers.ts'

/** For what fails before there is a response object. */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Duplex): void {
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
