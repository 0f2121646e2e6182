import { createHash } from 'node:crypto'
import type { ChatId } from '../../domain/ids.ts'
import type { InboundEvent, InboundMessage, Quote } from '../../domain/message.ts'
import type { Address } from '../../domain/person.ts'
import type { GroupMode } from '../shared/group-mode.ts'
import { tidy } from '../shared/naming.ts'
import { isForUs, type Me, realReply, topicOf, withoutMention } from './receive/addressing.ts'
import { type Taken, tellContent } from './receive/content.ts'
import { fromGesture } from './receive/gestures.ts'
import { isServiceMessage } from './receive/service.ts'
import { address, chatId, nameOf } from './wire/naming.ts'
import { type Message, type Origin, readUpdate, type Update } from './wire/update.ts'

export interface InboundView {
  me: Me
  account: string
  groupMode(chat: ChatId): GroupMode
  /** Whether the word is one of our commands. "/etc/hosts" in a group is not. */
  isCommand(name: string): boolean
}

/** Pure, and never throws. Returns undefined for updates that do not concern us. */
export function toInbound(json: unknown, raw: string, now: Date, view: InboundView): Taken | undefined {
  const update = readUpdate(json)
  const taken = update && (fromMessage(update.message, raw, view) ?? fromEdit(update.edited_message, raw, view))
  const event = taken ?? (update && fromGesture(update, now))
  if (event) return event
  if (update ? !wasUnreadable(json, update) : false) return undefined
  const key = `telegram:${view.account}:unread:${createHash('sha256').update(raw).digest('hex')}`
  return { event: { kind: 'unread', channel: 'telegram', account: view.account, key, at: now, raw }, files: [] }
}

/** The update has a kind we act on, but its content could not be parsed. */
function wasUnreadable(json: unknown, update: Update): boolean {
  const kinds = ['message', 'edited_message', 'callback_query'] as const
  const given = json as Record<string, unknown>
  return kinds.some((kind) => given[kind] !== undefined && given[kind] !== null && update[kind] === undefined)
}

function fromMessage(message: Message | undefined, raw: string, view: InboundView): Taken | undefined {
  if (!message || !isHere(message)) return undefined
  const moved = migration(message)
  if (moved) return { event: moved, files: [] }
  const renamed = renaming(message)
  if (renamed) return { event: renamed, files: [] }
  const told = said(message, raw, view)
  if (!told) return undefined
  const { event, files } = told
  return { event: { ...event, ...partOf(message, event.text), kind: 'message' }, files }
}

/**
 * The files were fetched with the original message. The key includes the content, because some edits change nothing
 * that we see.
 */
function fromEdit(message: Message | undefined, raw: string, view: InboundView): Taken | undefined {
  if (!message || !isHere(message)) return undefined
  const told = said(message, raw, view)
  if (!told) return undefined
  const { edit_date: edited = message.date } = message
  const digest = createHash('sha256').update(told.event.text).digest('hex').slice(0, 16)
  const keys = told.event.keys.map((key) => `${key}:${edited}:${digest}`)
  return { event: { ...told.event, kind: 'edit', keys, at: new Date(edited * 1000) }, files: [] }
}

/** Guest and business messages carry ids of chats that are not ours. Channels are not conversations. */
function isHere({ chat, guest_query_id, business_connection_id }: Message): boolean {
  return guest_query_id === undefined && business_connection_id === undefined && chat.type !== 'channel'
}

function migration({ chat, date, migrate_to_chat_id: to, migrate_from_chat_id: from }: Message) {
  if (to === undefined && from === undefined) return undefined
  const [old, movedTo] = to === undefined ? [chatId(from ?? 0), chatId(chat.id)] : [chatId(chat.id), chatId(to)]
  const where = { chat: old, audience: 'group', chatTitle: nameOf(chat) } as const
  return { kind: 'membership', ...where, standing: 'moved', movedTo, at: new Date(date * 1000) } as const
}

function renaming({ chat, date, new_chat_title: title }: Message): InboundEvent | undefined {
  if (title === undefined || chat.type === 'private') return undefined
  return { kind: 'renamed', chat: chatId(chat.id), chatTitle: tidy(title), at: new Date(date * 1000) }
}

