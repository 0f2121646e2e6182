import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface LoopbackServer {
  url(): string
  /** Listens; again on the same port after `down`. */
  up(): Promise<void>
  /** Nobody answers at this address any more; open connections die. */
  down(): Promise<void>
  /** Cuts every open connection, and goes on listening. */
  hangUp(): void
}

/** An HTTP server on loopback that can go away and come back. */
export function createLoopbackServer(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
  port = 0,
): LoopbackServer {
  let server: Server | undefined

  return {
    url: () => `http://127.0.0.1:${port}`,
    async up() {
      const next = createServer(handle)
      // Node's five seconds race with a client that is about to use the connection again.
      next.keepAliveTimeout = 60_000
      server = next
      await new Promise<void>((resolve, reject) => {
        next.once('error', reject)
        next.listen(port, '127.0.0.1', resolve)
      })
      port = (next.address() as AddressInfo).port
    },
    async down() {
      const old = server
      server = undefined
      if (old === undefined) return
      await new Promise<void>((resolve) => {
        old.close(() => resolve())
        old.closeAllConnections()
      })
    },
    hangUp: () => server?.closeAllConnections(),
  }
}
