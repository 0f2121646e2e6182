import type { Chat, User } from '@grammyjs/types'
import type { Callbacks } from '../updates/callbacks.ts'
import type { World } from '../world.ts'
import { createChat, type TelegramChat } from './chat.ts'
import { administrator, member, owner } from './members.ts'

export interface UserSpec {
  id: number
  name: string
  username?: string
  language?: string
  isBot?: boolean
}

export interface GroupSpec {
  id?: number
  title?: string
  username?: string
  /** The first one owns the group. */
  members?: User[]
  /** A small old-style group, which can become a supergroup. */
  basic?: boolean
  /** The bot is an administrator. */
  admin?: boolean
}

/** Makes the people and the chats of a test. */
export interface Directory {
  user(spec: UserSpec): User
  /** The private chat of a user, as after /start; `started: false` leaves the bot without a right to write. */
  privateChat(user: User, options?: { started?: boolean }): TelegramChat
  group(spec?: GroupSpec): TelegramChat
  forum(spec?: GroupSpec): TelegramChat
  channel(title: string): TelegramChat
  /** A basic group becomes a supergroup with another id; the old one refuses from then on. */
  migrate(chat: TelegramChat, by: User): TelegramChat
}

export function createDirectory(world: World, callbacks: Callbacks): Directory {
  let groups = 0

  function addGroup(spec: GroupSpec, forum: boolean): TelegramChat {
    groups += 1
    const id = spec.id ?? (spec.basic === true ? -4_000_100 : -1_001_900_000_000) - groups
    const title = spec.title ?? `Group ${groups}`
    const name = spec.username === undefined ? {} : { username: spec.username }
    const chat: Chat =
      spec.basic === true
        ? { id, type: 'group', title }
        : { id, type: 'supergroup', title, ...name, ...(forum ? { is_forum: true } : {}) }
    const self = spec.admin === true ? administrator(world.bot) : member(world.bot)
    const people = (spec.members ?? []).map((user, i) => (i === 0 ? owner(user) : member(user)))
    return createChat({ world, room: world.addRoom(chat, [...people, self]), callbacks })
  }

  return {
    user({ id, name, username, language, isBot = false }) {
      const user: User = {
        id,
        is_bot: isBot,
        first_name: name,
        ...(username === undefined ? {} : { username }),
        ...(language === undefined ? {} : { language_code: language }),
      }
      world.users.set(id, user)
      return user
    },
    privateChat(user, { started = true } = {}) {
      const { id, first_name, username } = user
      const chat: Chat = { id, type: 'private', first_name, ...(username === undefined ? {} : { username }) }
      const known = world.rooms.get(id)
      const room = known ?? world.addRoom(chat, [member(user), member(world.bot)])
      if (known === undefined && !started) room.standing = 'never-started'
      return createChat({ world, room, callbacks })
    },
    group: (spec = {}) => addGroup(spec, false),
    forum: (spec = {}) => addGroup(spec, true),
    channel(title) {
      groups += 1
      const chat: Chat = { id: -1_002_900_000_000 - groups, type: 'channel', title }
      return createChat({ world, room: world.addRoom(chat, [administrator(world.bot)]), callbacks })
    },
    migrate(old, by) {
      const next = addGroup({ title: old.chat.title ?? '' }, false)
      old.service(by, { migrate_to_chat_id: next.id })
      old.room.standing = { migratedTo: next.id }
      next.service(by, { migrate_from_chat_id: old.id })
      return next
    },
  }
}
