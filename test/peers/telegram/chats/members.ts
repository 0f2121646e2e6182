import type {
  ChatMemberAdministrator,
  ChatMemberBanned,
  ChatMemberLeft,
  ChatMemberMember,
  ChatMemberOwner,
  User,
} from '@grammyjs/types'

export const owner = (user: User): ChatMemberOwner => ({ status: 'creator', user, is_anonymous: false })

export const member = (user: User): ChatMemberMember => ({ status: 'member', user })

export const left = (user: User): ChatMemberLeft => ({ status: 'left', user })

export const banned = (user: User): ChatMemberBanned => ({ status: 'kicked', user, until_date: 0 })

/** An administrator with the rights a group gives by default, and with those named. */
export function administrator(user: User, rights: Partial<ChatMemberAdministrator> = {}): ChatMemberAdministrator {
  return {
    status: 'administrator',
    user,
    can_be_edited: false,
    is_anonymous: false,
    can_manage_chat: true,
    can_delete_messages: true,
    can_manage_video_chats: true,
    can_restrict_members: true,
    can_promote_members: false,
    can_change_info: true,
    can_invite_users: true,
    can_post_stories: false,
    can_edit_stories: false,
    can_delete_stories: false,
    can_pin_messages: true,
    can_manage_topics: true,
    can_send_welcome_messages: false,
    ...rights,
  }
}
