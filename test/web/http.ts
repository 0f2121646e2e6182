import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { WebServer } from '../../src/web/server.ts'

export interface Asked {
  method?: string
  path?: string
  headers?: Record<string, string>
  body?: string | Buffer
  /** Where the server is called. */
  at?: string
}

export interface Answered {
  status: number
  headers: IncomingHttpHeaders
  text: string
  json(): unknown
}

/** Like fetch, but lets a test send any header whatever: fetch forbids the very ones that matter here. */
export function ask(port: number, asked: Asked = {}): Promise<Answered> {
  const { method = 'GET', path = '/', headers = {}, body, at = '127.0.0.1' } = asked
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ host: at, port, method, path, headers, agent: false }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(parts).toString()
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text,
          json: () => JSON.parse(text) as unknown,
        })
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** An open connection and the bytes that come back on it. */
export async function openSocket(port: number): Promise<{ socket: Socket; closed: Promise<string> }> {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.on('data', (bytes: Buffer) => (received += bytes.toString()))
  // Being cut off is what many of these tests are about.
  socket.on('error', () => {})
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(received)))
  await new Promise((resolve) => socket.once('connect', resolve))
  return { socket, closed }
}

/** What our own page sends. */
export function pageHeaders(port: number, more: Record<string, string> = {}): Record<string, string> {
  return {
    host: `127.0.0.1:${port}`,
    origin: `http://127.0.0.1:${port}`,
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/json',
    'x-skein': '1',
    ...more,
  }
}

/** Redeems a link as the page does. */
export async function signIn(
  server: Pick<WebServer, 'port' | 'link'>,
  link = server.link(),
): Promise<{ cookie: string; answer: Answered }> {
  const token = link.split('#sign-in=')[1] ?? ''
  const answer = await ask(server.port, {
    method: 'POST',
    path: '/api/sign-in',
    headers: pageHeaders(server.port),
    body: JSON.stringify({ token }),
  })
  return { cookie: answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '', answer }
}
