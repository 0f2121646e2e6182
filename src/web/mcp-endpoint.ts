import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Log } from '../lib/log.ts'
import { createConnectionLimiter } from './server/connection-limiter.ts'
import { createLazyListener } from './server/lazy-listener.ts'

export interface McpEndpoint {
  url: string
  close(): Promise<void>
}

/** `admitted` is called once the pass is accepted. The answer itself can take hours if a person is asked. */
type Handle = (request: Request, admitted: () => void) => Promise<Response>

/**
 * The MCP endpoint of the tools: a loopback port of its own, so that it shares neither cookie nor rules with the page,
 * and works when the page is off. It accepts nothing but a pass.
 */
export async function openMcpEndpoint(handle: Handle, log: Log): Promise<McpEndpoint> {
  const connections = createConnectionLimiter()
  const serve = createLazyListener(async () => {
    const { getRequestListener } = await import('@hono/node-server')
    return getRequestListener((request, { incoming }) => handle(request, () => connections.keep(incoming.socket)), {
      overrideGlobalObjects: false,
    })
  }, log)
  const server = connections.createServer((request, response) => {
    // Without a length, a body could be arbitrarily large.
    const size = Number(request.headers['content-length'] ?? (request.method === 'POST' ? Number.NaN : 0))
    if (!isForUs(request)) response.writeHead(421, { connection: 'close' }).end()
    else if (size <= LARGEST_REQUEST_BYTES) void serve(request, response)
    else response.writeHead(413, { connection: 'close' }).end()
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const LARGEST_REQUEST_BYTES = 1_000_000

/** A web page can make its own name resolve to loopback, but then the Host header carries that name. */
function isForUs({ url = '', headers }: IncomingMessage): boolean {
  const name = headers.host?.replace(/:\d+$/, '')
  return name === '127.0.0.1' && /^\/mcp(\?|$)/.test(url) && headers.origin === undefined
}
