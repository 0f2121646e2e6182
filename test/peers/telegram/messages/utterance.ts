import type {
  Chat,
  Contact,
  Location,
  Message,
  MessageEntity,
  MessageOrigin,
  Poll,
  RichMessage,
  User,
} from '@grammyjs/types'
import { asAudio, asDocument, asPhoto, asSticker, asVideo, asVideoNote, asVoice } from '../files/media.ts'
import type { Stored } from '../files/shelf.ts'
import type { Room, World } from '../world.ts'
import { detectEntities } from './detect-entities.ts'
import { withoutReply } from './outgoing.ts'

/** A file in a message of a person. A `size` larger than the bytes is only claimed. */
export interface FileSpec {
  bytes?: Buffer
  name?: string
  type?: string
  size?: number
  duration?: number
  width?: number
  height?: number
}

/** How a person says something, apart from the words. */
export interface Manner {
  reply?: Message
  /** The part of the replied-to text that was picked. */
  quote?: string
  entities?: MessageEntity[]
  topic?: number
  forward?: User | MessageOrigin
  /** Speaks as a chat: the group itself for an anonymous administrator, or a channel. */
  senderChat?: Chat
  date?: number
  album?: FileSpec[]
  albumId?: string
  photo?: FileSpec
  document?: FileSpec
  voice?: FileSpec
  audio?: FileSpec
  video?: FileSpec
  videoNote?: FileSpec
  sticker?: string
  location?: Location
  contact?: Contact
  poll?: Poll
  rich?: RichMessage
  /** Anything else, as it stands in the published types. */
  fields?: Partial<Message>
}

/** The account under which anonymous administrators write. */
export const anonymousAdmin: User = {
  id: 1_087_968_824,
  is_bot: true,
  first_name: 'Group',
  username: 'GroupAnonymousBot',
}

/** The account under which channels write in a group. */
export const channelIdentity: User = {
  id: 136_817_688,
  is_bot: true,
  first_name: 'Channel',
  username: 'Channel_Bot',
}

/** The fields of a message a person writes in a room. */
export function utter(
  world: World,
  room: Room,
  user: User,
  text: string,
  manner: Manner,
): Omit<Message, 'message_id' | 'chat' | 'date'> {
  const media = mediaOf(world, manner)
  const said = text === '' ? {} : media === undefined ? words(text, manner) : caption(text, manner)
  return {
    from: senderOf(user, manner.senderChat),
    ...(manner.senderChat === undefined ? {} : { sender_chat: manner.senderChat }),
    ...threadOf(room, manner),
    ...replyOf(room, manner),
    ...(manner.forward === undefined ? {} : { forward_origin: originOf(world, manner.forward) }),
    ...(manner.albumId === undefined ? {} : { media_group_id: manner.albumId }),
    ...media,
    ...said,
    ...manner.fields,
  }
}

function senderOf(user: User, as: Chat | undefined): User {
  if (as === undefined) return user
  return as.type === 'channel' ? channelIdentity : anonymousAdmin
}

function words(text: string, { entities }: Manner): Partial<Message> {
  const all = [...(entities ?? []), ...detectEntities(text, entities ?? [])]
  return { text, ...(all.length === 0 ? {} : { entities: all.sort((a, b) => a.offset - b.offset) }) }
}

function caption(text: string, manner: Manner): Partial<Message> {
  const { entities } = words(text, manner)
  return { caption: text, ...(entities === undefined ? {} : { caption_entities: entities }) }
}

function threadOf(room: Room, { topic, reply }: Manner): Partial<Message> {
  if (topic !== undefined) return { message_thread_id: topic, is_topic_message: true }
  if (room.chat.type !== 'supergroup' || reply === undefined || reply.chat.id !== room.chat.id) return {}
  // Outside forums a chain of replies is a thread too, but no topic.
  const chain = reply.message_thread_id ?? reply.message_id
  if (room.chat.is_forum === true && reply.is_topic_message !== true) return {}
  return { message_thread_id: chain, ...(reply.is_topic_message === true ? { is_topic_message: true } : {}) }
}

function replyOf(room: Room, { reply, quote, topic }: Manner): Partial<Message> {
  if (reply === undefined) {
    // In a forum every plain message answers the service message that opened its topic.
    const opening =
      room.chat.is_forum === true ? room.posts.find((post) => post.message.message_id === topic) : undefined
    return opening === undefined ? {} : { reply_to_message: withoutReply(opening.message) }
  }
  const text = reply.text ?? reply.caption ?? ''
  const picked =
    quote === undefined ? {} : { quote: { text: quote, position: text.indexOf(quote), is_manual: true as const } }
  if (reply.chat.id === room.chat.id) return { ...picked, reply_to_message: withoutReply(reply) }
  const shown = reply.chat.type === 'supergroup' || reply.chat.type === 'channel'
  const where = shown ? { chat: reply.chat, message_id: reply.message_id } : {}
  const by = reply.from ?? anonymousAdmin
  const origin: MessageOrigin = { type: 'user', sender_user: by, date: reply.date }
  return { ...picked, external_reply: { origin, ...where } }
}

function originOf(world: World, from: User | MessageOrigin): MessageOrigin {
  return 'type' in from ? from : { type: 'user', sender_user: from, date: world.seconds() - 3600 }
}

function mediaOf(world: World, manner: Manner): Partial<Message> | undefined {
  const { photo, document, voice, audio, video, videoNote, sticker, location, contact, poll, rich } = manner
  const put = (spec: FileSpec, name: string, type: string): Stored => {
    const bytes = spec.bytes ?? Buffer.from(`${name} ${type}`)
    return world.fileStore.put({ name: spec.name ?? name, type: spec.type ?? type, bytes }, spec.size ?? bytes.length)
  }
  if (photo !== undefined) {
    const thumb = put({ bytes: Buffer.from('thumb') }, 'thumb.jpg', 'image/jpeg')
    return asPhoto(put(photo, 'photo.jpg', 'image/jpeg'), thumb, photo.width, photo.height)
  }
  if (document !== undefined) return asDocument(put(document, 'file.bin', 'application/octet-stream'))
  if (voice !== undefined) return asVoice(put(voice, 'voice.oga', 'audio/ogg'), voice.duration ?? 3)
  if (audio !== undefined) return asAudio(put(audio, 'song.mp3', 'audio/mpeg'), audio.duration ?? 180)
  if (video !== undefined) return asVideo(put(video, 'clip.mp4', 'video/mp4'), video.duration ?? 12)
  if (videoNote !== undefined) return asVideoNote(put(videoNote, 'note.mp4', 'video/mp4'), videoNote.duration ?? 6)
  if (sticker !== undefined) return asSticker(put({}, 'sticker.webp', 'image/webp'), sticker)
  if (location !== undefined) return { location }
  if (contact !== undefined) return { contact }
  if (poll !== undefined) return { poll }
  return rich === undefined ? undefined : { rich_message: rich }
}
