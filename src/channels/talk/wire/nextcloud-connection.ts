import type { IncomingMessage } from 'node:http'
import type { Clock } from '../../../lib/time/clock.ts'
import { createHttpClient, type HttpAnswer, NoAnswerError, type RequestBody } from '../../shared/http-client.ts'
import { failed, failureOf, ok, type TalkAnswer, type TalkFailure, UNAUTHORIZED_RETRY_MS } from './failure.ts'
import { createRequestSlots, type SlotKind } from './request-slots.ts'

export interface NextcloudOptions {
  url: string
  /** The login name; the user id may differ. */
  user: string
  /** An app password: it can be revoked separately, and checking it costs the server a tenth of the login password. */
  password: string
  clock: Pick<Clock, 'mono'>
  /** The length of a second; shorter in tests. */
  secondMs?: number
}

export interface NextcloudRequest {
  /** The name used in the log. */
  what: string
  path: string
  method?: string
  headers?: Record<string, string>
  body?: RequestBody
  kind?: SlotKind
  deadlineSeconds: number
}

/** The connection to one Nextcloud with one account. Never rejects because of the network or the server. */
export interface NextcloudConnection {
  /** Resolves with the complete answer if its status is one of `wanted`. */
  ask(asked: NextcloudRequest, okStatuses: readonly number[], signal: AbortSignal): Promise<TalkAnswer<HttpAnswer>>
  /** Streams the content to `take`. Errors thrown by `take` are passed on. */
  read<T>(
    asked: NextcloudRequest,
    signal: AbortSignal,
    take: (content: IncomingMessage) => Promise<T>,
  ): Promise<TalkAnswer<T>>
  close(): void
}

/** Redirects are never followed, so that neither the password nor a cookie goes to another server. */
export function createNextcloudConnection({
  url,
  user,
  password,
  clock,
  secondMs = 1000,
}: NextcloudOptions): NextcloudConnection {
  const http = createHttpClient(url)
  const cookies = createCookies()
  const guard = createLoginGuard(clock, 15 * 60 * secondMs)
  const slots = createRequestSlots()
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

  async function open(
    { what, path, method, body, ...asked }: NextcloudRequest,
    signal: AbortSignal,
  ): Promise<IncomingMessage> {
    const cookie = cookies.header()
    const headers = {
      authorization,
      accept: 'application/json',
      'ocs-apirequest': 'true',
      ...(cookie === undefined ? {} : { cookie }),
      ...asked.headers,
    }
    const request = { what, path, headers, ...(method === undefined ? {} : { method }), ...(body ? { body } : {}) }
    const response = await http.open(request, { deadlineMs: asked.deadlineSeconds * secondMs, signal })
    if (response.statusCode !== 401) cookies.keep(response.headers['set-cookie'])
    return response
  }

  /** Tries once more without cookies if they may be the reason for the refusal. */
  async function attempt<T>(
    asked: NextcloudRequest,
    signal: AbortSignal,
    take: (response: IncomingMessage) => Promise<TalkAnswer<T>>,
  ): Promise<TalkAnswer<T>> {
    for (;;) {
      if (!guard.mayAsk()) return failed({ kind: 'unauthorized' })
      const hadCookies = cookies.header() !== undefined
      const response = await open(asked, signal)
      const isStale = response.statusCode === 401 || response.statusCode === 412
      if (!isStale) {
        // Other answers, such as a public page or a server error, say nothing about the password.
        if ((response.statusCode ?? 500) < 300) guard.passed()
        return await take(response)
      }
      const answer = await http.rest(asked.what, response)
      if (answer.status === 401) guard.refused()
      const isCookies = answer.status === 401 || /strict cookie/i.test(answer.text)
      if (!hadCookies || !isCookies) return failed(failureOf(answer))
      cookies.clear()
    }
  }

  async function run<T>(
    asked: NextcloudRequest,
    signal: AbortSignal,
    take: (response: IncomingMessage) => Promise<TalkAnswer<T>>,
  ): Promise<TalkAnswer<T>> {
    return await slots.run(asked.kind ?? 'call', signal, async (inTime) => {
      try {
        return await attempt(asked, inTime, take)
      } catch (error) {
        if (inTime.aborted && !signal.aborted) return failed(madeRoom)
        return failed(networkFailure(error))
      }
    })
  }

  return {
    ask: (asked, okStatuses, signal) =>
      run(asked, signal, async (response) => {
        const answer = await http.rest(asked.what, response)
        return okStatuses.includes(answer.status) ? ok(answer) : failed(failureOf(answer))
      }),
    read: (asked, signal, take) =>
      run(asked, signal, async (response) => {
        if (response.statusCode === 200) return ok(await take(response))
        return failed(failureOf(await http.rest(asked.what, response)))
      }),
    close: http.close,
  }
}

