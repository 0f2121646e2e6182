import { z } from 'zod'

// Only the fields we read. A field that is missing, null or of the wrong type counts as absent, because a new or broken
// field must never cost a message. Only the ids, the chat and the date have to be valid.

/** Undefined if the update cannot be identified at all. */
export function readUpdate(json: unknown): Update | undefined {
  const parsed = update.safeParse(json)
  return parsed.success ? parsed.data : undefined
}

function maybe<T extends z.ZodType>(schema: T) {
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
  is_bot: maybe(z.boolean()),
  first_name: maybe(words),
  last_name: maybe(words),
  username: maybe(words),
})
export type User = z.infer<typeof user>

const chat = z.object({
  id,
  type: z.enum(['private', 'group', 'supergroup', 'channel']),
  title: maybe(words),
  username: maybe(words),
  first_name: maybe(words),
  last_name: maybe(words),
})
export type Chat = z.infer<typeof chat>

const entity = z.object({
  type: words,
  offset: z.int().min(0),
  length: z.int().min(1),
  url: maybe(words),
  user: maybe(z.object({ id })),
})
export type Entity = z.infer<typeof entity>

const file = z.object({
  file_id: words,
  file_unique_id: maybe(words),
  file_size: maybe(z.number()),
  file_name: maybe(words),
  mime_type: maybe(words),
  duration: maybe(z.number()),
  title: maybe(words),
  performer: maybe(words),
  emoji: maybe(words),
})
export type RemoteFile = z.infer<typeof file>

const origin = z.object({
  sender_user: maybe(user),
  sender_user_name: maybe(words),
  sender_chat: maybe(chat),
  chat: maybe(chat),
})
export type Origin = z.infer<typeof origin>

const place = z.object({ latitude: z.number(), longitude: z.number() })

/** Shared by a message, the message it replies to, and a reply to another chat. */
const content = {
  text: maybe(words),
  entities: listOf(entity),
  caption: maybe(words),
  caption_entities: listOf(entity),
  rich_message: maybe(z.unknown()),
  photo: listOf(file),
  live_photo: maybe(file),
  document: maybe(file),
  animation: maybe(file),
  audio: maybe(file),
  voice: maybe(file),
  video: maybe(file),
  video_note: maybe(file),
  sticker: maybe(file),
  location: maybe(place),
  venue: maybe(z.object({ location: place, title: words, address: maybe(words) })),
  contact: maybe(z.object({ phone_number: words, first_name: words, last_name: maybe(words) })),
  poll: maybe(z.object({ question: words, options: listOf(z.object({ text: words })) })),
  checklist: maybe(z.object({ title: maybe(words), tasks: listOf(z.object({ text: words })) })),
  dice: maybe(z.object({ emoji: words, value: z.number() })),
  story: maybe(z.object({ id })),
  game: maybe(z.object({ title: words })),
  invoice: maybe(z.object({ title: words })),
  paid_media: maybe(z.object({ star_count: maybe(z.number()) })),
}

const replied = z.object({ message_id: id, from: maybe(user), sender_chat: maybe(chat), chat: maybe(chat), ...content })

const message = z.looseObject({
  message_id: id,
  date: seconds,
  chat,
  from: maybe(user),
  sender_chat: maybe(chat),
  message_thread_id: maybe(id),
  is_topic_message: maybe(z.boolean()),
  edit_date: maybe(seconds),
  media_group_id: maybe(words),
  forward_origin: maybe(origin),
  via_bot: maybe(user),
  guest_query_id: maybe(words),
  business_connection_id: maybe(words),
  reply_to_message: maybe(replied.extend({ forum_topic_created: maybe(z.unknown()) })),
  external_reply: maybe(z.object({ origin: maybe(origin), ...content })),
  quote: maybe(z.object({ text: words })),
  new_chat_title: maybe(words),
  migrate_to_chat_id: maybe(id),
  migrate_from_chat_id: maybe(id),
  ...content,
})
export type Message = z.infer<typeof message>
export type Content = z.infer<z.ZodObject<typeof content>>

const update = z.object({
  update_id: id,
  message: maybe(message),
  edited_message: maybe(message),
  callback_query: maybe(
    z.object({
      id: words,
      from: user,
      data: maybe(words),
      message: maybe(
        z.object({
          message_id: id,
          chat,
          message_thread_id: maybe(id),
          is_topic_message: maybe(z.boolean()),
        }),
      ),
    }),
  ),
  my_chat_member: maybe(
    z.object({
      chat,
      date: seconds,
      from: maybe(user),
      new_chat_member: z.object({ status: words, is_member: maybe(z.boolean()) }),
    }),
  ),
  message_reaction: maybe(
    z.object({
      chat,
      message_id: id,
      date: seconds,
      user: maybe(user),
      new_reaction: listOf(z.object({ type: words, emoji: maybe(words) })),
    }),
  ),
  stopped_message_generation: maybe(z.object({ chat, message_thread_id: maybe(id), draft_id: id })),
})
export type Update = z.infer<typeof update>
