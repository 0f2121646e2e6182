import { randomBytes } from 'node:crypto'
import type { UserFromGetMe } from '@grammyjs/types'

/** A bot as a new one is: in groups it hears only what is meant for it, and private chats have no topics. */
export function createBot(wishes: Partial<UserFromGetMe> = {}): UserFromGetMe {
  return {
    id: 7_000_000_001,
    is_bot: true,
    first_name: 'Skein',
    username: 'skein_test_bot',
    can_join_groups: true,
    can_read_all_group_messages: false,
    supports_inline_queries: false,
    can_connect_to_business: false,
    has_main_web_app: false,
    has_topics_enabled: false,
    allows_users_to_create_topics: false,
    can_manage_bots: false,
    supports_join_request_queries: false,
    ...wishes,
  }
}

/** A token of the real form that is worth nothing anywhere. */
export function createToken(id: number): string {
  return `${id}:${randomBytes(27).toString('base64url').slice(0, 35)}`
}