function said(message: Message, raw: string, view: InboundView) {
  const { chat } = message
  const sender = senderOf(message)
  if (!sender) return undefined
  const isPrivate = chat.type === 'private'
  const mode = isPrivate ? 'always' : view.groupMode(chatId(chat.id))
  if (mode === 'off') return undefined
  const told = tellContent(message)
  if (!told && isServiceMessage(message)) return undefined
  const { text, entities, files } = told ?? { text: '[a kind of message I cannot read]', entities: [], files: [] }
  const foreign = foreignName(message)
  const reply = realReply(message)
  const event: Omit<InboundMessage, 'kind'> = {
    channel: 'telegram',
    account: view.account,
    keys: [messageKey(message, view.account, raw)],
    chat: chatId(chat.id),
    audience: isPrivate ? 'private' : 'group',
    chatTitle: nameOf(chat),
    remoteId: String(message.message_id),
    sender: sender.address,
    senderName: sender.name,
    at: new Date(message.date * 1000),
    text: foreign === undefined ? withoutMention({ text, entities }, view.me) : `[forwarded from ${foreign}]\n${text}`,
    addressed: sender.isPerson && isForUs(message, { text, entities }, view.me, mode, view.isCommand),
    raw,
    ...topicOf(message),
    ...(reply && reply.message_id > 0 ? { replyTo: String(reply.message_id) } : {}),
    ...(foreign === undefined ? {} : { forwardedFrom: foreign }),
    ...quoteOf(message),
  }
  return { event, files }
}

/**
 * Based on the message id, not on the update id: after a week without updates Telegram restarts update ids at random,
 * and a repeated one would make a new message look like a duplicate. Ephemeral messages have no id.
 */
function messageKey({ chat, message_id }: Message, account: string, raw: string): string {
  const id = message_id > 0 ? message_id : createHash('sha256').update(raw).digest('hex')
  return `telegram:${account}:${chat.id}:${id}`
}

interface Sender {
  address: Address
  name: string
  /** False for anonymous admins and channels. Only a person can ask us for something. */
  isPerson: boolean
}

/**
 * Messages sent on behalf of a chat are stored as context but cannot give orders: the user named beside them is a
 * placeholder of the platform.
 */
function senderOf({ from, sender_chat, chat }: Message): Sender | undefined {
  if (sender_chat) return { address: address(sender_chat.id), name: nameOf(sender_chat), isPerson: false }
  if (!from || from.is_bot === true || from.id <= 0) return undefined
  if (chat.type === 'private' && chat.id !== from.id) return undefined
  return { address: address(from.id), name: nameOf(from), isPerson: true }
}

function foreignName({ forward_origin, via_bot }: Message): string | undefined {
  if (forward_origin) return originName(forward_origin)
  return via_bot ? nameOf(via_bot) : undefined
}

function originName({ sender_user, sender_user_name, sender_chat, chat }: Origin): string {
  const named = sender_user ?? sender_chat ?? chat
  return named ? nameOf(named) : tidy(sender_user_name ?? 'somebody')
}

function quoteOf(message: Message): { quote?: Quote } {
  const { external_reply: elsewhere, quote } = message
  const reply = realReply(message)
  if (!reply && !elsewhere) return {}
  const author = reply?.sender_chat ?? reply?.from
  const name = author ? nameOf(author) : elsewhere?.origin ? originName(elsewhere.origin) : 'somebody'
  const text = quote?.text.toWellFormed() ?? tellContent(reply ?? elsewhere ?? {})?.text
  return text === undefined ? {} : { quote: { name, text, isMarked: quote !== undefined } }
}

/**
 * Telegram clients split pasted text at 4,096 characters, so a message nearly that long is probably followed by more.
 */
function partOf({ media_group_id, forward_origin }: Message, text: string): Pick<InboundMessage, 'partOf'> {
  if (media_group_id !== undefined) return { partOf: 'album' }
  if (forward_origin) return { partOf: 'forward' }
  return text.length >= 4000 ? { partOf: 'long text' } : {}
}
