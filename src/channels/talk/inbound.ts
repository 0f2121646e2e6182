import { createHash } from 'node:crypto'
import type { InboundEvent, InboundMessage, Quote } from '../../domain/message.ts'
import { tidyName } from '../../lib/text/safe-name.ts'
import { truncate } from '../../lib/text/text.ts'
import type { EventWithFiles } from '../shared/attachments.ts'
import {
  type AddressingRules,
  isAddressed,
  type MessageSender,
  senderOf,
  withoutMention,
} from './receive/addressing.ts'
import { renderContent, type TalkFile } from './receive/message-content.ts'
import { fromSystemMessage } from './receive/system-messages.ts'
import type { ChatMessage } from './wire/chat-message.ts'
import { talkChat } from './wire/room.ts'
import type { ChatLine } from './wire/talk-client.ts'

/** What we know about the room of a message. */
export interface RoomContext extends AddressingRules {
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

export type ReceivedMessage = EventWithFiles<TalkFile>

/** Pure, and never throws. Returns undefined for messages that do not concern us. */
export function toInbound({ message, raw }: ChatLine, now: Date, room: RoomContext): ReceivedMessage | undefined {
  if (!message) return { event: unread(raw, now, room), files: [] }
  if (room.mode === 'off' && !room.isPrivate) return undefined
  const note = fromSystemMessage(message, room)
  if (note === 'not a system message') return fromMessage(message, raw, room)
  if (note?.kind !== 'edited') return note && { event: note, files: [] }
  return fromEdit(note.editor, note.message, raw, room)
}

function fromMessage(message: ChatMessage, raw: string, room: RoomContext): ReceivedMessage | undefined {
  const received = readMessage(message, raw, room)
  return received && { event: { ...received.event, kind: 'message' }, files: received.files }
}

/**
 * The files were fetched with the original message. The key includes the content, because two edits can happen in the
 * same second.
 */
function fromEdit(
  editor: MessageSender,
  message: ChatMessage,
  raw: string,
  room: RoomContext,
): ReceivedMessage | undefined {
  const received = readMessage(message, raw, room)
  if (!received) return undefined
  const { lastEditTimestamp: edited = message.timestamp } = message
  const digest = createHash('sha256').update(received.event.text).digest('hex').slice(0, 16)
  const keys = received.event.keys.map((key) => `${key}:${edited}:${digest}`)
  const event = { ...received.event, keys, at: new Date(edited * 1000) }
  if (editor.address.id === event.sender.id) return { event: { ...event, kind: 'edit' }, files: [] }
  // A moderator may edit what others wrote. The new text is then the moderator's, and nobody else's.
  const by = { sender: editor.address, senderName: editor.name, addressed: false, replyTo: event.remoteId }
  const text = `[changed what ${event.senderName} wrote]\n${event.text}`
  const { unproven: _unproven, quote: _quote, ...rest } = event
  const remoteId = `${event.remoteId}:${edited}`
  return { event: { ...rest, ...by, kind: 'message', remoteId, text, ...proof(editor) }, files: [] }
}

function readMessage(message: ChatMessage, raw: string, room: RoomContext) {
  const sender = senderOf(message, room.twins)
  if (!sender || (!sender.isProven && room.guests === 'ignore')) return undefined
  if (room.isPrivate && sender.address.id !== `users/${room.other}`) return undefined
  const content = renderContent(message)
  const isPast = room.isPast(message)
  const isTurn = sender.isProven && !isPast && !message.messageType.startsWith('record-')
  const event: Omit<InboundMessage, 'kind'> = {
    channel: 'talk',
    account: room.account,
    keys: [messageKey(message, room.account)],
    chat: talkChat(room.token),
    audience: room.isPrivate ? 'private' : 'group',
    chatTitle: room.title,
    remoteId: String(message.id),
    sender: sender.address,
    senderName: sender.name,
    at: new Date(message.timestamp * 1000),
    text: withoutMention(message, content, room.me),
    addressed: isTurn && (room.isPrivate || isAddressed(message, content, room)),
    raw,
    ...proof(sender),
    ...threadOf(message),
    ...(message.parent ? { replyTo: String(message.parent.id) } : {}),
    ...quoteOf(message),
    ...expiryOf(message),
  }
  return { event, files: isPast ? [] : content.files }
}

/** The key includes the time, because ids start again when a server is restored from a backup. */
function messageKey({ id, timestamp }: ChatMessage, account: string): string {
  return `talk:${account}:${id}@${timestamp}`
}

function proof({ isProven }: MessageSender): { unproven?: true } {
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
  return { quote: { name, text: truncate(renderContent(parent).text, MAX_QUOTE_CHARS), isSelected: false } }
}

const MAX_QUOTE_CHARS = 8000

function unread(raw: string, at: Date, { account }: RoomContext): InboundEvent {
  const key = `talk:${account}:unread:${createHash('sha256').update(raw).digest('hex')}`
  return { kind: 'unreadable', channel: 'talk', account, key, at, raw }
}
