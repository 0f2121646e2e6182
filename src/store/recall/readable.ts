import type { ChatId } from '../../domain/ids.ts'
import type { Readable, ReadableChats } from '../../domain/recall.ts'
import type { Database } from '../database.ts'

/** SQL condition on a line joined with its chat: the reader may read it. */
export const mayRead =
  "(chat.id = @here OR chat.owner_id = @allChatsOf AND (@isPrivateOnly = 0 OR chat.audience = 'private'))"

/** The parameters of `mayRead`. Nothing equals NULL in SQL, so an undefined value gives access to nothing. */
export function mayReadParameters({ here, allChatsOf, isPrivateOnly = false }: Readable): {
  here: ChatId | null
  allChatsOf: number | null
  isPrivateOnly: 0 | 1
} {
  return { here: here ?? null, allChatsOf: allChatsOf ?? null, isPrivateOnly: isPrivateOnly ? 1 : 0 }
}

export function readableChats(db: Database, readable: Readable): ReadableChats {
  return { ...readable, has: (chat) => canRead(db, readable, chat) }
}

export function canRead(db: Database, readable: Readable, chat: ChatId): boolean {
  const found = db.statement(`SELECT 1 FROM chat WHERE id = @chat AND ${mayRead}`)
  return chat === readable.here || found.pluck().get({ chat, ...mayReadParameters(readable) }) === 1
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
