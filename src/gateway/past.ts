import type { ChatId, Lane } from '../domain/ids.ts'
import type { Author, Origin, Unfinished } from '../domain/message.ts'
import type { Trust } from '../domain/person.ts'

/** One stored line of a conversation, as everything that decides what the model sees knows it. */
export interface PastMessage {
  id: number
  chat: ChatId
  lane: Lane
  /** The conversation it belongs to; undefined for background output. */
  conversation: number | undefined
  author: Author
  name: string
  at: Date
  text: string
  /** Of its words; see `carriedTrust`. */
  trust: Trust
  /** Anything but `chat` is background output. */
  origin: Origin
  /** Our own id of the message it replies to, when we know that message. */
  replyTo: number | undefined
  /** What we did for this line of ours, in order. */
  actions: { line: string; failed: boolean }[]
  /** Why this line of ours ends before it was finished. */
  unfinished?: Unfinished
  /** What hangs on it, by name. */
  files: string[]
  /** What people left below it. */
  reactions?: { emoji: string; name: string }[]
}

/**
 * How far a turn can be trusted that shows it: what hangs on a line may hold anybody's words, whoever sent it, and so may
 * its name. The line itself stays whose it is.
 */
export function carriedTrust({ trust, files }: Pick<PastMessage, 'trust' | 'files'>): Trust {
  return files.length > 0 ? 'untrusted' : trust
}

/** The id of what is asked without being stored; above every other, so that all of the past is before it. */
export const UNSTORED = Number.MAX_SAFE_INTEGER

/** Of these the ids that name a stored message. */
export function storedIds(messages: Pick<PastMessage, 'id'>[]): number[] {
  return messages.flatMap(({ id }) => (id === UNSTORED ? [] : [id]))
}

/** Something remembered for itself, apart from the line it was said in. */
export interface Fact {
  text: string
  /** Since when it is known. */
  at: Date
  /** Of whoever it was learned from; the lowest where there were several. */
  trust: Trust
  /** For people: why it is in. */
  reason: string
}

/** What stands for messages that are not shown one by one. */
export interface Summary {
  id: number
  /** Undefined for the rolling summary of the lane. */
  conversation: number | undefined
  text: string
  made: 'model' | 'extract'
  trust: Trust
  fromId: number
  toId: number
  fromAt: Date
  toAt: Date
  messages: number
  /** Somebody wanted room: it stands for its lines even while they are going on. */
  wanted?: boolean
}
