import type { Language } from '../messages/languages.ts'
import type { AnyText } from '../messages/localized.ts'
import type { KnownFile } from './file.ts'
import type { ChatId, Lane } from './ids.ts'

export const outboxStates = ['pending', 'sending', 'sent', 'drafted', 'retry', 'unknown', 'held', 'dead'] as const
export type OutboxState = (typeof outboxStates)[number]

/** The only place a reply may go to. Fixed at intake and checked again when the reply is sent. */
export interface Route {
  chat: ChatId
  topic?: string
  /** The platform's id of the message that is answered. */
  replyTo?: string
  facts?: RouteFacts
}

/**
 * The part of a route that only the channel reads (a subject, references, a recipient). It is stored and returned when
 * sending.
 */
export type RouteFacts = Readonly<Record<string, string>>

/** A button below a message. The data is ours, at most 64 bytes, and does not say who may press it. */
export interface Button<Label extends AnyText = string> {
  label: Label
  data: string
}

/** One part of one reply to one place. */
export interface Delivery {
  id: number
  /** Stable across restarts and resends: the seed of every platform's own idempotency key. */
  key: string
  message: number
  lane: Lane
  /** The task it belongs to, if any. */
  task?: number
  route: Route
  kind: 'reply' | 'command' | 'notice'
  part: number
  /** When it was said; the same in every copy. */
  at: Date
  body: string
  buttons: Button[]
  /** The attachments of the message. They go with its first part, so that each file is sent once. */
  files: KnownFile[]
  attempt: number
  /** An earlier copy may have arrived, so the channel marks this one as a possible repeat. */
  maybeRepeat: boolean
  /** The language of the chat, for the notes that the channel adds. */
  language: Language
  /** Somebody has read the draft and approved it. */
  approved?: true
}

/** What is known after an attempt to send. `unknown` means that bytes left and no answer came back. */
export type Receipt =
  /** `expiresAt`: when the platform deletes it by itself. */
  | { status: 'sent'; remoteId: string; expiresAt?: Date }
  /**
   * Proven not delivered. `away`: the server is unreachable, so everything that goes there is retried until it returns;
   * `alone`: only this one of several accounts. `maybeArrived`: a gateway gave up waiting, so the next copy is marked.
   * `closed`: the chat accepts nothing for now, so the person is told elsewhere.
   */
  | {
      status: 'retry'
      reason: AnyText
      afterMs?: number
      away?: true
      alone?: true
      maybeArrived?: true
      closed?: true
    }
  /** The platform asks for a pause (429) in this chat; in the whole channel if several chats get it. */
  | { status: 'throttled'; afterMs: number }
  | { status: 'unknown'; reason: AnyText }
  | { status: 'refused'; reason: AnyText }
  /** Saved as a draft until somebody approves it. The owner is told `where` it is and who it is `to`. */
  | { status: 'drafted'; remoteId: string; where: string; to: string }

/**
 * The result of looking for a delivery with unknown outcome. `sent` has its id on the platform, so that replies to it
 * find their lane. `away`: the server is unreachable, so nothing is known yet.
 */
export type ReconcileResult =
  | { status: 'sent'; remoteId: string; expiresAt?: Date }
  | { status: 'absent' | 'unknown' }
  | { status: 'away'; alone?: true }

/** The result of opening a chat in which we write first. */
export type Opened =
  | { status: 'opened'; route: Route }
  /** Not possible now, or not at all. */
  | { status: 'retry' | 'refused'; reason: AnyText }
