import type { ChatFullInfo, ChatMemberAdministrator, ChatMemberOwner } from '@grammyjs/types'
import type { Methods } from '../http/method.ts'
import { badRequest, forbidden } from '../http/refusal.ts'
import { findRoom } from '../messages/destination.ts'
import type { Room, World } from '../world.ts'
import { left } from './members.ts'

type InfoMethods = Pick<
  Methods,
  'getMe' | 'getChat' | 'getChatMember' | 'getChatMemberCount' | 'getChatAdministrators' | 'leaveChat'
>

const gifts = {
  unlimited_gifts: true,
  limited_gifts: true,
  unique_gifts: true,
  premium_subscription: true,
  gifts_from_channels: true,
}

/** What the bot may ask about itself, its chats and who is in them. */
export function createChatInfo(world: World): InfoMethods {
  function insideRoom(id: number | string | undefined): Room {
    const room = findRoom(world, id)
    if (room.standing === 'kicked') throw forbidden(`bot was kicked from the ${room.chat.type} chat`)
    return room
  }

  return {
    getMe: () => world.bot,
    getChat: (args) => fullInfo(insideRoom(args.chat_id)),
    getChatMember(args) {
      const room = insideRoom(args.chat_id)
      const user = world.users.get(args.user_id ?? 0)
      if (user === undefined) throw badRequest('user not found')
      return room.members.get(user.id) ?? left(user)
    },
    getChatMemberCount: (args) => insideRoom(args.chat_id).members.size,
    getChatAdministrators(args) {
      const room = insideRoom(args.chat_id)
      if (room.chat.type === 'private') throw badRequest('there are no administrators in the private chat')
      return [...room.members.values()].filter(
        (member): member is ChatMemberOwner | ChatMemberAdministrator =>
          member.status === 'creator' || (member.status === 'administrator' && member.user.id !== world.bot.id),
      )
    },
    leaveChat(args) {
      insideRoom(args.chat_id).standing = 'kicked'
      return true
    },
  }
}

function fullInfo({ chat }: Room): ChatFullInfo {
  const common = { accent_color_id: 3, max_reaction_count: 11, accepted_gift_types: gifts }
  switch (chat.type) {
    case 'private':
      return { ...common, ...chat }
    case 'group':
      return { ...common, ...chat }
    case 'supergroup':
      return { ...common, ...chat }
    case 'channel':
      return { ...common, ...chat }
  }
}
