import type { ChatId } from '../../domain/ids.ts'
import type { Readable, ReadableChats } from '../../domain/recall.ts'
import type { Database } from '../database.ts'

/** SQL condition on a line joined with its chat: the reader may read it. */
export const mayRead = '(chat.id = @here OR chat.owner_id = @allChatsOf)'

/** The parameters of `mayRead`. Nothing equals NULL in SQL, so an undefined value gives access to nothing. */
export function mayReadParameters({ here, allChatsOf }: Readable): { here: ChatId | null; allChatsOf: number | null } {
  return { here: here ?? null, allChatsOf: allChatsOf ?? null }
}

export function readableChats(db: Database, readable: Readable): ReadableChats {
  return { ...readable, has: (chat) => canRead(db, readable, chat) }
}

export function canRead(db: Database, readable: Readable, chat: ChatId): boolean {
  return chat === readable.here || (readable.allChatsOf !== undefined && isOf(db, readable.allChatsOf, chat))
}

/** The parts in which to search. The chat where they ask usually belongs to them, and then it is not searched twice. */
export function searchScopes(db: Database, { here, allChatsOf }: Readable): ('here' | 'own')[] {
  const isWithin = allChatsOf !== undefined && here !== undefined && isOf(db, allChatsOf, here)
  return [
    ...(here === undefined || isWithin ? [] : ['here' as const]),
    ...(allChatsOf === undefined ? [] : ['own' as const]),
  ]
}

/** Whether the chat belongs to this person now. */
function isOf(db: Database, personId: number, chat: ChatId): boolean {
  return db.statement('SELECT 1 FROM chat WHERE id = ? AND owner_id = ?').pluck().get(chat, personId) === 1
}
