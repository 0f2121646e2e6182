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

/** What is known of where a line was said. */
export interface InboundView extends Hearing {
  account: string
  token: string
  title: string
  isPrivate: boolean
  /** In a one-to-one, the uid of the other: nobody else can have said anything there. */
  other: string
  /** What becomes of the words of guests and of people of other servers. */
  guests: 'context' | 'ignore'
  /** Names that several people of the room have. */
  twins: ReadonlySet<string>
  /** Said before we came, or too long ago to be answered: it is context, whoever said it to whom. */
  isPast(message: ChatMessage): boolean
}

export type Taken = EventWithFiles<TalkFile>

/** Pure and total: whatever the server tells becomes an event, or is none of our business. It never throws. */
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

/** An edit's files were fetched with the message; its key holds the content, because two edits can share a second. */
function fromEdit(editor: Sender, message: ChatMessage, raw: string, view: InboundView): Taken | undefined {
  const told = said(message, raw, view)
  if (!told) return undefined
  const { lastEditTimestamp: edited = message.timestamp } = message
  const digest = createHash('sha256').update(told.event.text).digest('hex').slice(0, 16)
  const keys = told.event.keys.map((key) => `${key}:${edited}:${digest}`)
  const event = { ...told.event, keys, at: new Date(edited * 1000) }
  if (editor.address.id === event.sender.id) return { event: { ...event, kind: 'edit' }, files: [] }
  // A moderator may write over what others said. Those are the moderator's words, and nobody else's.
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

/** With its time: ids begin anew when a server is put back to an older day. */
function messageKey({ id, timestamp }: ChatMessage, account: string): string {
  return `talk:${account}:${id}@${timestamp}`
}

function proof({ isProven }: Sender): { unproven?: true } {
  return isProven ? {} : { unproven: true }
}

/** Every message has a number for the thread it could be; only some are threads. */
function threadOf({ isThread, threadId }: ChatMessage): { topic?: string } {
  return isThread && threadId !== undefined && threadId > 0 ? { topic: String(threadId) } : {}
}

/** The room lets its messages expire; each knows its own time. */
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
