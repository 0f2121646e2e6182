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
const string = z.string()

const user = z.object({
  id,
  is_bot: lenient(z.boolean()),
  first_name: lenient(string),
  last_name: lenient(string),
  username: lenient(string),
  language_code: lenient(string),
})
export type User = z.infer<typeof user>

const chat = z.object({
  id,
  type: z.enum(['private', 'group', 'supergroup', 'channel']),
  title: lenient(string),
  username: lenient(string),
  first_name: lenient(string),
  last_name: lenient(string),
})
export type Chat = z.infer<typeof chat>

const entity = z.object({
  type: string,
  offset: z.int().min(0),
  length: z.int().min(1),
  url: lenient(string),
  user: lenient(z.object({ id })),
})
export type Entity = z.infer<typeof entity>

const file = z.object({
  file_id: string,
  file_unique_id: lenient(string),
  file_size: lenient(z.number()),
  file_name: lenient(string),
  mime_type: lenient(string),
  duration: lenient(z.number()),
  title: lenient(string),
  performer: lenient(string),
  emoji: lenient(string),
})
export type RemoteFile = z.infer<typeof file>

const origin = z.object({
  sender_user: lenient(user),
  sender_user_name: lenient(string),
  sender_chat: lenient(chat),
  chat: lenient(chat),
})
export type ForwardOrigin = z.infer<typeof origin>

const place = z.object({ latitude: z.number(), longitude: z.number() })

/** Shared by a message, the message it replies to, and a reply to another chat. */
const content = {
  text: lenient(string),
  entities: listOf(entity),
  caption: lenient(string),
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
  venue: lenient(z.object({ location: place, title: string, address: lenient(string) })),
  contact: lenient(z.object({ phone_number: string, first_name: string, last_name: lenient(string) })),
  poll: lenient(z.object({ question: string, options: listOf(z.object({ text: string })) })),
  checklist: lenient(z.object({ title: lenient(string), tasks: listOf(z.object({ text: string })) })),
  dice: lenient(z.object({ emoji: string, value: z.number() })),
  story: lenient(z.object({ id })),
  game: lenient(z.object({ title: string })),
  invoice: lenient(z.object({ title: string })),
  paid_media: lenient(z.object({ star_count: lenient(z.number()) })),
}

const repliedMessage = z.object({
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
  media_group_id: lenient(string),
  forward_origin: lenient(origin),
  via_bot: lenient(user),
  guest_query_id: lenient(string),
  business_connection_id: lenient(string),
  reply_to_message: lenient(repliedMessage.extend({ forum_topic_created: lenient(z.unknown()) })),
  external_reply: lenient(z.object({ origin: lenient(origin), ...content })),
  quote: lenient(z.object({ text: string })),
  new_chat_title: lenient(string),
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
      id: string,
      from: user,
      data: lenient(string),
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
      new_chat_member: z.object({ status: string, is_member: lenient(z.boolean()) }),
    }),
  ),
  message_reaction: lenient(
    z.object({
      chat,
      message_id: id,
      date: seconds,
      user: lenient(user),
      new_reaction: listOf(z.object({ type: string, emoji: lenient(string) })),
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
export function displayName(chatOrUser: Partial<Chat> | Partial<User>): string {
  const fullName =
    'title' in chatOrUser && chatOrUser.title
      ? chatOrUser.title
      : [chatOrUser.first_name, chatOrUser.last_name].filter(Boolean).join(' ')
  return tidyName(fullName || chatOrUser.username || String(chatOrUser.id))
}
