import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '../../lib/http/web-address.ts'

/** How a request came in: from this machine, or by the public address. */
export interface EntryPoint {
  /** The Origin header of pages loaded through it. */
  origin: string
  isPublic: boolean
}

export type IncomingRequest = Pick<IncomingMessage, 'headers' | 'rawHeaders' | 'httpVersion' | 'socket'>
export type FindEntryPoint = (request: IncomingRequest) => EntryPoint | undefined

/**
 * The entry point is decided by the exact Host header. A local name counts only if the request arrived on loopback and shows
 * no sign of a proxy, because a proxy can be made to send any name. Nothing a proxy says grants access. Undefined if
 * the name is not ours.
 */
export function createEntryPointFinder(publicOrigin: string | undefined): FindEntryPoint {
  const publicHost = publicOrigin && new URL(publicOrigin).host
  return (request) => {
    const { headers, rawHeaders, socket } = request
    const hostHeaders = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length
    const host = headers.host?.toLowerCase() ?? ''
    if (hostHeaders !== 1) return undefined
    if (publicOrigin && host === publicHost) return { origin: publicOrigin, isPublic: true }
    const isLocal = isFromThisMachine(socket) && !isForwarded(request)
    return isLocal && ownHosts(socket.localPort).includes(host)
      ? { origin: `http://${host}`, isPublic: false }
      : undefined
  }
}

/**
 * The client that a failed sign-in is counted for: its address, or its network for IPv6. A local proxy is trusted only
 * for the last address in its header that is not this machine.
 */
export function callerOf({ headers, socket }: Pick<IncomingRequest, 'headers' | 'socket'>): string {
  const peer = networkOf(socket.remoteAddress ?? '') ?? 'unknown'
  const forwardedFor = headers['x-forwarded-for']
  if (forwardedFor === undefined || !isFromThisMachine(socket)) return peer
  const hops = [forwardedFor].flat().join(',').split(',')
  const clientHop = hops.findLast((hop) => !isLoopback(withoutPort(hop)))
  return clientHop === undefined ? peer : (networkOf(withoutPort(clientHop)) ?? 'unknown')
}

function ownHosts(port = 0): string[] {
  const names = ['127.0.0.1', 'localhost']
  return port === 80 ? names : names.map((name) => `${name}:${port}`)
}

function isFromThisMachine({ localAddress, remoteAddress }: Socket): boolean {
  return /^(::ffff:)?127\.0\.0\.1$/.test(localAddress ?? '') && isLoopback(remoteAddress ?? '')
}

function isLoopback(address: string): boolean {
  return /^(::ffff:)?127\.[\d.]+$|^::1$/.test(address)
}

/** Our page sends the first, and Prometheus the second with every scrape. */
const ownHeaders = ['x-skein', 'x-prometheus-scrape-timeout-seconds']

/**
 * Whether the request shows signs of a proxy. Browsers send no X- headers on their own. No browser uses HTTP/1.0, but
 * the plain `proxy_pass` of nginx does.
 */
function isForwarded({ headers, httpVersion }: IncomingRequest): boolean {
  return httpVersion !== '1.1' || Object.keys(headers).some(isProxyHeader)
}

function isProxyHeader(header: string): boolean {
  if (header.startsWith('x-')) return !ownHeaders.includes(header)
  return /^(forwarded|via|proxy-.*|cf-.*|cdn-.*|.*-ip)$/.test(header)
}

/** Some proxies write "192.0.2.1:80" or "[2001:db8::1]:80". */
function withoutPort(hop: string): string {
  const text = hop.trim()
  return /^\[([^\]]*)\](:\d+)?$/.exec(text)?.[1] ?? text.replace(/^([\d.]+):\d+$/, '$1')
}
