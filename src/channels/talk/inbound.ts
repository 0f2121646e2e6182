import { createHash } from 'node:crypto'
import type { InboundEvent, InboundMessage, Quote } from '../../domain/message.ts'
import { truncate } from '../../lib/text/text.ts'
import type { EventWithFiles } from '../shared/attachments.ts'
import { tidyName } from '../shared/display-name.ts'
import { type Hearing, isForUs, withoutMention } from './receive/addressing.ts'
import type { TalkFile } from './receive/attachments.ts'
import { tellContent } from './receive/meaning.ts'
import { fromNote } from './receive/notes.ts'
import { type Sender, senderOf } from './receive/sender.ts'
import { talkChat } from './wire/address.ts'
import type { ChatMessage } from './wire/chat-message.ts'
import type { Line } from './wire/client.ts'

/** What we know about the room of a message. */
export interface InboundView extends Hearing {
  account: string
  token: string
  title: string
  isPrivate: boolean
  /** In a one-to-one conversation, the user id of the other person. Nobody else can have written there. */
  other: string
  /** What to do with messages of guests and of users of other servers. */
  guests: 'context' | 'ignore'
  /** Display names that several people in the room share. */
  twins: ReadonlySet<string>
  /** Sent before we joined, or too long ago to be answered. Such messages are only context. */
  isPast(message: ChatMessage): boolean
}

export type Taken = EventWithFiles<TalkFile>

/** Pure, and never throws. Returns undefined for messages that do not concern us. */
export function toInbound({ message, raw }: Line, now: Date, view: InboundView): Taken | undefined {
  if (!message) return { event: unread(raw, now, view), files: [] }
  if (view.mode === 'off' && !view.isPrivate) return undefined
  const note = fromNote(message, view)
  if (note === 'no note') return fromWords(message, raw, view)
  if (note?.kind !== 'edited') return note && { event: note, files: [] }
  return fromEdit(note.editor, note.message, raw, view)
}

function fromWords(message: ChatMessage, raw: string, view: InboundView): Taken | undefined {
  const told = said(message, raw, view)
  return told && { event: { ...told.event, kind: 'message' }, files: told.files }
}

/**
 * The files were fetched with the original message. The key includes the content, because two edits can happen in the
 * same second.
 */
function fromEdit(editor: Sender, message: ChatMessage, raw: string, view: InboundView): Taken | undefined {
  const told = said(message, raw, view)
  if (!told) return undefined
  const { lastEditTimestamp: edited = message.timestamp } = message
  const digest = createHash('sha256').update(told.event.text).digest('hex').slice(0, 16)
  const keys = told.event.keys.map((key) => `${key}:${edited}:${digest}`)
  const event = { ...told.event, keys, at: new Date(edited * 1000) }
  if (editor.address.id === event.sender.id) return { event: { ...event, kind: 'edit' }, files: [] }
  // A moderator may edit what others wrote. The new text is then the moderator's, and nobody else's.
  const by = { sender: editor.address, senderName: editor.name, addressed: false, replyTo: event.remoteId }
  const text = `[changed what ${event.senderName} wrote]\n${event.text}`
  const { unproven: _unproven, quote: _quote, ...rest } = event
  const remoteId = `${event.remoteId}:${edited}`
  return { event: { ...rest, ...by, kind: 'message', remoteId, text, ...proof(editor) }, files: [] }
}

function said(message: ChatMessage, raw: string, view: InboundView) {
  const sender = senderOf(message, view.twins)
  if (!sender || (!sender.isProven && view.guests === 'ignore')) return undefined
  if (view.isPrivate && sender.address.id !== `users/${view.other}`) return undefined
  const told = tellContent(message)
  const isPast = view.isPast(message)
  const isTurn = sender.isProven && !isPast && !message.messageType.startsWith('record-')
  const event: Omit<InboundMessage, 'kind'> = {
    channel: 'talk',
    account: view.account,
    keys: [messageKey(message, view.account)],
    chat: talkChat(view.token),
    audience: view.isPrivate ? 'private' : 'group',
    chatTitle: view.title,
    remoteId: String(message.id),
    sender: sender.address,
    senderName: sender.name,
    at: new Date(message.timestamp * 1000),
    text: withoutMention(message, told, view.me),
    addressed: isTurn && (view.isPrivate || isForUs(message, told, view)),
    raw,
    ...proof(sender),
    ...threadOf(message),
    ...(message.parent ? { replyTo: String(message.parent.id) } : {}),
    ...quoteOf(message),
    ...expiryOf(message),
  }
  return { event, files: isPast ? [] : told.files }
}

/** The key includes the time, because ids start again when a server is restored from a backup. */
function messageKey({ id, timestamp }: ChatMessage, account: string): string {
  return `talk:${account}:${id}@${timestamp}`
}

function proof({ isProven }: Sender): { unproven?: true } {
  return isProven ? {} : { unproven: true }
}

/** Every message has a thread id, but only some are in a thread. */
function threadOf({ isThread, threadId }: ChatMessage): { topic?: string } {
  return isThread && threadId !== undefined && threadId > 0 ? { topic: String(threadId) } : {}
}

/** In rooms with message expiration each message has its own expiry time. */
export function expiryOf({ expirationTimestamp }: Pick<ChatMessage, 'expirationTimestamp'>): { expiresAt?: Date } {
  return expirationTimestamp > 0 ? { expiresAt: new Date(expirationTimestamp * 1000) } : {}
}

function quoteOf({ parent }: ChatMessage): { quote?: Quote } {
  if (!parent || parent.deleted || parent.message === '') return {}
  const name = senderOf(parent)?.name ?? (tidyName(parent.actorDisplayName) || 'somebody')
  return { quote: { name, text: truncate(tellContent(parent).text, LONGEST_QUOTE), isMarked: false } }
}

const LONGEST_QUOTE = 8000

function unread(raw: string, at: Date, { account }: InboundView): InboundEvent {
  const key = `talk:${account}:unread:${createHash('sha256').update(raw).digest('hex')}`
  return { kind: 'unread', channel: 'talk', account, key, at, raw }
}
