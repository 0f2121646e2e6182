import { lookup } from 'node:dns/promises'
import type { ClientRequest, IncomingMessage } from 'node:http'
import http from 'node:http'
import https from 'node:https'
import { connect, isIP, type Socket } from 'node:net'
import { connect as secure } from 'node:tls'
import { ENCODINGS, readBody } from './response-body.ts'
import { isListed, isPublic, isWebPort, readWebAddress, type WebAddress } from './web-address.ts'

/** Fetches a resource from the public internet. Never rejects because of what a server does. */
export type GuardedFetch = (asked: FetchRequest) => Promise<Fetched>

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
  /** Half a sentence that names at most the server, because the rest of an address may be secret. */
  | { status: 'failed'; reason: string }

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
const LARGEST_HEADERS = 16 * 1024

/** Why nothing was fetched, in words for people. */
class Refusal extends Error {}

/**
 * For addresses that others may have chosen. A name is resolved once, and all of its addresses must be public. The
 * connection uses those addresses, even if the name changes meanwhile. A redirect is checked like any other address.
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
    const end = new AbortController()
    const timer = setTimeout(() => end.abort(`it took longer than ${seconds(deadlineMs)}`), deadlineMs)
    const onAbort = () => end.abort('it was called off')
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
    try {
      return await follow(readOrRefuse(url), headers, { bytes, signal: end.signal })
    } catch (error) {
      if (end.signal.aborted) return { status: 'failed', reason: String(end.signal.reason) }
      if (error instanceof Refusal) return { status: 'failed', reason: error.message }
      throw error
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
    }
  }

  async function follow(first: WebAddress, given: Record<string, string>, { bytes, signal }: Going): Promise<Fetched> {
    let at = first
    let headers = given
    let isAllowed = true
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      isAllowed &&= isListed(allowed, at)
      const addresses = await checkedAddresses(at, isAllowed, signal)
      const response = await get(at, addresses, { headers, signal })
      const next = sentOn(response)
      if (next === undefined) return await read(at, response, bytes)
      response.destroy()
      const from = at
      at = readOrRefuse(next, from)
      if (at.url.origin !== from.url.origin) headers = {}
    }
    throw new Refusal(`${first.shown} sent us on more than ${MAX_REDIRECTS} times`)
  }

  async function checkedAddresses(at: WebAddress, isAllowed: boolean, signal: AbortSignal): Promise<string[]> {
    if (!isAllowed && !isWebPort(at.port)) throw new Refusal(`${at.shown}: port ${at.port} is not one for web pages`)
    const addresses = isIP(at.host) ? [at.host] : await unlessAborted(resolve(at.host).catch(noAddress(at)), signal)
    if (addresses.length === 0) throw new Refusal(`${at.shown} was not found`)
    if (isAllowed || addresses.every(isPublic)) return addresses
    const how = allowedKey === undefined ? '' : `; to allow it, add "${at.shown}" to ${allowedKey}`
    throw new Refusal(`${at.shown} is not on the open internet${how}`)
  }

  function get(at: WebAddress, addresses: string[], { headers, signal }: Asking): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const { url, host, port, shown } = at
      const isSecure = url.protocol === 'https:'
      const request = (isSecure ? https : http).request({
        host,
        port,
        path: url.pathname + url.search,
        headers: { 'user-agent': 'skein', 'accept-encoding': ENCODINGS, ...headers, host: url.host },
        maxHeaderSize: LARGEST_HEADERS,
        signal,
        createConnection: () => (isSecure ? wrap(dial(addresses, port), host) : dial(addresses, port)),
      })
      let answering: ClientRequest | IncomingMessage = request
      request.setTimeout(idleMs, () => answering.destroy(new Refusal(`${shown} was silent for ${seconds(idleMs)}`)))
      request.on('error', (error) => reject(refusalOf(error, shown)))
      request.on('response', (response) => {
        answering = response
        // Nobody reads the body of a redirect, but it may still fail.
        response.on('error', () => {})
        resolve(response)
      })
      request.end()
    })
  }

  async function read(at: WebAddress, response: IncomingMessage, most: number): Promise<Fetched> {
    const { statusCode = 0, headers } = response
    if (statusCode !== 200) {
      response.destroy()
      throw new Refusal(`${at.shown} answered with ${statusCode}`)
    }
    const body = await readBody(response, most).catch((error: unknown) => {
      throw refusalOf(error, at.shown)
    })
    response.destroy()
    if (!body) throw new Refusal(`${at.shown} sent it packed in a way that was not asked for`)
    const { bytes, isCut } = body
    return { status: 'fetched', body: bytes, isCut, type: headers['content-type'] ?? '', finalUrl: at.url.href }
  }
}

interface Going {
  bytes: number
  signal: AbortSignal
}

interface Asking {
  headers: Record<string, string>
  signal: AbortSignal
}

function readOrRefuse(text: string, from?: WebAddress): WebAddress {
  const read = readWebAddress(text, from?.url)
  if (!('problem' in read)) return read
  throw new Refusal(from ? `${from.shown} sent us on to a place where we do not go: ${read.problem}` : read.problem)
}

/** The target of a redirect. Headers arrive as Latin-1, and many servers write UTF-8 into them. */
function sentOn({ statusCode = 0, headers }: IncomingMessage): string | undefined {
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
  const found = addresses.map((address) => ({ address, family: isIP(address) }))
  return connect({
    host: addresses.length === 1 ? (addresses[0] ?? '') : 'checked.invalid',
    port,
    lookup: (_name, _options, callback) => callback(null, found),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: 2000,
  })
}

async function lookUp(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address)
}

function noAddress({ shown }: WebAddress): (error: unknown) => never {
  return (error) => {
    const isAbsent = /^(ENOTFOUND|ENODATA|EAI_NONAME)$/.test(codeOf(error))
    throw new Refusal(isAbsent ? `${shown} was not found` : `${shown} could not be looked up (${codeOf(error)})`)
  }
}

function refusalOf(error: unknown, shown: string): Refusal {
  if (error instanceof Refusal) return error
  const code = codeOf(error)
  if (code === 'HPE_HEADER_OVERFLOW') return new Refusal(`${shown} sent headers without an end`)
  if (/^(Z_|ERR_BROTLI|ERR__ERROR_FORMAT)/.test(code)) return new Refusal(`${shown} sent what cannot be unpacked`)
  if (/CERT|SELF_SIGNED|ALTNAME|^ERR_(SSL|TLS)/.test(code))
    return new Refusal(`${shown} could not prove who it is (${code})`)
  return new Refusal(`the connection to ${shown} failed (${code})`)
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | undefined)?.code
  return typeof code === 'string' ? code : 'unknown trouble'
}

/** A name lookup cannot be cancelled, so we only stop waiting for it. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(new Refusal('it was called off'))
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}

function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`
}
