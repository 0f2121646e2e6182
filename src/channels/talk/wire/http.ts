import type { IncomingMessage } from 'node:http'
import type { Clock } from '../../../lib/time/clock.ts'
import { createHttpClient, type HttpAnswer, NoAnswerError, type RequestBody } from '../../shared/http-client.ts'
import { createCookies } from './cookies.ts'
import { type Answer, type Failure, failed, failureOf, ok } from './failure.ts'
import { createLoginGuard } from './login-guard.ts'
import { createSlots, type SlotKind } from './slots.ts'

export interface WireOptions {
  url: string
  /** The login name; the user id may differ. */
  user: string
  /** An app password: it can be revoked separately, and checking it costs the server a tenth of the login password. */
  password: string
  clock: Pick<Clock, 'mono'>
  /** The length of a second; shorter in tests. */
  secondMs?: number
}

export interface Asked {
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
export interface Wire {
  /** Resolves with the complete answer if its status is one of `wanted`. */
  ask(asked: Asked, wanted: readonly number[], signal: AbortSignal): Promise<Answer<HttpAnswer>>
  /** Streams the content to `take`. Errors thrown by `take` are passed on. */
  read<T>(asked: Asked, signal: AbortSignal, take: (content: IncomingMessage) => Promise<T>): Promise<Answer<T>>
  close(): void
}

/** Redirects are never followed, so that neither the password nor a cookie goes to another server. */
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

  /** Tries once more without cookies if they may be the reason for the refusal. */
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

/** For calls whose result does not matter. */
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

/** Rethrows errors that are not network problems. */
export function silence(error: unknown): Failure {
  if (!(error instanceof NoAnswerError)) throw error
  return { kind: error.left ? 'unknown' : 'unsent', reason: error.message }
}
