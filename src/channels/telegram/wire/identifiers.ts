import { type ChatId, makeChatId } from '../../../domain/ids.ts'
import type { Address } from '../../../domain/person.ts'
import { tidyName } from '../../shared/display-name.ts'
import type { Chat, User } from './update-schema.ts'

/** Groups have negative ids. */
export function toChatId(id: number): ChatId {
  return makeChatId('telegram', String(id))
}

/** By number, because usernames can be changed and taken over. */
export function toAddress(id: number): Address {
  return { channel: 'telegram', id: String(id) }
}

/** For display only; nothing is decided by it. */
export function displayName(named: Partial<Chat> | Partial<User>): string {
  const full =
    'title' in named && named.title ? named.title : [named.first_name, named.last_name].filter(Boolean).join(' ')
  return tidyName(full || named.username || String(named.id))
}
