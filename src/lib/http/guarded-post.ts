import {
  createGuardedConnection,
  type FetchProblem,
  type GuardedConnectionDeps,
  Refusal,
} from './guarded-connection.ts'
import { isListed, readWebAddress } from './web-address.ts'

export interface PostRequest {
  url: string
  headers: Record<string, string>
  body: Uint8Array
  signal: AbortSignal
}

export type Posted =
  | { kind: 'answered'; status: number; retryAfterMs: number | undefined }
  /** The address may not be used at all. */
  | { kind: 'refused'; problem: FetchProblem }
  | { kind: 'not sent'; problem: FetchProblem }
  /** It broke off, so it may have arrived. */
  | { kind: 'unknown'; problem: FetchProblem }

/** Posts to a server and reads nothing but its status. Never rejects because of what a server does. */
export type GuardedPost = (request: PostRequest) => Promise<Posted>

export interface GuardedPostDeps extends Omit<GuardedConnectionDeps, 'idleMs'> {
  /** `host` or `host:port` of servers that need no public address and no encryption. */
  allowed: ReadonlySet<string>
}

const TIMEOUT_MS = 10_000
const MAX_RETRY_AFTER_MS = 60 * 60_000

/** For addresses that others may have chosen. Redirects are not followed. */
export function createGuardedPost({ allowed, ...deps }: GuardedPostDeps): GuardedPost {
  const connection = createGuardedConnection({ ...deps, idleMs: TIMEOUT_MS })
  return async ({ url, headers, body, signal }) => {
    const address = readWebAddress(url)
    if ('problem' in address) return { kind: 'refused', problem: { kind: address.problem } }
    const isAllowed = isListed(allowed, address)
    if (!isAllowed && address.url.protocol !== 'https:') return { kind: 'refused', problem: { kind: 'protocol' } }
    const timeout = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
    try {
      const response = await connection.open(
        address,
        { method: 'POST', headers: { ...headers, 'content-length': String(body.byteLength) }, body },
        { isAllowed, signal: timeout },
      )
      response.destroy()
      const { statusCode = 0, headers: answered } = response
      return { kind: 'answered', status: statusCode, retryAfterMs: retryAfter(answered['retry-after']) }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { kind: meaningOf(error.problem), problem: error.problem }
    }
  }
}

function meaningOf({ kind, detail }: FetchProblem): 'refused' | 'not sent' | 'unknown' {
  if (kind === 'not public' || kind === 'not a web port') return 'refused'
  const hasNoServer = kind === 'not found' || kind === 'lookup failed' || kind === 'certificate'
  return hasNoServer || UNSENT_CODES.has(String(detail)) ? 'not sent' : 'unknown'
}

const UNSENT_CODES = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN'])

/** Only the form in seconds, which push services use. */
function retryAfter(header: string | undefined): number | undefined {
  return header !== undefined && /^\d{1,9}$/.test(header)
    ? Math.min(Number(header) * 1000, MAX_RETRY_AFTER_MS)
    : undefined
}
