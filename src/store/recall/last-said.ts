import type { ChatId } from '../../domain/ids.ts'
import type { Readable } from '../../domain/readable.ts'
import type { Database } from '../database.ts'

/**
 * The last message to read from a word's list for a search up to a given time; undefined for all. Lists are in the order of
 * storing, so imported messages may be out of order. Callers check the time of each line anyway.
 */
export function lastSaidBy(db: Database, { here, everyOf }: Readable, moment: Date): number | undefined {
  if (everyOf !== undefined) return lastStoredBy(db, moment)
  return here === undefined ? undefined : lastInChat(db, here, moment)
}

function lastInChat(db: Database, chat: ChatId, moment: Date): number | undefined {
  const newest = db.statement('SELECT last_at FROM chat_size WHERE chat = ?').pluck().get(chat) as number | undefined
  if (newest === undefined || newest <= moment.getTime()) return undefined
  const conversation = db
    .statement('SELECT id FROM conversation WHERE chat = ? AND started_at <= ? ORDER BY started_at DESC LIMIT 1')
    .pluck()
    .get(chat, moment.getTime()) as number | undefined
  if (conversation === undefined) return 0
  return db
    .statement('SELECT max(message_id) FROM conversation_message WHERE conversation_id = ? AND at <= ?')
    .pluck()
    .get(conversation, moment.getTime()) as number
}

/**
 * Over many chats only what was stored after the last line of that time is left out, because one chat may have been imported
 * long after another was used. Nearly always this is the newest line; a search far back reads all entries since.
 */
function lastStoredBy(db: Database, moment: Date): number | undefined {
  const last = db
    .statement('SELECT message_id FROM conversation_message WHERE at <= ? ORDER BY message_id DESC LIMIT 1')
    .pluck()
    .get(moment.getTime()) as number | undefined
  const next = db
    .statement('SELECT message_id FROM conversation_message WHERE message_id > ? ORDER BY message_id LIMIT 1')
    .pluck()
    .get(last ?? 0) as number | undefined
  return next === undefined ? undefined : next - 1
}
