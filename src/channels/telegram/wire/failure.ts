import { GrammyError } from 'grammy/web'
import type { Receipt } from '../../../domain/delivery.ts'
import { NoAnswerError } from '../../shared/http.ts'

/** What went wrong with a call, by what can be done about it. */
export type Failure =
  | { kind: 'throttled'; afterMs: number }
  /** The group became a supergroup; it goes on under this id. */
  | { kind: 'moved'; to: number }
  /** An edit that changes nothing: what we wanted is there. */
  | { kind: 'unchanged' }
  | { kind: 'uneditable' }
  | { kind: 'no thread' }
  | { kind: 'bad entities' }
  /** One address that the server will not link to. */
  | { kind: 'bad link'; url: string }
  | { kind: 'too long' }
  /** This chat is closed to us until they come back: blocked, kicked, deleted. */
  | { kind: 'closed'; reason: string }
  | { kind: 'unauthorized' }
  | { kind: 'conflict'; webhook: boolean }
  | { kind: 'refused'; reason: string }
  /** Proven not to have arrived. */
  | { kind: 'unreached'; reason: string }
  /** A gateway gave up waiting for the server: most likely it did not arrive. */
  | { kind: 'late'; reason: string }
  /** It may have arrived. */
  | { kind: 'unknown'; reason: string }

/** What there is to send cannot be sent, whoever answers. */
export class UnsendableError extends Error {
  override name = 'UnsendableError'
}

/** Throws again what is no answer of the platform and no trouble of the wire: that is a bug. */
export function failureOf(error: unknown): Failure {
  if (error instanceof NoAnswerError)
    return error.left ? { kind: 'unknown', reason: error.message } : { kind: 'unreached', reason: error.message }
  if (error instanceof UnsendableError) return { kind: 'refused', reason: error.message }
  if (!(error instanceof GrammyError)) throw error
  const { error_code: code, description, parameters } = error
  if (code === 429) return { kind: 'throttled', afterMs: pauseMs(parameters.retry_after) }
  // Not in the platform's own words: a proxy or a portal stands in between, and knows nothing of tokens or messages.
  if (description === `HTTP ${code}`) return inBetween(code)
  // The server itself may be restarting, after it took the message: only a 4xx is a definite no.
  if (code >= 500) return { kind: 'unknown', reason: `the server said ${code}` }
  // A token of the wrong form is answered with 404, a revoked one with 401; an old server also says 404 to a new method.
  if (code === 401 || (code === 404 && !/method/i.test(description))) return { kind: 'unauthorized' }
  if (code === 409) return { kind: 'conflict', webhook: /webhook/i.test(description) }
  if (parameters.migrate_to_chat_id !== undefined) return { kind: 'moved', to: parameters.migrate_to_chat_id }
  const [, quoted = ''] = /\bentity URL '(.*)/is.exec(description) ?? []
  const url = /^(.*)' is invalid/is.exec(quoted)?.[1]
  if (url !== undefined) return { kind: 'bad link', url }
  const known = descriptions.find(([pattern]) => pattern.test(description))
  if (known) return { kind: known[1] }
  if (code === 403 || /chat not found|user is deactivated|PEER_ID_INVALID|not enough rights/i.test(description))
    return { kind: 'closed', reason: description }
  return { kind: 'refused', reason: description }
}

/** A gateway that says so has not reached the server, or has lost patience with it. */
function inBetween(code: number): Failure {
  if (code === 502 || code === 503) return { kind: 'unreached', reason: `a gateway on the way said ${code}` }
  if (code === 504) return { kind: 'late', reason: `a gateway on the way said ${code}` }
  return { kind: 'unknown', reason: `something that is not Telegram said ${code}` }
}

/** Nobody of the platform's answered: whatever it was, it says nothing about what we asked. */
export function isSilence({ kind }: Pick<Failure, 'kind'>): boolean {
  return kind === 'unreached' || kind === 'late' || kind === 'unknown'
}

/** A failure in the words of a log line or a receipt. */
export function describeFailure(failure: Failure): string {
  return 'reason' in failure ? failure.reason : failure.kind
}

/** What is known of a delivery that failed so. */
export function receiptOf(failure: Failure): Receipt {
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
      return { status: 'retry', reason: 'Telegram refused the bot token', afterMs: UNAUTHORIZED_MS }
    // Held until they come back, or tried until its day is over where that is never told.
    case 'closed':
    case 'conflict':
    case 'moved':
      return { status: 'retry', reason: describeFailure(failure) }
    case 'refused':
    case 'unchanged':
    case 'uneditable':
    case 'no thread':
    case 'bad entities':
    case 'bad link':
    case 'too long':
      return { status: 'refused', reason: describeFailure(failure) }
  }
}

/** A token that was refused may be put right by a restart within the day. */
const UNAUTHORIZED_MS = 900_000

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

/** A server that asks for no pause would be hammered, one that asks for a year never heard again. */
function pauseMs(seconds: unknown): number {
  if (typeof seconds !== 'number' || Number.isNaN(seconds) || seconds < 0) return 30_000
  return Math.min(LONGEST_PAUSE_MS, Math.max(1000, seconds * 1000))
}

/** The platform itself asks for many hours now and then. */
const LONGEST_PAUSE_MS = 86_400_000
