import { createHash } from 'node:crypto'
import { z } from 'zod'
import { parseJson } from '../../../lib/text/json.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import { createHttpClient } from '../../shared/http-client.ts'
import type { Login, MailCredential } from '../account.ts'

/** The credentials of one mailbox, for reading and sending. */
export interface Credentials {
  /** For a login now. Rejects with `authenticationFailed` if there are no valid credentials. */
  get(signal: AbortSignal): Promise<MailCredential>
  /** Call this when the last credentials were refused. */
  refused(): void
}

export interface CredentialDeps {
  login: Login
  clock: Pick<Clock, 'mono'>
  /** A refresh token may be valid only once and come with its successor, which must be stored and never logged. */
  kept(): string | undefined
  keep(text: string): void
}

const REQUEST_TIMEOUT_MS = 20_000
/** A token that expires during the login is refused, so we renew it this much earlier. */
const RENEW_EARLIER_SECONDS = 120
/**
 * A token can be revoked early, which we only notice by requesting a new one. So it is only shared by logins within
 * this time.
 */
const MAX_SHARED_SECONDS = 300
const DEFAULT_EXPIRY_SECONDS = 3600

export function createCredentials(deps: CredentialDeps): Credentials {
  const { login } = deps
  if (login.kind === 'password') {
    const { user, password } = login
    return { get: async () => ({ user, password }), refused() {} }
  }
  return createTokens(login, deps)
}

type OAuthLogin = Extract<Login, { kind: 'oauth2' }>

/** Several logins at about the same time share one access token. */
function createTokens(login: OAuthLogin, { clock, kept, keep }: CredentialDeps): Credentials {
  let token: { value: string; until: number } | undefined
  let request: Promise<string> | undefined
  /** Kept in memory even if it could not be stored, because the previous token may be invalid now. */
  let successor: string | undefined

  /** Identifies the configured token. If that changes, the stored successor is void. */
  const origin = createHash('sha256').update(login.refreshToken).digest('hex').slice(0, 16)
  const refreshToken = () => successor ?? readKept(kept(), origin) ?? login.refreshToken

  async function requestToken(): Promise<string> {
    const answer = await post(login, refreshToken())
    const seconds = Math.min(MAX_SHARED_SECONDS, answer.expires_in - RENEW_EARLIER_SECONDS)
    token = { value: answer.access_token, until: clock.mono() + seconds * 1000 }
    const next = answer.refresh_token
    if (next === undefined || next === refreshToken()) return token.value
    successor = next
    keep(JSON.stringify({ origin, token: next }))
    return token.value
  }

  return {
    async get(signal) {
      if (token && clock.mono() < token.until) return { user: login.user, accessToken: token.value }
      // Not with the signal of one of the waiting callers. The request has its own deadline.
      request ??= requestToken().finally(() => (request = undefined))
      // The caller may be gone when it fails.
      request.catch(() => {})
      const accessToken = await orAborted(request, signal)
      return { user: login.user, accessToken }
    },
    refused() {
      token = undefined
    },
  }
}

const answerShape = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive().catch(DEFAULT_EXPIRY_SECONDS),
  refresh_token: z.string().min(1).optional().catch(undefined),
})

async function post({ tokenUrl, clientId, clientSecret }: OAuthLogin, refreshToken: string) {
  const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken, client_id: clientId })
  if (clientSecret !== undefined) form.set('client_secret', clientSecret)
  const { origin, pathname, search } = new URL(tokenUrl)
  const http = createHttpClient(origin)
  try {
    const body = new Blob([form.toString()], { type: 'application/x-www-form-urlencoded' })
    const limits = { deadlineMs: REQUEST_TIMEOUT_MS, signal: new AbortController().signal }
    const answer = await http.call({ what: 'the token service', path: `${pathname}${search}`, body }, limits)
    const json = parseJson(answer.text)
    if (answer.status === 400 || answer.status === 401) throw refusal(json)
    const parsed = answer.status === 200 ? answerShape.safeParse(json) : undefined
    if (!parsed?.success) throw new Error(`the token service answered ${answer.status} without a token`)
    return parsed.data
  } finally {
    http.close()
  }
}

/** Only the error code, because the rest of the answer may contain what we sent. */
function refusal(answer: unknown): Error {
  const error =
    z.object({ error: z.string().regex(/^[\w.-]{1,60}$/) }).safeParse(answer).data?.error ?? 'no reason given'
  return Object.assign(new Error(`the token service refuses the refresh token (${error})`), {
    authenticationFailed: true,
  })
}

const keptShape = z.object({ origin: z.string(), token: z.string() })

function readKept(text: string | undefined, origin: string): string | undefined {
  const stored = keptShape.safeParse(parseJson(text)).data
  return stored?.origin === origin ? stored.token : undefined
}

function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error)
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
