import type { ChatId } from '../../domain/ids.ts'
import type { Readable, ReadableChats } from '../../domain/readable.ts'
import type { Database } from '../database.ts'

/** Of a query that joins each line to its chat: whether that is theirs to read. */
export const mayRead = '(chat.id = @here OR chat.owner_id = @everyOf)'

/** What `mayRead` is asked with. Nothing equals NULL, so that what is not said opens nothing. */
export function askedBy({ here, everyOf }: Readable): { here: ChatId | null; everyOf: number | null } {
  return { here: here ?? null, everyOf: everyOf ?? null }
}

export function readableChats(db: Database, readable: Readable): ReadableChats {
  return { ...readable, has: (chat) => canRead(db, readable, chat) }
}

export function canRead(db: Database, readable: Readable, chat: ChatId): boolean {
  return chat === readable.here || (readable.everyOf !== undefined && isOf(db, readable.everyOf, chat))
}

/** By what it is looked up: the chat where they ask is nearly always among those that are theirs, and is then not looked at twice. */
export function partsOf(db: Database, { here, everyOf }: Readable): ('here' | 'own')[] {
  const isWithin = everyOf !== undefined && here !== undefined && isOf(db, everyOf, here)
  return [
    ...(here === undefined || isWithin ? [] : ['here' as const]),
    ...(everyOf === undefined ? [] : ['own' as const]),
  ]
}

/** Whether a chat is this person's at the moment. */
function isOf(db: Database, personId: number, chat: ChatId): boolean {
  return db.statement('SELECT 1 FROM chat WHERE id = ? AND owner_id = ?').pluck().get(chat, personId) === 1
}
