import { promises as dns } from 'node:dns'
import type { ClientRequest, IncomingMessage } from 'node:http'
import http from 'node:http'
import https from 'node:https'
import { connect, isIP, type Socket } from 'node:net'
import { connect as secure } from 'node:tls'
import { openTunnel, proxyFor } from './proxy.ts'
import { isLoopback } from './proxy-rules.ts'
import { type AddressProblem, isPublic, isWebPort, type WebAddress } from './web-address.ts'

/** Why nothing was fetched. It names at most the server, because the rest of an address may be secret. */
export interface FetchProblem {
  kind:
    | 'cancelled'
    | 'late'
    | 'silent'
    | 'too many redirects'
    | 'not a web port'
    | 'not found'
    | 'lookup failed'
    | 'not public'
    | 'status'
    | 'unknown compression'
    | 'broken compression'
    | 'large headers'
    | 'certificate'
    | 'no connection'
    | 'bad redirect'
    | AddressProblem
  host?: string
  /** A number of seconds, a port, a status, an error code, or the setting that would allow the server. */
  detail?: string | number
}

export interface GuardedConnectionDeps {
  /** The setting that allows private servers, named in refusals: "private_hosts under [scheduler]". */
  allowedKey?: string
  resolve?: (host: string) => Promise<string[]>
  /** Opens a connection to one of these addresses only. */
  dial?: (addresses: string[], port: number) => Socket
  /** The longest silence of a server. */
  idleMs: number
}

interface OutgoingRequest {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: Uint8Array
}

/** Sends requests to the public internet only. It rejects with a `Refusal`. */
interface GuardedConnection {
  /** `isAllowed`: the owner allows this server, although it is in our own network. */
  open(
    address: WebAddress,
    request: OutgoingRequest,
    options: { isAllowed: boolean; signal: AbortSignal },
  ): Promise<IncomingMessage>
}

const MAX_HEADER_BYTES = 16 * 1024

export class Refusal extends Error {
  readonly problem: FetchProblem

  constructor(problem: FetchProblem) {
    super(problem.kind)
    this.problem = problem
  }
}

/**
 * A name is resolved once, and all of its addresses must be public. The connection uses those addresses, even if the name
 * changes meanwhile. A proxy is asked for the checked address and not for the name, because it could resolve the name to
 * another one.
 */
export function createGuardedConnection({
  allowedKey,
  resolve = lookUp,
  dial = connectTo,
  idleMs,
}: GuardedConnectionDeps): GuardedConnection {
  return {
    async open(address, request, { isAllowed, signal }) {
      return await send(address, await checkedAddresses(address, isAllowed, signal), request, signal)
    },
  }

  async function checkedAddresses(address: WebAddress, isAllowed: boolean, signal: AbortSignal): Promise<string[]> {
    if (!isAllowed && !isWebPort(address.port))
      throw new Refusal({ kind: 'not a web port', host: address.shown, detail: address.port })
    const addresses = isIP(address.host)
      ? [address.host]
      : await unlessAborted(resolve(address.host).catch(refuseLookup(address)), signal)
    if (addresses.length === 0) throw new Refusal({ kind: 'not found', host: address.shown })
    if (isAllowed || addresses.every(isPublic)) return addresses
    throw new Refusal({ kind: 'not public', host: address.shown, ...(allowedKey && { detail: allowedKey }) })
  }

  function send(
    address: WebAddress,
    addresses: string[],
    { method, headers, body }: OutgoingRequest,
    signal: AbortSignal,
  ): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const { url, host, port, shown } = address
      const isSecure = url.protocol === 'https:'
      const request = (isSecure ? https : http).request({
        host,
        port,
        method,
        path: url.pathname + url.search,
        headers: { 'user-agent': 'skein', ...headers, host: url.host },
        maxHeaderSize: MAX_HEADER_BYTES,
        signal,
        createConnection(_options, done) {
          const proxy = addresses.some(isLoopback) ? undefined : proxyFor(url)
          const encrypt = (socket: Socket) => (isSecure ? wrap(socket, host) : socket)
          if (!proxy) return encrypt(dial(addresses, port))
          const onFailure = (error: Error) => void request.destroy(error)
          tunnelTo(proxy, addresses, port, signal).then((socket) => done(null, encrypt(socket)), onFailure)
          return undefined
        },
      })
      let activeStream: ClientRequest | IncomingMessage = request
      const silent = new Refusal({ kind: 'silent', host: shown, detail: seconds(idleMs) })
      request.setTimeout(idleMs, () => activeStream.destroy(silent))
      request.on('error', (error) => reject(toRefusal(error, shown)))
      request.on('response', (response) => {
        activeStream = response
        // Nobody may read the body, but it may still fail.
        response.on('error', () => {})
        resolve(response)
      })
      request.end(body)
    })
  }
}

/** Encrypts the connection to the named host; an IP address has no name to send. */
function wrap(socket: Socket, host: string): Socket {
  const wrapped = secure({ socket, host, servername: isIP(host) ? '' : host, ALPNProtocols: ['http/1.1'] })
  socket.once('error', (error) => wrapped.destroy(error))
  return wrapped
}

function connectTo(addresses: string[], port: number): Socket {
  const results = addresses.map((address) => ({ address, family: isIP(address) }))
  return connect({
    host: addresses.length === 1 ? (addresses[0] ?? '') : 'checked.invalid',
    port,
    lookup: (_name, _options, callback) => callback(null, results),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: 2000,
  })
}

/** Many proxies reach no IPv6 addresses, so those come last. */
async function tunnelTo(proxy: URL, addresses: string[], port: number, signal: AbortSignal): Promise<Socket> {
  const [address = '', ...others] = addresses.toSorted((a, b) => isIP(a) - isIP(b))
  try {
    return await openTunnel(proxy, { host: address, port }, signal)
  } catch (error) {
    if (others.length === 0 || signal.aborted) throw error
    return await tunnelTo(proxy, others, port, signal)
  }
}

async function lookUp(host: string): Promise<string[]> {
  return (await dns.lookup(host, { all: true })).map(({ address }) => address)
}

function refuseLookup({ shown }: WebAddress): (error: unknown) => never {
  return (error) => {
    const isMissing = /^(ENOTFOUND|ENODATA|EAI_NONAME)$/.test(codeOf(error))
    throw new Refusal(
      isMissing ? { kind: 'not found', host: shown } : { kind: 'lookup failed', host: shown, detail: codeOf(error) },
    )
  }
}

export function toRefusal(error: unknown, host: string): Refusal {
  if (error instanceof Refusal) return error
  const code = codeOf(error)
  if (code === 'HPE_HEADER_OVERFLOW') return new Refusal({ kind: 'large headers', host })
  if (/^(Z_|ERR_BROTLI|ERR__ERROR_FORMAT)/.test(code)) return new Refusal({ kind: 'broken compression', host })
  if (/CERT|SELF_SIGNED|ALTNAME|^ERR_(SSL|TLS)/.test(code))
    return new Refusal({ kind: 'certificate', host, detail: code })
  return new Refusal({ kind: 'no connection', host, detail: code })
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | undefined)?.code
  return typeof code === 'string' ? code : 'unknown error'
}

/** A name lookup cannot be cancelled, so we only stop waiting for it. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(new Refusal({ kind: 'cancelled' }))
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}

export function seconds(ms: number): number {
  return Math.round(ms / 100) / 10
}
