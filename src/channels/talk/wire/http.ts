import type { IncomingMessage } from 'node:http'
import type { Clock } from '../../../lib/time/clock.ts'
import { createHttpClient, type HttpAnswer, NoAnswerError, type RequestBody } from '../../shared/http-client.ts'
import { createCookies } from './cookies.ts'
import { type Answer, type Failure, failed, failureOf, ok } from './failure.ts'
import { createLoginGuard } from './login-guard.ts'
import { createSlots, type SlotKind } from './slots.ts'

export interface WireOptions {
  url: string
  /** The name to log in with; the account may be called otherwise. */
  user: string
  /** An app password: it can be revoked alone, and costs the server a tenth of what the login password does. */
  password: string
  clock: Pick<Clock, 'mono'>
  /** How long a second takes; shorter in tests. */
  secondMs?: number
}

export interface Asked {
  /** What it is called in a log. */
  what: string
  path: string
  method?: string
  headers?: Record<string, string>
  body?: RequestBody
  kind?: SlotKind
  deadlineSeconds: number
}

/** The wire to one Nextcloud, as one account. Never rejects for what the network or the server does. */
export interface Wire {
  /** The whole answer, if its status is one of those wanted. */
  ask(asked: Asked, wanted: readonly number[], signal: AbortSignal): Promise<Answer<HttpAnswer>>
  /** Hands the content to `take` as it comes; what it throws is thrown on. */
  read<T>(asked: Asked, signal: AbortSignal, take: (content: IncomingMessage) => Promise<T>): Promise<Answer<T>>
  close(): void
}

/** Redirects are answers here, never followed: neither the password nor a cookie goes to another place. */
export function createWire({ url, user, password, clock, secondMs = 1000 }: WireOptions): Wire {
  const http = createHttpClient(url)
  const cookies = createCookies()
  const guard = createLoginGuard(clock, 15 * 60 * secondMs)
  const slots = createSlots()
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

  async function open({ what, path, method, body, ...asked }: Asked, signal: AbortSignal): Promise<IncomingMessage> {
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

  /** Once more without the cookies when it is they that may be refused. */
  async function attempt<T>(
    asked: Asked,
    signal: AbortSignal,
    take: (response: IncomingMessage) => Promise<Answer<T>>,
  ): Promise<Answer<T>> {
    for (;;) {
      if (!guard.mayAsk()) return failed({ kind: 'unauthorized' })
      const hadCookies = cookies.header() !== undefined
      const response = await open(asked, signal)
      const isStale = response.statusCode === 401 || response.statusCode === 412
      if (!isStale) {
        // A public page and a server in trouble say nothing about the password.
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
    asked: Asked,
    signal: AbortSignal,
    take: (response: IncomingMessage) => Promise<Answer<T>>,
  ): Promise<Answer<T>> {
    return await slots.run(asked.kind ?? 'call', signal, async (inTime) => {
      try {
        return await attempt(asked, inTime, take)
      } catch (error) {
        if (inTime.aborted && !signal.aborted) return failed(madeRoom)
        return failed(silence(error))
      }
    })
  }

  return {
    ask: (asked, wanted, signal) =>
      run(asked, signal, async (response) => {
        const answer = await http.rest(asked.what, response)
        return wanted.includes(answer.status) ? ok(answer) : failed(failureOf(answer))
      }),
    read: (asked, signal, take) =>
      run(asked, signal, async (response) => {
        if (response.statusCode === 200) return ok(await take(response))
        return failed(failureOf(await http.rest(asked.what, response)))
      }),
    close: http.close,
  }
}

/** For calls of which nothing matters but whether they were done. */
export function createAct(wire: Wire) {
  return async (
    { seconds = GESTURE_SECONDS, ...asked }: Omit<Asked, 'deadlineSeconds'> & { seconds?: number },
    signal: AbortSignal,
    wanted: readonly number[] = [200, 201, 202],
  ): Promise<Answer<void>> => {
    const answer = await wire.ask({ ...asked, deadlineSeconds: seconds }, wanted, signal)
    return answer.ok ? ok(undefined) : answer
  }
}

const GESTURE_SECONDS = 15

const madeRoom: Failure = { kind: 'unsent', reason: 'it made room for another', yielded: true }

/** Throws again what is no trouble of the wire. */
export function silence(error: unknown): Failure {
  if (!(error instanceof NoAnswerError)) throw error
  return { kind: error.left ? 'unknown' : 'unsent', reason: error.message }
}
