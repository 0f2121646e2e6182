import { lookup } from 'node:dns/promises'
import type { ClientRequest, IncomingMessage } from 'node:http'
import http from 'node:http'
import https from 'node:https'
import { connect, isIP, type Socket } from 'node:net'
import { connect as secure } from 'node:tls'
import { openTunnel, proxyFor } from './proxy.ts'
import { isLoopback } from './proxy-rules.ts'
import { ENCODINGS, readBody } from './response-body.ts'
import { type AddressProblem, isListed, isPublic, isWebPort, readWebAddress, type WebAddress } from './web-address.ts'

/** Fetches a resource from the public internet. Never rejects because of what a server does. */
export type GuardedFetch = (request: FetchRequest) => Promise<Fetched>

export interface FetchRequest {
  url: string
  /** Not sent after a redirect to another server, because they may contain a password. */
  headers?: Record<string, string>
  /** The maximum size, after decompression. */
  bytes: number
  signal: AbortSignal
}

export type Fetched =
  | { status: 'fetched'; body: Buffer; isCut: boolean; type: string; finalUrl: string }
  | { status: 'failed'; problem: FetchProblem }

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

export interface GuardedFetchDeps {
  /**
   * `host` or `host:port` of servers in our own network that the owner allows; a host without a port covers all web
   * ports. It applies to requests for such a server, and to redirects between such servers. No other server can
   * redirect us there.
   */
  allowed: ReadonlySet<string>
  /** The setting for `allowed`, named in refusals: "private_hosts under [scheduler]". */
  allowedKey?: string
  resolve?: (host: string) => Promise<string[]>
  /** Opens a connection to one of these addresses only. */
  dial?: (addresses: string[], port: number) => Socket
  limits?: { deadlineMs: number; idleMs: number }
}

const MAX_REDIRECTS = 3
const MAX_HEADER_BYTES = 16 * 1024

class Refusal extends Error {
  readonly problem: FetchProblem

  constructor(problem: FetchProblem) {
    super(problem.kind)
    this.problem = problem
  }
}

/**
 * For addresses that others may have chosen. A name is resolved once, and all of its addresses must be public. The
 * connection uses those addresses, even if the name changes meanwhile. A redirect is checked like any other address. A
 * proxy is asked for the checked address and not for the name, because it could resolve the name to another one.
 */
export function createGuardedFetch({
  allowed,
  allowedKey,
  resolve = lookUp,
  dial = connectTo,
  limits,
}: GuardedFetchDeps): GuardedFetch {
  const { deadlineMs, idleMs } = limits ?? { deadlineMs: 30_000, idleMs: 10_000 }

  return async ({ url, headers = {}, bytes, signal }) => {
    const aborter = new AbortController()
    const timer = setTimeout(
      () => aborter.abort(new Refusal({ kind: 'late', detail: seconds(deadlineMs) })),
      deadlineMs,
    )
    const onAbort = () => aborter.abort(new Refusal({ kind: 'cancelled' }))
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
    try {
      return await follow(readOrRefuse(url), headers, { bytes, signal: aborter.signal })
    } catch (error) {
      const refusal: unknown = aborter.signal.aborted ? aborter.signal.reason : error
      if (refusal instanceof Refusal) return { status: 'failed', problem: refusal.problem }
      throw error
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
    }
  }

  async function follow(
    firstAddress: WebAddress,
    firstHeaders: Record<string, string>,
    { bytes, signal }: ReadOptions,
  ): Promise<Fetched> {
    let address = firstAddress
    let headers = firstHeaders
    let isAllowed = true
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      isAllowed &&= isListed(allowed, address)
      const addresses = await checkedAddresses(address, isAllowed, signal)
      const response = await get(address, addresses, { headers, signal })
      const redirect = redirectTarget(response)
      if (redirect === undefined) return await read(address, response, bytes)
      response.destroy()
      const previous = address
      address = readOrRefuse(redirect, previous)
      if (address.url.origin !== previous.url.origin) headers = {}
    }
    throw new Refusal({ kind: 'too many redirects', host: firstAddress.shown, detail: MAX_REDIRECTS })
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

  function get(
    address: WebAddress,
    addresses: string[],
    { headers, signal }: RequestOptions,
  ): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const { url, host, port, shown } = address
      const isSecure = url.protocol === 'https:'
      const request = (isSecure ? https : http).request({
        host,
        port,
        path: url.pathname + url.search,
        headers: { 'user-agent': 'skein', 'accept-encoding': ENCODINGS, ...headers, host: url.host },
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
        // Nobody reads the body of a redirect, but it may still fail.
        response.on('error', () => {})
        resolve(response)
      })
      request.end()
    })
  }

  async function read(address: WebAddress, response: IncomingMessage, maxBytes: number): Promise<Fetched> {
    const { statusCode = 0, headers } = response
    if (statusCode !== 200) {
      response.destroy()
      throw new Refusal({ kind: 'status', host: address.shown, detail: statusCode })
    }
    const body = await readBody(response, maxBytes).catch((error: unknown) => {
      throw toRefusal(error, address.shown)
    })
    response.destroy()
    if (!body) throw new Refusal({ kind: 'unknown compression', host: address.shown })
    const { bytes, isCut } = body
    return { status: 'fetched', body: bytes, isCut, type: headers['content-type'] ?? '', finalUrl: address.url.href }
  }
}

interface ReadOptions {
  bytes: number
  signal: AbortSignal
}

interface RequestOptions {
  headers: Record<string, string>
  signal: AbortSignal
}

function readOrRefuse(text: string, from?: WebAddress): WebAddress {
  const read = readWebAddress(text, from?.url)
  if (!('problem' in read)) return read
  throw new Refusal(from ? { kind: 'bad redirect', host: from.shown } : { kind: read.problem })
}

/** The target of a redirect. Headers arrive as Latin-1, and many servers write UTF-8 into them. */
function redirectTarget({ statusCode = 0, headers }: IncomingMessage): string | undefined {
  if (![301, 302, 303, 307, 308].includes(statusCode) || headers.location === undefined) return undefined
  return Buffer.from(headers.location, 'latin1').toString('utf8')
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
  return (await lookup(host, { all: true })).map(({ address }) => address)
}

function refuseLookup({ shown }: WebAddress): (error: unknown) => never {
  return (error) => {
    const isMissing = /^(ENOTFOUND|ENODATA|EAI_NONAME)$/.test(codeOf(error))
    throw new Refusal(
      isMissing ? { kind: 'not found', host: shown } : { kind: 'lookup failed', host: shown, detail: codeOf(error) },
    )
  }
}

function toRefusal(error: unknown, host: string): Refusal {
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

function seconds(ms: number): number {
  return Math.round(ms / 100) / 10
}
