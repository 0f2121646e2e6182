import type { ChatId } from '../../domain/ids.ts'
import type { Database } from '../database.ts'
import { withFileNames } from './moved-words.ts'
import { indexWords } from './word-index.ts'
import { dropWordsBefore, noteRefiled, refiledFrom } from './words-before.ts'

/**
 * Indexes this many lines again by the current rules, the newest that are left. Each call is complete in itself, so a crash
 * between two calls loses nothing. False when nothing is left.
 */
export function refileWords(db: Database, most: number): boolean {
  if (refiledFrom(db) === undefined) return false
  return db.transaction(() => {
    const lines = linesBefore(db, refiledFrom(db) ?? 0, most)
    // FTS5 writes its memory to disk whenever row ids do not ascend.
    for (const line of withFileNames(db, lines.toReversed())) indexWords(db, line)
    const last = lines.at(-1)
    if (last !== undefined && lines.length === most) noteRefiled(db, last.id)
    else dropWordsBefore(db)
    return true
  })
}

function linesBefore(db: Database, id: number, most: number) {
  return db
    .statement(
      `SELECT id, chat, name, text FROM message WHERE id < ? AND kind = 'conversation'
         AND id NOT IN (SELECT message_id FROM deleted_message) ORDER BY id DESC LIMIT ?`,
    )
    .all(id, most) as { id: number; chat: ChatId; name: string; text: string }[]
}
