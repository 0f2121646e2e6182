import type { Message, MessageEntity } from '@grammyjs/types'
import { fileIdOf } from '../files/media.ts'
import type { Stored } from '../files/shelf.ts'
import type { Post, Room, World } from '../world.ts'

/** A message as people see it in the chat. */
export interface Seen {
  id: number
  from: string
  /** True when the bot wrote it. */
  mine: boolean
  text: string
  entities: MessageEntity[]
  reply: number | undefined
  topic: number | undefined
  /** The words on the buttons, row by row. */
  buttons: string[][]
  file: Stored | undefined
  album: string | undefined
  /** The link that unfolds under the text, unless the sender switched that off. */
  preview: string | undefined
  edits: number
  /** Emoji by the id of who gave them. */
  reactions: Record<number, string>
  message: Message
}

/** What stands in a chat now, oldest first; a message that was sent twice stands there twice. */
export function viewRoom(world: World, room: Room): Seen[] {
  return room.posts.filter((post) => !post.deleted).map((post) => viewPost(world, post))
}

function viewPost(world: World, { message, earlier, reactions }: Post): Seen {
  const text = message.text ?? message.caption ?? ''
  const entities = message.entities ?? message.caption_entities ?? []
  const fileId = fileIdOf(message)
  return {
    id: message.message_id,
    from: message.from?.first_name ?? message.chat.title ?? '',
    mine: message.from?.id === world.bot.id,
    text,
    entities,
    reply: message.reply_to_message?.message_id,
    topic: message.is_topic_message === true ? message.message_thread_id : undefined,
    buttons: message.reply_markup?.inline_keyboard.map((row) => row.map((button) => button.text)) ?? [],
    file: fileId === undefined ? undefined : world.fileStore.get(fileId),
    album: message.media_group_id,
    preview: previewOf(message, text, entities),
    edits: earlier.length,
    reactions: Object.fromEntries(
      [...reactions].map(([id, list]) => [id, list.map((r) => (r.type === 'emoji' ? r.emoji : r.type)).join('')]),
    ),
    message,
  }
}

function previewOf(message: Message, text: string, entities: MessageEntity[]): string | undefined {
  if (message.text === undefined || message.link_preview_options?.is_disabled === true) return undefined
  const link = entities.find((entity) => entity.type === 'url' || entity.type === 'text_link')
  if (link === undefined) return message.link_preview_options?.url
  return link.type === 'text_link' ? link.url : text.slice(link.offset, link.offset + link.length)
}
