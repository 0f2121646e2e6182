import { GrammyError } from 'grammy/web'
import type { Receipt } from '../../../domain/delivery.ts'
import { channelMessages } from '../../../messages/channel-messages.ts'
import { type AnyText, textIn } from '../../../messages/localized.ts'
import { NoAnswerError } from '../../shared/http-client.ts'
import { telegramMessages } from '../telegram-messages.ts'

/** The ways a call can fail, distinguished by what can be done about them. */
export type TelegramFailure =
  | { kind: 'throttled'; afterMs: number }
  /** The group became a supergroup with this id. */
  | { kind: 'moved'; to: number }
  /** An edit that changes nothing: the wanted text is already there. */
  | { kind: 'unchanged' }
  | { kind: 'uneditable' }
  | { kind: 'no thread' }
  | { kind: 'bad entities' }
  /** The server refuses to link to this URL. */
  | { kind: 'bad link'; url: string }
  | { kind: 'too long' }
  /** We cannot write to this chat until they come back: blocked, kicked or deleted. */
  | { kind: 'closed'; reason: AnyText }
  | { kind: 'unauthorized' }
  | { kind: 'conflict'; webhook: boolean }
  | { kind: 'refused'; reason: AnyText }
  /** Certainly not delivered. */
  | { kind: 'unreached'; reason: AnyText }
  /** A proxy timed out waiting for the server, so it was most likely not delivered. */
  | { kind: 'late'; reason: AnyText }
  /** It may have been delivered. */
  | { kind: 'unknown'; reason: AnyText }

/** The content cannot be sent, whatever the server says. */
export class UnsendableError extends Error {
  override name = 'UnsendableError'
}

/** Rethrows errors that are neither an answer of the platform nor a network problem, because those are bugs. */
export function failureOf(error: unknown): TelegramFailure {
  if (error instanceof NoAnswerError)
    return error.left ? { kind: 'unknown', reason: error.message } : { kind: 'unreached', reason: error.message }
  if (error instanceof UnsendableError) return { kind: 'refused', reason: error.message }
  if (!(error instanceof GrammyError)) throw error
  const { error_code: code, description, parameters } = error
  if (code === 429) return { kind: 'throttled', afterMs: pauseMs(parameters.retry_after) }
  // This is not Telegram's wording, so a proxy or a login portal answered that knows nothing about tokens or messages.
  if (description === `HTTP ${code}`) return proxyFailure(code)
  // The server may be restarting after it accepted the message. Only a 4xx is a definite no.
  if (code >= 500) return { kind: 'unknown', reason: channelMessages.serverSaid(String(code)) }
  // A malformed token gets 404, a revoked one 401. An old server also answers an unknown method with 404.
  if (code === 401 || (code === 404 && !/method/i.test(description))) return { kind: 'unauthorized' }
  if (code === 409) return { kind: 'conflict', webhook: /webhook/i.test(description) }
  if (parameters.migrate_to_chat_id !== undefined) return { kind: 'moved', to: parameters.migrate_to_chat_id }
  const [, quoted = ''] = /\bentity URL '(.*)/is.exec(description) ?? []
  const url = /^(.*)' is invalid/is.exec(quoted)?.[1]
  if (url !== undefined) return { kind: 'bad link', url }
  const matched = descriptions.find(([pattern]) => pattern.test(description))
  if (matched) return { kind: matched[1] }
  if (code === 403 || /chat not found|user is deactivated|PEER_ID_INVALID|not enough rights/i.test(description))
    return { kind: 'closed', reason: description }
  return { kind: 'refused', reason: description }
}

/** A proxy with these codes has not reached the server, or has timed out waiting for it. */
function proxyFailure(code: number): TelegramFailure {
  if (code === 502 || code === 503) return { kind: 'unreached', reason: channelMessages.proxySaid(code) }
  if (code === 504) return { kind: 'late', reason: channelMessages.proxySaid(code) }
  return { kind: 'unknown', reason: telegramMessages.notTelegramSaid(code) }
}

/** Telegram itself did not answer, so this says nothing about the request. */
export function isSilence({ kind }: Pick<TelegramFailure, 'kind'>): boolean {
  return kind === 'unreached' || kind === 'late' || kind === 'unknown'
}

/** The failure as text for the log. */
export function describeFailure(failure: TelegramFailure): string {
  return textIn(reasonOf(failure), 'en')
}

/** The failure as text for people. */
export function reasonOf(failure: TelegramFailure): AnyText {
  return 'reason' in failure ? failure.reason : failure.kind
}

export function receiptOf(failure: TelegramFailure): Receipt {
  switch (failure.kind) {
    case 'throttled':
      return { status: 'throttled', afterMs: failure.afterMs }
    case 'unreached':
      return { status: 'retry', reason: failure.reason, away: true }
    case 'late':
      return { status: 'retry', reason: failure.reason, away: true, maybeArrived: true }
    case 'unknown':
      return { status: 'unknown', reason: failure.reason }
    case 'unauthorized':
      return { status: 'retry', reason: telegramMessages.tokenRefused, afterMs: UNAUTHORIZED_RETRY_MS }
    // The outbox holds the delivery until they come back. If we never hear that, it is retried until its time is over.
    case 'closed':
    case 'conflict':
    case 'moved':
      return { status: 'retry', reason: reasonOf(failure) }
    case 'refused':
    case 'unchanged':
    case 'uneditable':
    case 'no thread':
    case 'bad entities':
    case 'bad link':
    case 'too long':
      return { status: 'refused', reason: reasonOf(failure) }
  }
}

/** The token may be corrected by a restart within the day, so retry rarely. */
const UNAUTHORIZED_RETRY_MS = 900_000

const descriptions: [RegExp, 'unchanged' | 'uneditable' | 'no thread' | 'bad entities' | 'too long'][] = [
  [/message is not modified/i, 'unchanged'],
  [/message to edit not found|message can't be edited|MESSAGE_ID_INVALID/i, 'uneditable'],
  [/message thread not found|TOPIC_(DELETED|CLOSED|ID_INVALID)/i, 'no thread'],
  [
    /can't parse (entities|MessageEntity)|ENTITY_|ENTITIES_TOO_LONG|\bentity (URL|begin|end)|receive an entity/i,
    'bad entities',
  ],
  [/(message|caption) is too long|MESSAGE_TOO_LONG|MEDIA_CAPTION_TOO_LONG/i, 'too long'],
]

/** Keeps us from hammering a server that names no pause, and from waiting a year for one that names a huge one. */
function pauseMs(seconds: unknown): number {
  if (typeof seconds !== 'number' || Number.isNaN(seconds) || seconds < 0) return 30_000
  return Math.min(MAX_PAUSE_MS, Math.max(1000, seconds * 1000))
}

/** Telegram itself sometimes asks for many hours. */
const MAX_PAUSE_MS = 86_400_000
