import { type ChatId, makeChatId } from '../../../domain/ids.ts'
import type { Address } from '../../../domain/person.ts'
import { tidy } from '../../shared/naming.ts'
import type { Chat, User } from './update.ts'

/** A chat by its number; groups have negative ones. */
export function chatId(id: number): ChatId {
  return makeChatId('telegram', String(id))
}

/** A person by number: names can be changed and taken over. */
export function address(id: number): Address {
  return { channel: 'telegram', id: String(id) }
}

/** What people see; never what anything is decided by. */
export function nameOf(named: Partial<Chat> | Partial<User>): string {
  const full =
    'title' in named && named.title ? named.title : [named.first_name, named.last_name].filter(Boolean).join(' ')
  return tidy(full || named.username || String(named.id))
}
