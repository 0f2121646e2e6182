import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '../../lib/http/web-address.ts'

/** How a request came in: on this machine, or by the name that others reach the page by. */
export interface Door {
  /** What a browser says of a page that was loaded through it. */
  origin: string
  isPublic: boolean
}

export type Arriving = Pick<IncomingMessage, 'headers' | 'rawHeaders' | 'httpVersion' | 'socket'>
export type DoorOf = (request: Arriving) => Door | undefined

/**
 * The door is told by the exact name that was called, and a name of this machine counts only where the call arrived on
 * it and nothing says that a proxy passed it on: a proxy can be made to call any name. What a proxy says is never a
 * reason to let anybody in. Undefined: by a name that is not ours.
 */
export function createDoorOf(publicOrigin: string | undefined): DoorOf {
  const publicHost = publicOrigin && new URL(publicOrigin).host
  return (request) => {
    const { headers, rawHeaders, socket } = request
    const given = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length
    const host = headers.host?.toLowerCase() ?? ''
    if (given !== 1) return undefined
    if (publicOrigin && host === publicHost) return { origin: publicOrigin, isPublic: true }
    const isHere = isFromThisMachine(socket) && !isForwarded(request)
    return isHere && ownHosts(socket.localPort).includes(host)
      ? { origin: `http://${host}`, isPublic: false }
      : undefined
  }
}

/**
 * Whose guess a request is: the address it came from, IPv6 by its network. A proxy on this machine is asked who called
 * it, and is believed as far as it saw it itself: the last address in the header that is not this machine's own.
 */
export function callerOf({ headers, socket }: Pick<Arriving, 'headers' | 'socket'>): string {
  const peer = networkOf(socket.remoteAddress ?? '') ?? 'unknown'
  const passed = headers['x-forwarded-for']
  if (passed === undefined || !isFromThisMachine(socket)) return peer
  const hops = [passed].flat().join(',').split(',')
  const last = hops.findLast((hop) => !isLoopback(withoutPort(hop)))
  return last === undefined ? peer : (networkOf(withoutPort(last)) ?? 'unknown')
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

/**
 * Whether a proxy shows itself. Browsers send no X- header of their own accord, and our page sends one; no browser has
 * spoken HTTP/1.0 for decades, but the plain `proxy_pass` of nginx does.
 */
function isForwarded({ headers, httpVersion }: Arriving): boolean {
  return httpVersion !== '1.1' || Object.keys(headers).some(isOfProxy)
}

function isOfProxy(header: string): boolean {
  if (header.startsWith('x-')) return header !== 'x-skein'
  return /^(forwarded|via|proxy-.*|cf-.*|cdn-.*|.*-ip)$/.test(header)
}

/** "192.0.2.1:80" and "[2001:db8::1]:80" are what some proxies write. */
function withoutPort(hop: string): string {
  const text = hop.trim()
  return /^\[([^\]]*)\](:\d+)?$/.exec(text)?.[1] ?? text.replace(/^([\d.]+):\d+$/, '$1')
}
