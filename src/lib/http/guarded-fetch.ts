import type { IncomingMessage } from 'node:http'
import {
  createGuardedConnection,
  type FetchProblem,
  type GuardedConnectionDeps,
  Refusal,
  seconds,
  toRefusal,
} from './guarded-connection.ts'
import { ENCODINGS, readBody } from './response-body.ts'
import { isListed, readWebAddress, type WebAddress } from './web-address.ts'

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

export interface GuardedFetchDeps extends Omit<GuardedConnectionDeps, 'idleMs'> {
  /**
   * `host` or `host:port` of servers in our own network that the owner allows; a host without a port covers all web
   * ports. It applies to requests for such a server, and to redirects between such servers. No other server can
   * redirect us there.
   */
  allowed: ReadonlySet<string>
  limits?: { deadlineMs: number; idleMs: number }
}

const MAX_REDIRECTS = 3

/** For addresses that others may have chosen. A redirect is checked like any other address. */
export function createGuardedFetch({ allowed, limits, ...deps }: GuardedFetchDeps): GuardedFetch {
  const { deadlineMs, idleMs } = limits ?? { deadlineMs: 30_000, idleMs: 10_000 }
  const connection = createGuardedConnection({ ...deps, idleMs })

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
      const request = { method: 'GET' as const, headers: { 'accept-encoding': ENCODINGS, ...headers } }
      const response = await connection.open(address, request, { isAllowed, signal })
      const redirect = redirectTarget(response)
      if (redirect === undefined) return await read(address, response, bytes)
      response.destroy()
      const previous = address
      address = readOrRefuse(redirect, previous)
      if (address.url.origin !== previous.url.origin) headers = {}
    }
    throw new Refusal({ kind: 'too many redirects', host: firstAddress.shown, detail: MAX_REDIRECTS })
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
