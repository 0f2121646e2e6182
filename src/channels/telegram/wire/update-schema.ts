import { z } from 'zod'
import { type ChatId, makeChatId } from '../../../domain/ids.ts'
import type { Address } from '../../../domain/person.ts'
import { tidyName } from '../../../lib/text/safe-name.ts'

// Only the fields we read. A field that is missing, null or of the wrong type counts as absent, because a new or broken
// field must never cost a message. Only the ids, the chat and the date have to be valid.

/** Undefined if the update cannot be identified at all. */
export function readUpdate(json: unknown): Update | undefined {
  const parsed = update.safeParse(json)
  return parsed.success ? parsed.data : undefined
}

function lenient<T extends z.ZodType>(schema: T) {
  return schema.optional().catch(undefined)
}

function listOf<T extends z.ZodType>(schema: T) {
  const items = z.array(z.unknown()).transform((values) =>
    values.flatMap((value) => {
      const parsed = schema.safeParse(value)
      return parsed.success ? [parsed.data] : []
    }),
  )
  return items.optional().catch(undefined)
}

const id = z.int()
const seconds = z.int().min(0).max(8_640_000_000_000)
const words = z.string()

const user = z.object({
  id,
  is_bot: lenient(z.boolean()),
  first_name: lenient(words),
  last_name: lenient(words),
  username: lenient(words),
})
export type User = z.infer<typeof user>

const chat = z.object({
  id,
  type: z.enum(['private', 'group', 'supergroup', 'channel']),
  title: lenient(words),
  username: lenient(words),
  first_name: lenient(words),
  last_name: lenient(words),
})
export type Chat = z.infer<typeof chat>

const entity = z.object({
  type: words,
  offset: z.int().min(0),
  length: z.int().min(1),
  url: lenient(words),
  user: lenient(z.object({ id })),
})
export type Entity = z.infer<typeof entity>

const file = z.object({
  file_id: words,
  file_unique_id: lenient(words),
  file_size: lenient(z.number()),
  file_name: lenient(words),
  mime_type: lenient(words),
  duration: lenient(z.number()),
  title: lenient(words),
  performer: lenient(words),
  emoji: lenient(words),
})
export type RemoteFile = z.infer<typeof file>

const origin = z.object({
  sender_user: lenient(user),
  sender_user_name: lenient(words),
  sender_chat: lenient(chat),
  chat: lenient(chat),
})
export type ForwardOrigin = z.infer<typeof origin>

const place = z.object({ latitude: z.number(), longitude: z.number() })

/** Shared by a message, the message it replies to, and a reply to another chat. */
const content = {
  text: lenient(words),
  entities: listOf(entity),
  caption: lenient(words),
  caption_entities: listOf(entity),
  rich_message: lenient(z.unknown()),
  photo: listOf(file),
  live_photo: lenient(file),
  document: lenient(file),
  animation: lenient(file),
  audio: lenient(file),
  voice: lenient(file),
  video: lenient(file),
  video_note: lenient(file),
  sticker: lenient(file),
  location: lenient(place),
  venue: lenient(z.object({ location: place, title: words, address: lenient(words) })),
  contact: lenient(z.object({ phone_number: words, first_name: words, last_name: lenient(words) })),
  poll: lenient(z.object({ question: words, options: listOf(z.object({ text: words })) })),
  checklist: lenient(z.object({ title: lenient(words), tasks: listOf(z.object({ text: words })) })),
  dice: lenient(z.object({ emoji: words, value: z.number() })),
  story: lenient(z.object({ id })),
  game: lenient(z.object({ title: words })),
  invoice: lenient(z.object({ title: words })),
  paid_media: lenient(z.object({ star_count: lenient(z.number()) })),
}

const replied = z.object({
  message_id: id,
  from: lenient(user),
  sender_chat: lenient(chat),
  chat: lenient(chat),
  ...content,
})

const message = z.looseObject({
  message_id: id,
  date: seconds,
  chat,
  from: lenient(user),
  sender_chat: lenient(chat),
  message_thread_id: lenient(id),
  is_topic_message: lenient(z.boolean()),
  edit_date: lenient(seconds),
  media_group_id: lenient(words),
  forward_origin: lenient(origin),
  via_bot: lenient(user),
  guest_query_id: lenient(words),
  business_connection_id: lenient(words),
  reply_to_message: lenient(replied.extend({ forum_topic_created: lenient(z.unknown()) })),
  external_reply: lenient(z.object({ origin: lenient(origin), ...content })),
  quote: lenient(z.object({ text: words })),
  new_chat_title: lenient(words),
  migrate_to_chat_id: lenient(id),
  migrate_from_chat_id: lenient(id),
  ...content,
})
export type Message = z.infer<typeof message>
export type ContentFields = z.infer<z.ZodObject<typeof content>>

const update = z.object({
  update_id: id,
  message: lenient(message),
  edited_message: lenient(message),
  callback_query: lenient(
    z.object({
      id: words,
      from: user,
      data: lenient(words),
      message: lenient(
        z.object({
          message_id: id,
          chat,
          message_thread_id: lenient(id),
          is_topic_message: lenient(z.boolean()),
        }),
      ),
    }),
  ),
  my_chat_member: lenient(
    z.object({
      chat,
      date: seconds,
      from: lenient(user),
      new_chat_member: z.object({ status: words, is_member: lenient(z.boolean()) }),
    }),
  ),
  message_reaction: lenient(
    z.object({
      chat,
      message_id: id,
      date: seconds,
      user: lenient(user),
      new_reaction: listOf(z.object({ type: words, emoji: lenient(words) })),
    }),
  ),
  stopped_message_generation: lenient(z.object({ chat, message_thread_id: lenient(id), draft_id: id })),
})
export type Update = z.infer<typeof update>

/** Groups have negative ids. */
export function toChatId(id: number): ChatId {
  return makeChatId('telegram', String(id))
}

/** By number, because usernames can be changed and taken over. */
export function toAddress(id: number): Address {
  return { channel: 'telegram', id: String(id) }
}

/** For display only; nothing is decided by it. */
export function displayName(named: Partial<Chat> | Partial<User>): string {
  const full =
    'title' in named && named.title ? named.title : [named.first_name, named.last_name].filter(Boolean).join(' ')
  return tidyName(full || named.username || String(named.id))
}
