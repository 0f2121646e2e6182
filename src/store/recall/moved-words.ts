import type { ChatId } from '../../domain/ids.ts'
import type { Database } from '../database.ts'
import { fileNamesOf } from '../files/files.ts'
import { indexWords, takeWords } from './word-index.ts'
import { refiledFrom } from './words-before.ts'

/** Moves the words of a chat to its new owner, some lines at a time. False when nothing is left to move. */
export function moveWords(db: Database, most: number): boolean {
  // Lines in the previous index cannot be removed from it: their words were read by other rules.
  if (refiledFrom(db) !== undefined) return false
  // The highest mark is the last of its chat: newer lines are already filed under the right owner.
  const highest = db.statement('SELECT chat, up_to AS upTo FROM earlier_owner ORDER BY up_to DESC LIMIT 1')
  if (highest.get() === undefined) return false
  return db.transaction(() => {
    const { chat, upTo } = highest.get() as { chat: ChatId; upTo: number }
    const lines = linesUpTo(db, chat, upTo, most)
    // FTS5 writes its memory to disk whenever row ids do not ascend.
    const inOrder = lines.toReversed()
    for (const line of inOrder) takeWords(db, line)
    const last = lines.at(-1)
    const rest = last !== undefined && lines.length === most ? last.id - 1 : undefined
    if (rest === undefined || rest <= floorOf(db, chat, upTo)) {
      db.statement('DELETE FROM earlier_owner WHERE chat = ? AND up_to = ?').run(chat, upTo)
    } else {
      db.statement('UPDATE earlier_owner SET up_to = ? WHERE chat = ? AND up_to = ?').run(rest, chat, upTo)
    }
    for (const line of inOrder) indexWords(db, line)
    return true
  })
}

/** The newest first, so that only older lines are left to move. */
function linesUpTo(db: Database, chat: ChatId, upTo: number, most: number) {
  const rows = db
    .statement(
      `SELECT id, chat, name, text FROM message WHERE chat = ? AND id <= ? AND id > ? AND kind = 'conversation'
         AND id NOT IN (SELECT message_id FROM deleted_message) ORDER BY id DESC LIMIT ?`,
    )
    .all(chat, upTo, floorOf(db, chat, upTo), most) as { id: number; chat: ChatId; name: string; text: string }[]
  return withFileNames(db, rows)
}

export function withFileNames<Row extends { id: number }>(db: Database, rows: Row[]): (Row & { files: string[] })[] {
  const files = fileNamesOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...row, files: files.get(row.id) ?? [] }))
}

/** Lines up to this one are filed under an even earlier owner. */
function floorOf(db: Database, chat: ChatId, upTo: number): number {
  const before = db.statement('SELECT max(up_to) FROM earlier_owner WHERE chat = ? AND up_to < ?').pluck()
  return (before.get(chat, upTo) as number | null) ?? 0
}
