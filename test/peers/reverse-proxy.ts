import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReverseProxyOptions {
  /** Headers that the proxy sets, over what the client sent. */
  sets?: Record<string, string>
  /** Appends the address of its client to X-Forwarded-For, as the documented examples do. */
  appendsForwardedFor?: boolean
  /** The address that its clients seem to have; the real one is always loopback in a test. */
  clientAddress?: () => string
}

export interface ReverseProxy {
  port: number
  close(): Promise<void>
}

/** A small real reverse proxy on loopback. It passes every header on as it came, Host and Origin included. */
export async function createReverseProxy(
  upstreamPort: number,
  options: ReverseProxyOptions = {},
): Promise<ReverseProxy> {
  const { sets = {}, appendsForwardedFor = false, clientAddress = () => '203.0.113.9' } = options
  const server = createServer((incoming, outgoing) => {
    const headers: Record<string, string | string[] | undefined> = { ...incoming.headers, ...sets }
    if (appendsForwardedFor) {
      headers['x-forwarded-for'] = [incoming.headers['x-forwarded-for'] ?? [], clientAddress()].flat().join(', ')
    }
    const { method, url } = incoming
    const upstream = httpRequest(
      { host: '127.0.0.1', port: upstreamPort, method, path: url, headers, agent: false, setHost: false },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    upstream.on('error', () => outgoing.destroy())
    incoming.pipe(upstream)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
