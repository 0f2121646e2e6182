import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Log } from '../lib/log.ts'
import { createConnections } from './server/connections.ts'
import { loadWithFirstRequest } from './server/first-request.ts'

export interface McpDoor {
  url: string
  close(): Promise<void>
}

/** `admitted` is called when the pass was good, before the answer is there: a question to a person can take hours. */
type Handle = (request: Request, admitted: () => void) => Promise<Response>

/**
 * The tools' own door: a port of its own on loopback, so that it has nothing in common with the page, neither its cookie
 * nor its rules, and is there when the page is off. It opens with a pass and with nothing else.
 */
export async function openMcpDoor(handle: Handle, log: Log): Promise<McpDoor> {
  const connections = createConnections()
  const serve = loadWithFirstRequest(async () => {
    const { createFetchListener } = await import('./server/fetch-listener.ts')
    return createFetchListener((request, socket) => handle(request, () => connections.keep(socket)))
  }, log)
  const server = connections.createServer((request, response) => {
    // A body of unsaid length could be of any length.
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

/** A page in a browser that resolves its own name to loopback says that name here. */
function isForUs({ url = '', headers }: IncomingMessage): boolean {
  const name = headers.host?.replace(/:\d+$/, '')
  return name === '127.0.0.1' && /^\/mcp(\?|$)/.test(url) && headers.origin === undefined
}
