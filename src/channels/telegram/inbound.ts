import { createHash } from 'node:crypto'
import type { ChatId } from '../../domain/ids.ts'
import type { InboundEvent, InboundMessage, Quote } from '../../domain/message.ts'
import type { Address } from '../../domain/person.ts'
import { tidyName } from '../../lib/text/safe-name.ts'
import type { GroupMode } from '../channel.ts'
import { fromAction } from './receive/action-updates.ts'
import { type BotAccount, isAddressed, realReply, topicOf, withoutMention } from './receive/addressing.ts'
import { describeContent, type ReceivedUpdate } from './receive/message-content.ts'
import {
  displayName,
  type ForwardOrigin,
  type Message,
  readUpdate,
  toAddress,
  toChatId,
  type Update,
} from './wire/update-schema.ts'

export interface UpdateContext {
  me: BotAccount
  account: string
  groupMode(chat: ChatId): GroupMode
  /** Whether the word is one of our commands. "/etc/hosts" in a group is not. */
  isCommand(name: string): boolean
}

/** Pure, and never throws. Returns undefined for updates that do not concern us. */
export function toInbound(json: unknown, raw: string, now: Date, context: UpdateContext): ReceivedUpdate | undefined {
  const update = readUpdate(json)
  const received =
    update && (fromMessage(update.message, raw, context) ?? fromEdit(update.edited_message, raw, context))
  const event = received ?? (update && fromAction(update, now))
  if (event) return event
  if (update ? !wasUnreadable(json, update) : false) return undefined
  const key = `telegram:${context.account}:unread:${createHash('sha256').update(raw).digest('hex')}`
  return { event: { kind: 'unreadable', channel: 'telegram', account: context.account, key, at: now, raw }, files: [] }
}

/** The update has a kind we act on, but its content could not be parsed. */
function wasUnreadable(json: unknown, update: Update): boolean {
  const kinds = ['message', 'edited_message', 'callback_query'] as const
  const fields = json as Record<string, unknown>
  return kinds.some((kind) => fields[kind] !== undefined && fields[kind] !== null && update[kind] === undefined)
}

function fromMessage(message: Message | undefined, raw: string, context: UpdateContext): ReceivedUpdate | undefined {
  if (!message || !isOurConversation(message)) return undefined
  const moved = migration(message)
  if (moved) return { event: moved, files: [] }
  const renamed = renaming(message)
  if (renamed) return { event: renamed, files: [] }
  const received = readMessage(message, raw, context)
  if (!received) return undefined
  const { event, files } = received
  return { event: { ...event, ...partOf(message, event.text), kind: 'message' }, files }
}

/**
 * The files were fetched with the original message. The key includes the content, because some edits change nothing
 * that we see.
 */
function fromEdit(message: Message | undefined, raw: string, context: UpdateContext): ReceivedUpdate | undefined {
  if (!message || !isOurConversation(message)) return undefined
  const received = readMessage(message, raw, context)
  if (!received) return undefined
  const { edit_date: edited = message.date } = message
  const digest = createHash('sha256').update(received.event.text).digest('hex').slice(0, 16)
  const keys = received.event.keys.map((key) => `${key}:${edited}:${digest}`)
  return { event: { ...received.event, kind: 'edit', keys, at: new Date(edited * 1000) }, files: [] }
}

/** Guest and business messages carry ids of chats that are not ours. Channels are not conversations. */
function isOurConversation({ chat, guest_query_id, business_connection_id }: Message): boolean {
  return guest_query_id === undefined && business_connection_id === undefined && chat.type !== 'channel'
}

function migration({ chat, date, migrate_to_chat_id: to, migrate_from_chat_id: from }: Message) {
  if (to === undefined && from === undefined) return undefined
  const [old, movedTo] = to === undefined ? [toChatId(from ?? 0), toChatId(chat.id)] : [toChatId(chat.id), toChatId(to)]
  const group = { chat: old, audience: 'group', chatTitle: displayName(chat) } as const
  return { kind: 'membership', ...group, standing: 'moved', movedTo, at: new Date(date * 1000) } as const
}

function renaming({ chat, date, new_chat_title: title }: Message): InboundEvent | undefined {
  if (title === undefined || chat.type === 'private') return undefined
  return { kind: 'rename', chat: toChatId(chat.id), chatTitle: tidyName(title), at: new Date(date * 1000) }
}

