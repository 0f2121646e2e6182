import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '../../../lib/time/clock.ts'
import { createHttpClient } from '../../shared/http-client.ts'
import type { Credential, Login } from '../account.ts'

/** What opens one mailbox, for reading and for sending. */
export interface Credentials {
  /** For a login now. Rejects with `authenticationFailed` where none is to be had any more. */
  get(signal: AbortSignal): Promise<Credential>
  /** What was given last was refused. */
  refused(): void
}

export interface CredentialDeps {
  login: Login
  clock: Pick<Clock, 'mono'>
  /** A refresh token may be used once, and comes with its successor: that one is kept, and nobody logs it. */
  kept(): string | undefined
  keep(text: string): void
}

const DEADLINE_MS = 20_000
/** A token that ends while it is shown is refused. */
const SPARE_SECONDS = 120
/** It may be taken back before its time, and only a new one shows that; several logins at once share one. */
const SHARED_SECONDS = 300
const USUAL_SECONDS = 3600

export function createCredentials(deps: CredentialDeps): Credentials {
  const { login } = deps
  if (login.kind === 'password') {
    const { user, password } = login
    return { get: async () => ({ user, password }), refused() {} }
  }
  return createTokens({ ...deps, login })
}

type OAuthLogin = Extract<Login, { kind: 'oauth2' }>

/** One access token for everybody who logs in at about the same time. */
function createTokens({ login, clock, kept, keep }: CredentialDeps & { login: OAuthLogin }): Credentials {
  let token: { value: string; until: number } | undefined
  let asking: Promise<string> | undefined
  /** Also where it could not be kept: the one before it may be worth nothing any more. */
  let successor: string | undefined

  /** Of the token that stands in the configuration: with another one there, what came of the old one is void. */
  const origin = createHash('sha256').update(login.refreshToken).digest('hex').slice(0, 16)
  const refreshToken = () => successor ?? readKept(kept(), origin) ?? login.refreshToken

  async function ask(): Promise<string> {
    const answer = await post(login, refreshToken())
    const seconds = Math.min(SHARED_SECONDS, answer.expires_in - SPARE_SECONDS)
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
      // Not with the signal of one of those who wait for it; it has a deadline of its own.
      asking ??= ask().finally(() => (asking = undefined))
      // Whoever asked may be gone when it fails.
      asking.catch(() => {})
      const accessToken = await orAborted(asking, signal)
      return { user: login.user, accessToken }
    },
    refused() {
      token = undefined
    },
  }
}

const answerShape = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive().catch(USUAL_SECONDS),
  refresh_token: z.string().min(1).optional().catch(undefined),
})

async function post({ tokenUrl, clientId, clientSecret }: OAuthLogin, refreshToken: string) {
  const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken, client_id: clientId })
  if (clientSecret !== undefined) form.set('client_secret', clientSecret)
  const { origin, pathname, search } = new URL(tokenUrl)
  const http = createHttpClient(origin)
  try {
    const body = new Blob([form.toString()], { type: 'application/x-www-form-urlencoded' })
    const limits = { deadlineMs: DEADLINE_MS, signal: new AbortController().signal }
    const answer = await http.call({ what: 'the token service', path: `${pathname}${search}`, body }, limits)
    const said = parse(answer.text)
    if (answer.status === 400 || answer.status === 401) throw refusal(said)
    const found = answer.status === 200 ? answerShape.safeParse(said) : undefined
    if (!found?.success) throw new Error(`the token service said ${answer.status} and gave no token`)
    return found.data
  } finally {
    http.close()
  }
}

/** Only its short words: what else it says may hold what we sent. */
function refusal(said: unknown): Error {
  const error = z.object({ error: z.string().regex(/^[\w.-]{1,60}$/) }).safeParse(said).data?.error ?? 'no reason given'
  return Object.assign(new Error(`the token service refuses the refresh token (${error})`), {
    authenticationFailed: true,
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const keptShape = z.object({ origin: z.string(), token: z.string() })

function readKept(text: string | undefined, origin: string): string | undefined {
  const found = keptShape.safeParse(parse(text ?? '')).data
  return found?.origin === origin ? found.token : undefined
}

function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error)
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