/** For calls whose result does not matter. */
export function createAction(wire: NextcloudConnection) {
  return async (
    { seconds = ACTION_TIMEOUT_SECONDS, ...asked }: Omit<NextcloudRequest, 'deadlineSeconds'> & { seconds?: number },
    signal: AbortSignal,
    okStatuses: readonly number[] = [200, 201, 202],
  ): Promise<TalkAnswer<void>> => {
    const answer = await wire.ask({ ...asked, deadlineSeconds: seconds }, okStatuses, signal)
    return answer.ok ? ok(undefined) : answer
  }
}

const ACTION_TIMEOUT_SECONDS = 15

const madeRoom: TalkFailure = { kind: 'unsent', reason: 'it made room for another', yielded: true }

/** Rethrows errors that are not network problems. */
export function networkFailure(error: unknown): TalkFailure {
  if (!(error instanceof NoAnswerError)) throw error
  return { kind: error.left ? 'unknown' : 'unsent', reason: error.message }
}

/** Session cookies. With a session the server need not check the password on every call. */
interface Cookies {
  /** The header for the next request; undefined if there are no cookies. */
  header(): string | undefined
  keep(answered: string[] | undefined): void
  clear(): void
}

/** More than a server ever sets. Further cookies are ignored. */
const MAX_COOKIES = 20
const MAX_COOKIE_CHARS = 4096

/**
 * Keeps all cookies, because WebDAV refuses a session without its two same-site cookies. The jar belongs to one server,
 * so domains and paths are ignored.
 */
function createCookies(): Cookies {
  const jar = new Map<string, string>()
  return {
    header: () => (jar.size === 0 ? undefined : [...jar].map(([name, value]) => `${name}=${value}`).join('; ')),
    keep(answered = []) {
      for (const line of answered) {
        const [pair = '', ...attributes] = line.split(';')
        const at = pair.indexOf('=')
        const name = pair.slice(0, at).trim()
        const value = pair.slice(at + 1).trim()
        if (at < 1 || line.length > MAX_COOKIE_CHARS) continue
        if (value === '' || value === 'deleted' || attributes.some(isExpired)) jar.delete(name)
        else if (jar.size < MAX_COOKIES || jar.has(name)) jar.set(name, value)
      }
    },
    clear: () => jar.clear(),
  }
}

function isExpired(attribute: string): boolean {
  return /^\s*max-age\s*=\s*(0|-\d+)\s*$/i.test(attribute)
}

/**
 * Keeps us from trying a refused password until the server locks out our whole address, including other people's
 * clients.
 */
interface LoginGuard {
  /** False while asking would do harm. After true, report the outcome. */
  mayAsk(): boolean
  refused(): void
  passed(): void
}

/** One refusal may be a glitch; the second one counts. */
const REFUSALS_BEFORE_PAUSE = 2

function createLoginGuard(clock: Pick<Clock, 'mono'>, pauseMs = UNAUTHORIZED_RETRY_MS): LoginGuard {
  let refusals = 0
  /** When it was last refused or last tried again. */
  let at = Number.NEGATIVE_INFINITY
  return {
    mayAsk() {
      if (refusals < REFUSALS_BEFORE_PAUSE) return true
      if (clock.mono() - at < pauseMs) return false
      // Only one call tries; others meanwhile get the last answer.
      at = clock.mono()
      return true
    },
    refused() {
      refusals++
      at = clock.mono()
    },
    passed() {
      refusals = 0
    },
  }
}
