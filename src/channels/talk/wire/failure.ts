import type { Receipt } from '../../../domain/delivery.ts'
import { channelMessages } from '../../../messages/channel-messages.ts'
import { type AnyText, textIn } from '../../../messages/localized.ts'
import { talkMessages } from '../talk-messages.ts'

/** The result of a call. Expected failures are returned, not thrown. */
export type TalkAnswer<T> = { ok: true; value: T } | { ok: false; failure: TalkFailure }

/** The ways a call can fail, distinguished by what can be done about them. */
export type TalkFailure =
  /**
   * Probably not processed: the server was unreachable or in maintenance, or a proxy answered for it. `maybeArrived`: a
   * proxy answered 502 or 504, so the server may still process the request. `yielded`: we aborted the poll to free a
   * connection for a transfer.
   */
  | { kind: 'unsent'; reason: AnyText; maintenance?: true; maybeArrived?: true; yielded?: true }
  /** It may have been processed. */
  | { kind: 'unknown'; reason: AnyText }
  /** The app password is refused. Also returned without asking, while asking again would do harm. */
  | { kind: 'unauthorized' }
  | { kind: 'throttled'; afterMs: number }
  /** The server refused. `reason` is its message, or the meaning of the status. */
  | { kind: 'refused'; status: number; reason: AnyText }

export function ok<T>(value: T): TalkAnswer<T> {
  return { ok: true, value }
}

export function failed(failure: TalkFailure): { ok: false; failure: TalkFailure } {
  return { ok: false, failure }
}

/** The failure for an answer with an unexpected status. */
export function failureOf({ status, headers, text }: RawAnswer): TalkFailure {
  const message = serverMessage(text)
  if (status === 401) return { kind: 'unauthorized' }
  if (status === 429) return { kind: 'throttled', afterMs: pauseMs(headers['retry-after']) }
  if (status === 503 && isNextcloud(headers, text))
    return { kind: 'unsent', reason: talkMessages.inMaintenance, maintenance: true }
  if (status === 503) return { kind: 'unsent', reason: channelMessages.proxySaid(503) }
  if (status === 502 || status === 504)
    return { kind: 'unsent', reason: channelMessages.proxySaid(status), maybeArrived: true }
  // PHP may fail after the message was stored.
  if (status >= 500 && status !== 507 && status !== 501)
    return { kind: 'unknown', reason: channelMessages.serverSaid(`${status}${message && ` (${message})`}`) }
  if (status >= 300 && status < 400) return { kind: 'refused', status, reason: redirectReason(headers.location) }
  const reason = message || (reasonByStatus[status] ?? channelMessages.serverSaid(String(status)))
  return { kind: 'refused', status, reason }
}

interface RawAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** The failure as text for the log. */
export function describeFailure(failure: TalkFailure): string {
  return textIn(reasonOf(failure), 'en')
}

/** The failure as text for a receipt. */
export function reasonOf(failure: TalkFailure): AnyText {
  switch (failure.kind) {
    case 'unauthorized':
      return talkMessages.passwordRefused
    case 'throttled':
      return talkMessages.tooManyRequests
    case 'unsent':
    case 'unknown':
    case 'refused':
      return failure.reason
  }
}

export function receiptOf(failure: TalkFailure): Receipt {
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
      return { status: 'retry', reason: reasonOf(failure), afterMs: UNAUTHORIZED_RETRY_MS, away: true }
    case 'throttled':
      return { status: 'throttled', afterMs: failure.afterMs }
    case 'refused':
      return { status: 'refused', reason: failure.reason }
  }
}

/** Wrong passwords make the server slow down everybody at our address, so we do not try more often than this. */
export const UNAUTHORIZED_RETRY_MS = 15 * 60_000
/** None of the known throttling answers names a duration. */
const DEFAULT_PAUSE_MS = 60_000
const MAX_PAUSE_MS = 30 * 60_000

function pauseMs(header: string | string[] | undefined): number {
  const seconds = Number(header)
  if (header === undefined || !Number.isFinite(seconds) || seconds < 0) return DEFAULT_PAUSE_MS
  return Math.min(MAX_PAUSE_MS, Math.max(1000, seconds * 1000))
}

const reasonByStatus: Partial<Record<number, AnyText>> = {
  400: talkMessages.wrongContent,
  403: talkMessages.noWriting,
  404: talkMessages.roomGone,
  405: talkMessages.serverOutdated,
  412: talkMessages.lobbyClosed,
  413: talkMessages.tooLong,
  426: talkMessages.clientOutdated,
  507: talkMessages.storageFull,
}

/** Only Nextcloud itself answers like this; a proxy also answers 503 if nothing runs behind it. */
function isNextcloud(headers: RawAnswer['headers'], text: string): boolean {
  return headers['x-nextcloud-maintenance-mode'] !== undefined || /<ocs>|"ocs"|sabredav/i.test(text)
}

/** The server's own message. Some failures are XML even if we ask for JSON. */
function serverMessage(text: string): string {
  const found =
    /<(?:s:)?message>([^<]{1,300})</.exec(text)?.[1] ??
    /"message"\s*:\s*"((?:[^"\\]|\\.){1,300})"/.exec(text)?.[1] ??
    /"error"\s*:\s*"((?:[^"\\]|\\.){1,300})"/.exec(text)?.[1]
  return (found ?? '').replace(/[\p{Cc}\p{Cf}]+/gu, ' ').trim()
}

/** Names only the origin. We never follow redirects, because the password would be sent along. */
function redirectReason(location: string | string[] | undefined): AnyText {
  const origin = typeof location === 'string' && URL.canParse(location) ? new URL(location).origin : undefined
  return origin === undefined ? talkMessages.moved : talkMessages.movedTo(origin)
}
