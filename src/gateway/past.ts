import type { Foreign } from '../domain/foreign.ts'
import type { ChatId, Lane } from '../domain/ids.ts'
import type { Author, Origin, Unfinished } from '../domain/message.ts'
import { foreignInLine, trustInLine } from '../domain/message-parts.ts'
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
  /** Of its speaker's own words; see `carriedTrust`. */
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
  /** Those of them that are recordings: what is said in them stands in the text. */
  recordings?: string[]
  /** What people left below it. */
  reactions?: { emoji: string; name: string }[]
}

/** How far a turn can be trusted that shows it: what it quotes is not its speaker's. The line itself stays whose it is. */
export function carriedTrust({ trust, text }: Pick<PastMessage, 'trust' | 'text'>): Trust {
  return trustInLine(text, trust)
}

/** Words of others that a message brings which is asked now: what hangs on it is shown with it, and anybody may have made it. */
export function foreignAsked(message: PastMessage): Foreign[] {
  const { author, files, recordings = [] } = message
  const shown = author === 'bot' ? [] : files.filter((name) => !recordings.includes(name))
  return [...foreignInLine(message), ...shown.map((name): Foreign => ({ kind: 'file', name, trust: 'untrusted' }))]
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
