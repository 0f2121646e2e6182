import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Log } from '../lib/log.ts'
import { createConnectionLimiter } from './server/connection-limiter.ts'
import { createLazyListener } from './server/lazy-listener.ts'

export interface McpEndpoint {
  url: string
  close(): Promise<void>
}

/** `onAdmitted` is called once the pass is accepted. The answer itself can take hours if a person is asked. */
type Handle = (request: Request, onAdmitted: () => void) => Promise<Response>

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
    const refuse = (status: number) => response.writeHead(status, { connection: 'close' }).end()
    if (!isForMcp(request)) refuse(MISDIRECTED_REQUEST)
    else if (hasSmallBody(request)) void serve(request, response)
    else refuse(CONTENT_TOO_LARGE)
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

const MISDIRECTED_REQUEST = 421
const CONTENT_TOO_LARGE = 413
const MAX_REQUEST_BYTES = 1_000_000

/** A POST must declare its length, because a body without one could be arbitrarily large. */
function hasSmallBody({ method, headers }: IncomingMessage): boolean {
  const length = headers['content-length']
  return length === undefined ? method !== 'POST' : Number(length) <= MAX_REQUEST_BYTES
}

/** A web page can make its own name resolve to loopback, but then the Host header carries that name. */
function isForMcp({ url = '', headers }: IncomingMessage): boolean {
  const name = headers.host?.replace(/:\d+$/, '')
  return name === '127.0.0.1' && /^\/mcp(\?|$)/.test(url) && headers.origin === undefined
}
