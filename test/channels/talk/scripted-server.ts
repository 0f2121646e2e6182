import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Seen {
  method: string
  url: URL
  headers: IncomingHttpHeaders
  body: string
}

export interface Reply {
  status?: number
  headers?: Record<string, string | string[]>
  body?: string | Buffer
  /** Breaks the connection off instead. */
  cut?: true
}

/** A server that says what the test wants it to say, one request at a time or several. */
export async function scriptedServer(answer: (seen: Seen) => Reply | Promise<Reply>) {
  const seen: Seen[] = []
  let open = 0
  let most = 0
  const server = createServer((request, response) => {
    open++
    most = Math.max(most, open)
    const chunks: Buffer[] = []
    response.on('close', () => open--)
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const one = {
        method: request.method ?? '',
        url: new URL(request.url ?? '/', 'http://here'),
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      }
      seen.push(one)
      void Promise.resolve(answer(one)).then(({ status = 200, headers = {}, body, cut }) => {
        if (cut) return request.socket.destroy()
        response.writeHead(status, headers)
        return response.end(body)
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    most: () => most,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** An answer as the server wraps it. */
export function ocs(data: unknown, { status = 200, headers = {} }: Omit<Reply, 'body'> = {}): Reply {
  const body = JSON.stringify({
    ocs: { meta: { status: 'ok', statuscode: status, message: status < 400 ? 'OK' : '' }, data },
  })
  return { status, headers: { 'content-type': 'application/json', ...headers }, body }
}
