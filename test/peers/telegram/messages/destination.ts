import type { Message, ReplyParameters } from '@grammyjs/types'
import { badRequest, forbidden } from '../http/refusal.ts'
import type { Room, World } from '../world.ts'

export interface Destination {
  room: Room
  topic: number | undefined
  reply: Message | undefined
  quote: string | undefined
}

interface Address {
  chat_id?: number | string
  message_thread_id?: number
  reply_parameters?: ReplyParameters
  reply_to_message_id?: number
}

/** Where a message of the bot goes, or the refusal the server gives for that place. */
export function findDestination(world: World, address: Address): Destination {
  const room = findRoom(world, address.chat_id)
  assertWritable(room)
  const asked = readTopic(world, room, address.message_thread_id)
  const wish =
    address.reply_to_message_id === undefined ? address.reply_parameters : { message_id: address.reply_to_message_id }
  const reply = wish === undefined ? undefined : findReply(world, room, wish)
  const quote = reply === undefined ? undefined : readQuote(reply, wish?.quote)
  // A reply without a topic of its own goes where the message is that it answers.
  const inherited = reply?.is_topic_message === true ? reply.message_thread_id : undefined
  return { room, topic: asked ?? inherited, reply, quote }
}

/** The room of a chat id or a public name. */
export function findRoom(world: World, id: number | string | undefined): Room {
  if (id === undefined || id === '') throw badRequest('chat_id is empty')
  const room =
    typeof id === 'number'
      ? world.rooms.get(id)
      : [...world.rooms.values()].find(({ chat }) => `@${chat.username}` === id)
  if (room === undefined) throw badRequest('chat not found')
  return room
}

/** A topic the bot may name: the general one has no id of its own, and reply threads are no topics. */
export function readTopic(world: World, room: Room, id: number | undefined): number | undefined {
  if (id === undefined || id === 0) return undefined
  const possible = room.chat.type === 'private' ? world.bot.has_topics_enabled : room.chat.is_forum === true
  const topic = possible ? room.topics.get(id) : undefined
  if (topic === undefined || topic.deleted) throw badRequest('message thread not found')
  return id
}

/** Throws unless the bot may write here. */
export function assertWritable({ standing, chat }: Room): void {
  switch (standing) {
    case 'open':
      return
    case 'never-started':
      throw forbidden("bot can't initiate conversation with a user")
    case 'blocked':
      throw forbidden('bot was blocked by the user')
    case 'deactivated':
      throw forbidden('user is deactivated')
    case 'kicked':
      throw forbidden(`bot was kicked from the ${chat.type === 'group' ? 'group' : 'supergroup'} chat`)
  }
  throw badRequest('group chat was upgraded to a supergroup chat', { migrate_to_chat_id: standing.migratedTo })
}

function findReply(world: World, room: Room, wish: ReplyParameters): Message | undefined {
  if (typeof wish.message_id !== 'number') throw badRequest('can\'t find field "message_id"')
  const elsewhere = wish.chat_id !== undefined && wish.chat_id !== room.chat.id
  const post = world.find(elsewhere ? findRoom(world, wish.chat_id) : room, wish.message_id)
  if (post !== undefined) return post.message
  if (wish.allow_sending_without_reply === true && !elsewhere) return undefined
  throw badRequest('message to be replied not found')
}

function readQuote(reply: Message, quote: string | undefined): string | undefined {
  if (quote === undefined || (reply.text ?? reply.caption ?? '').includes(quote)) return quote
  throw badRequest('QUOTE_TEXT_INVALID')
}