function readMessage(message: Message, raw: string, context: UpdateContext) {
  const { chat } = message
  const sender = senderOf(message)
  if (!sender) return undefined
  const isPrivate = chat.type === 'private'
  const mode = isPrivate ? 'always' : context.groupMode(toChatId(chat.id))
  if (mode === 'off') return undefined
  const content = describeContent(message)
  if (!content && isServiceMessage(message)) return undefined
  const { text, entities, files } = content ?? { text: '[a kind of message I cannot read]', entities: [], files: [] }
  const foreign = foreignName(message)
  const reply = realReply(message)
  const event: Omit<InboundMessage, 'kind'> = {
    channel: 'telegram',
    account: context.account,
    keys: [messageKey(message, context.account, raw)],
    chat: toChatId(chat.id),
    audience: isPrivate ? 'private' : 'group',
    chatTitle: displayName(chat),
    remoteId: String(message.message_id),
    sender: sender.address,
    senderName: sender.name,
    at: new Date(message.date * 1000),
    text:
      foreign === undefined ? withoutMention({ text, entities }, context.me) : `[forwarded from ${foreign}]\n${text}`,
    addressed: sender.isPerson && isAddressed(message, { text, entities }, context.me, mode, context.isCommand),
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
  if (sender_chat) return { address: toAddress(sender_chat.id), name: displayName(sender_chat), isPerson: false }
  if (!from || from.is_bot === true || from.id <= 0) return undefined
  if (chat.type === 'private' && chat.id !== from.id) return undefined
  return { address: toAddress(from.id), name: displayName(from), isPerson: true }
}

function foreignName({ forward_origin, via_bot }: Message): string | undefined {
  if (forward_origin) return originName(forward_origin)
  return via_bot ? displayName(via_bot) : undefined
}

function originName({ sender_user, sender_user_name, sender_chat, chat }: ForwardOrigin): string {
  const source = sender_user ?? sender_chat ?? chat
  return source ? displayName(source) : tidyName(sender_user_name ?? 'somebody')
}

function quoteOf(message: Message): { quote?: Quote } {
  const { external_reply: externalReply, quote } = message
  const reply = realReply(message)
  if (!reply && !externalReply) return {}
  const author = reply?.sender_chat ?? reply?.from
  const name = author ? displayName(author) : externalReply?.origin ? originName(externalReply.origin) : 'somebody'
  const text = quote?.text.toWellFormed() ?? describeContent(reply ?? externalReply ?? {})?.text
  return text === undefined ? {} : { quote: { name, text, isSelected: quote !== undefined } }
}

/**
 * Telegram clients split pasted text at 4,096 characters, so a message nearly that long is probably followed by more.
 */
function partOf({ media_group_id, forward_origin }: Message, text: string): Pick<InboundMessage, 'partOf'> {
  if (media_group_id !== undefined) return { partOf: 'album' }
  if (forward_origin) return { partOf: 'forward' }
  return text.length >= 4000 ? { partOf: 'long text' } : {}
}

/**
 * Whether this is a notice of the platform about the chat. We ignore those; any other message without content is of a
 * kind we do not know yet.
 */
function isServiceMessage(message: Record<string, unknown>): boolean {
  return Object.keys(message).some(
    (key) => message[key] !== undefined && (serviceFields.has(key) || serviceFieldPrefix.test(key)),
  )
}

const serviceFieldPrefix =
  /^(forum_topic_|general_forum_topic_|video_chat_|giveaway|suggested_post_|community_chat_|chat_owner_|checklist_tasks_|poll_option_)/

const serviceFields = new Set([
  'new_chat_members',
  'left_chat_member',
  'new_chat_title',
  'new_chat_photo',
  'delete_chat_photo',
  'group_chat_created',
  'supergroup_chat_created',
  'channel_chat_created',
  'managed_bot_created',
  'message_auto_delete_timer_changed',
  'pinned_message',
  'successful_payment',
  'refunded_payment',
  'users_shared',
  'chat_shared',
  'connected_website',
  'write_access_allowed',
  'passport_data',
  'proximity_alert_triggered',
  'boost_added',
  'chat_background_set',
  'gift',
  'gift_upgrade_sent',
  'unique_gift',
  'paid_message_price_changed',
  'direct_message_price_changed',
  'web_app_data',
])
