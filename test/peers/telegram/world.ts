import type { Chat, ChatMember, Message, ReactionType, User, UserFromGetMe } from '@grammyjs/types'
import type { Clock } from '../../../src/lib/time/clock.ts'
import type { Shelf } from './files/shelf.ts'
import type { LengthUnit } from './messages/formatted-text.ts'

/** A message in a chat, with everything that ever happened to it. */
export interface Post {
  message: Message
  /** Earlier versions, oldest first. */
  earlier: Message[]
  deleted: boolean
  /** Reactions by the id of who gave them. */
  reactions: Map<number, ReactionType[]>
}

export interface Topic {
  id: number
  name: string
  deleted: boolean
}

/** Where the bot stands in a chat: only `open` takes messages. */
export type Standing = 'open' | 'never-started' | 'blocked' | 'deactivated' | 'kicked' | { migratedTo: number }

export interface Draft {
  id: number
  text: string
  topic: number | undefined
  canStop: boolean
  keepOnStop: boolean
  until: number
}

export interface Room {
  chat: Chat
  standing: Standing
  members: Map<number, ChatMember>
  topics: Map<number, Topic>
  posts: Post[]
  draft: Draft | undefined
  typingUntil: number
}

export interface World {
  clock: Clock
  bot: UserFromGetMe
  lengthUnit: LengthUnit
  fileStore: Shelf
  users: Map<number, User>
  rooms: Map<number, Room>
  /** Unix time, in whole seconds as Telegram counts. */
  seconds(): number
  addRoom(chat: Chat, members: ChatMember[]): Room
  /** Puts a message into a room under the next id of its sequence. */
  post(room: Room, fields: Omit<Message, 'message_id' | 'date' | 'chat'> & { date?: number }): Message
  find(room: Room, messageId: number): Post | undefined
  /** Queues an update for the bot. */
  tell(update: object): void
}

interface WorldDeps {
  clock: Clock
  bot: UserFromGetMe
  lengthUnit: LengthUnit
  fileStore: Shelf
  tell(update: object): void
}

/** Everything the server knows: people, chats and what was said in them. */
export function createWorld({ clock, bot, lengthUnit, fileStore, tell }: WorldDeps): World {
  const rooms = new Map<number, Room>()
  const own = new Map<number, number>()
  // Private chats and basic groups of one bot share a sequence; supergroups and channels count for themselves.
  let shared = 40
  const seconds = () => Math.floor(clock.now().getTime() / 1000)

  function nextId(chat: Chat): number {
    if (chat.type === 'private' || chat.type === 'group') {
      shared += 1
      return shared
    }
    const id = (own.get(chat.id) ?? 1) + 1
    own.set(chat.id, id)
    return id
  }

  return {
    clock,
    bot,
    lengthUnit,
    fileStore,
    users: new Map([[bot.id, bot]]),
    rooms,
    seconds,
    tell,
    addRoom(chat, members) {
      const room: Room = {
        chat,
        standing: 'open',
        members: new Map(members.map((member) => [member.user.id, member])),
        topics: new Map(),
        posts: [],
        draft: undefined,
        typingUntil: 0,
      }
      rooms.set(chat.id, room)
      return room
    },
    post(room, fields) {
      const message: Message = { message_id: nextId(room.chat), date: seconds(), chat: room.chat, ...fields }
      room.posts.push({ message, earlier: [], deleted: false, reactions: new Map() })
      return message
    },
    find: (room, messageId) => room.posts.findLast((post) => post.message.message_id === messageId && !post.deleted),
  }
}
