import type { Foreign } from '../domain/foreign.ts'
import type { ChatId, Lane } from '../domain/ids.ts'
import type { Author, Origin, UnfinishedReason } from '../domain/message.ts'
import { foreignInLine, trustInLine } from '../domain/message-parts.ts'
import type { Trust } from '../domain/person.ts'
import type { LocalizedText } from '../messages/localized.ts'

/** A stored message, with everything that choosing and rendering need. */
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
  /** The trust in the speaker's own words. What they quote may have less: see `carriedTrust`. */
  trust: Trust
  /** Anything but `chat` is background output. */
  origin: Origin
  /** Our own id of the message it replies to, when we know that message. */
  replyTo: number | undefined
  /** The tool calls behind this answer of ours, in order. */
  actions: { line: string; failed: boolean }[]
  /** Why this answer of ours is incomplete. */
  unfinished?: UnfinishedReason
  /** The names of its attachments. */
  files: string[]
  /** The attachments that are recordings. The text has their transcript. */
  recordings?: string[]

  reactions?: { emoji: string; name: string }[]
}

/** The trust of a turn that shows this message. A quote in it can lower that; the message itself keeps its own trust. */
export function carriedTrust({ trust, text }: Pick<PastMessage, 'trust' | 'text'>): Trust {
  return trustInLine(text, trust)
}

/** The words of others in a message that is answered now. Its attachments count too, because anybody may have made them. */
export function foreignInMessage(message: PastMessage): Foreign[] {
  const { author, files, recordings = [] } = message
  const attachments = author === 'bot' ? [] : files.filter((name) => !recordings.includes(name))
  return [
    ...foreignInLine(message),
    ...attachments.map((name): Foreign => ({ kind: 'file', name, trust: 'untrusted' })),
  ]
}

/** The id of a message that is not stored. It is larger than any other, so that the whole past comes before it. */
export const UNSTORED = Number.MAX_SAFE_INTEGER

/** The ids of the stored messages among these. */
export function storedIds(messages: Pick<PastMessage, 'id'>[]): number[] {
  return messages.flatMap(({ id }) => (id === UNSTORED ? [] : [id]))
}

/** A remembered fact, independent of the message it came from. */
export interface Fact {
  /** Undefined for a line of a day note, which names its messages itself. */
  id?: number | undefined
  text: string
  /** When it was said last. */
  at: Date
  /** Who said it, where it is in their own words: "I live in Dresden." */
  saidBy?: string | undefined
  /** The message in which it was said last. */
  source?: Pick<PastMessage, 'id' | 'lane' | 'at'> | undefined
  /** The messages behind a line of a day note. */
  noted?: number[]
  /** The text of that message if it says everything that the fact says. Where it is shown, the fact is not needed. */
  saidIn?: string | undefined
  /** The lowest trust among the people it was learned from. */
  trust: Trust
  /** Why it is shown, in words for people. */
  reason: LocalizedText
}

/** A summary that replaces messages that are not shown one by one. */
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
  /** Somebody asked for it, so it replaces its messages even while their conversation is going on. */
  wanted?: boolean
}
