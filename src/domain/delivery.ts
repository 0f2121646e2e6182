import type { KnownFile } from './file.ts'
import type { ChatId, Lane } from './ids.ts'

export const outboxStates = ['pending', 'sending', 'sent', 'drafted', 'retry', 'unknown', 'held', 'dead'] as const
export type OutboxState = (typeof outboxStates)[number]

/** The one place a reply may go to. Fixed when the message is taken in, checked again when the reply is sent. */
export interface Route {
  chat: ChatId
  topic?: string
  /** The platform's id of the message this answers. */
  replyTo?: string
  facts?: RouteFacts
}

/** What only the channel itself reads of a route (a subject, references, a recipient): kept, and handed back at the send. */
export type RouteFacts = Readonly<Record<string, string>>

/** Something to press below a message. The data is ours, at most 64 bytes, and says nothing about who may press it. */
export interface Button {
  label: string
  data: string
}

/** One part of one reply to one place. */
export interface Delivery {
  id: number
  /** Stable across restarts and resends: the seed of every platform's own idempotency key. */
  key: string
  message: number
  lane: Lane
  /** What it is said for, where there is something. */
  task?: number
  route: Route
  kind: 'reply' | 'command' | 'notice'
  part: number
  /** When it was said: the same in every copy of it. */
  at: Date
  body: string
  buttons: Button[]
  /** What hangs on the message: with its first part, so that each file goes out once. */
  files: KnownFile[]
  attempt: number
  /** True when an earlier copy may already have arrived; the channel marks it as a possible repeat. */
  maybeRepeat: boolean
  /** Somebody has read it as a draft and said that it may go. */
  approved?: true
}

/** What is known after trying to send. `unknown` means bytes left and no answer came back. */
export type Receipt =
  /** `expiresAt`: when the platform takes it away by itself. */
  | { status: 'sent'; remoteId: string; expiresAt?: Date }
  /**
   * Proven not delivered. `away`: nobody is there at all, so it is tried for as long as that lasts, and so is everything
   * else that goes there; `alone`: but of several accounts of ours only this one's. `maybeArrived`: something in between
   * gave up waiting, and the next copy is marked. `closed`: the chat takes nothing for now, so whoever waits is told elsewhere.
   */
  | {
      status: 'retry'
      reason: string
      afterMs?: number
      away?: true
      alone?: true
      maybeArrived?: true
      closed?: true
    }
  /** The platform asks for a pause (429): of this chat, and of the channel when several chats hear it. */
  | { status: 'throttled'; afterMs: number }
  | { status: 'unknown'; reason: string }
  | { status: 'refused'; reason: string }
  /** It lies where somebody reads it first, and goes when they say so. `where` and `to` are told to the owner. */
  | { status: 'drafted'; remoteId: string; where: string; to: string }

/**
 * What a look for a delivery of unknown outcome finds. `sent` with the name it has there, so that a reply to it finds its
 * lane; `away`: nobody answers there yet, so nothing can be said or done.
 */
export type ReconcileResult =
  | { status: 'sent'; remoteId: string; expiresAt?: Date }
  | { status: 'absent' | 'unknown' }
  | { status: 'away'; alone?: true }

/** A place in which we may speak first. */
export type Opened =
  | { status: 'opened'; route: Route }
  /** It cannot be done now, or never. */
  | { status: 'retry' | 'refused'; reason: string }
