import type { Receipt } from '../../../domain/delivery.ts'

/** What the server said, or why it did not. A failure that people can expect is a value. */
export type Answer<T> = { ok: true; value: T } | { ok: false; failure: Failure }

/** What went wrong with a call, by what can be done about it. */
export type Failure =
  /**
   * Not taken in: nobody was reached, a gateway's page came back, or the server is in maintenance. `maybeArrived`: a
   * gateway gave up waiting for the server, which may go on with it all the same. `yielded`: it made room for another.
   */
  | { kind: 'unsent'; reason: string; maintenance?: true; maybeArrived?: true; yielded?: true }
  /** It may have been taken in, and nobody says so. */
  | { kind: 'unknown'; reason: string }
  /** The app password is refused; also said without asking, for as long as asking again would do harm. */
  | { kind: 'unauthorized' }
  | { kind: 'throttled'; afterMs: number }
  /** The server's own no. `reason` is what it said, or what such a status means. */
  | { kind: 'refused'; status: number; reason: string }

export function ok<T>(value: T): Answer<T> {
  return { ok: true, value }
}

export function failed(failure: Failure): { ok: false; failure: Failure } {
  return { ok: false, failure }
}

/** What an answer with another status than the ones wanted means. */
export function failureOf({ status, headers, text }: Told): Failure {
  const said = wordsOf(text)
  if (status === 401) return { kind: 'unauthorized' }
  if (status === 429) return { kind: 'throttled', afterMs: pauseMs(headers['retry-after']) }
  if (status === 503 && isNextcloud(headers, text))
    return { kind: 'unsent', reason: 'the server is in maintenance mode', maintenance: true }
  if (status === 503) return { kind: 'unsent', reason: 'a gateway on the way said 503' }
  if (status === 502 || status === 504)
    return { kind: 'unsent', reason: `a gateway on the way said ${status}`, maybeArrived: true }
  // PHP may break after the message was stored.
  if (status >= 500 && status !== 507 && status !== 501)
    return { kind: 'unknown', reason: `the server said ${status}${said && ` (${said})`}` }
  if (status >= 300 && status < 400) return { kind: 'refused', status, reason: elsewhere(headers.location) }
  return { kind: 'refused', status, reason: said || (meanings[status] ?? `the server said ${status}`) }
}

interface Told {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** A failure in the words of a log line or a receipt. */
export function describeFailure(failure: Failure): string {
  switch (failure.kind) {
    case 'unauthorized':
      return 'Nextcloud refuses the app password'
    case 'throttled':
      return 'Nextcloud asks for a pause'
    case 'unsent':
    case 'unknown':
    case 'refused':
      return failure.reason
  }
}

/** What is known of a delivery that failed so. */
export function receiptOf(failure: Failure): Receipt {
  switch (failure.kind) {
    case 'unsent':
      return {
        status: 'retry',
        reason: failure.reason,
        away: true,
        ...(failure.maybeArrived ? { maybeArrived: true } : {}),
      }
    case 'unknown':
      return { status: 'unknown', reason: failure.reason }
    case 'unauthorized':
      return { status: 'retry', reason: describeFailure(failure), afterMs: UNAUTHORIZED_MS, away: true }
    case 'throttled':
      return { status: 'throttled', afterMs: failure.afterMs }
    case 'refused':
      return { status: 'refused', reason: failure.reason }
  }
}

/** A wrong password slows down everybody behind our address, so it is not tried more often than this. */
export const UNAUTHORIZED_MS = 15 * 60_000
/** None of the throttled answers we know of says for how long. */
const USUAL_PAUSE_MS = 60_000
const LONGEST_PAUSE_MS = 30 * 60_000

function pauseMs(header: string | string[] | undefined): number {
  const seconds = Number(header)
  if (header === undefined || !Number.isFinite(seconds) || seconds < 0) return USUAL_PAUSE_MS
  return Math.min(LONGEST_PAUSE_MS, Math.max(1000, seconds * 1000))
}

const meanings: Partial<Record<number, string>> = {
  400: 'the server does not take it as it is',
  403: 'we may not write in this room',
  404: 'there is no such room or message for us',
  405: 'the server is too old for that',
  412: 'the lobby of this room is closed',
  413: 'it is too long',
  426: 'the server wants a newer client',
  507: 'the storage of the bot is full',
}

/** Only its own pages speak so; a gateway says 503 as well when nothing stands behind it. */
function isNextcloud(headers: Told['headers'], text: string): boolean {
  return headers['x-nextcloud-maintenance-mode'] !== undefined || /<ocs>|"ocs"|sabredav/i.test(text)
}

/** Its own words, whether they come as JSON or as XML: for some failures it is XML whatever we ask for. */
function wordsOf(text: string): string {
  const found =
    /<(?:s:)?message>([^<]{1,300})</.exec(text)?.[1] ??
    /"message"\s*:\s*"((?:[^"\\]|\\.){1,300})"/.exec(text)?.[1] ??
    /"error"\s*:\s*"((?:[^"\\]|\\.){1,300})"/.exec(text)?.[1]
  return (found ?? '').replace(/[\p{Cc}\p{Cf}]+/gu, ' ').trim()
}

/** Only the host: we never follow, because the password would come along. */
function elsewhere(location: string | string[] | undefined): string {
  const host = typeof location === 'string' && URL.canParse(location) ? new URL(location).origin : undefined
  return host === undefined
    ? 'the server wants us to look elsewhere; check talk.url'
    : `the server is at ${host}; put that address into talk.url`
}
