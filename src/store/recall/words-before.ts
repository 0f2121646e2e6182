import type { Database } from '../database.ts'

/** The previous word index. It stays beside the new one and answers for the lines that are not indexed again yet. */
export const BEFORE = 'message_word_before'

const KEY = 'words_from'

/** The first line in the new index; older lines are still in the previous one. Undefined when all lines are in the new one. */
export function refiledFrom(db: Database): number | undefined {
  const from = db.statement('SELECT value FROM meta WHERE key = ?').pluck().get(KEY) as string | undefined
  return from === undefined ? undefined : Number(from)
}

export function noteRefiled(db: Database, from: number): void {
  const note = 'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value'
  db.statement(note).run(KEY, String(from))
}

/** Puts the index aside and begins an empty one. Takes a moment, however large the index is. */
export function putWordsAside(db: Database): void {
  const asItIs = db.raw.prepare("SELECT sql FROM sqlite_schema WHERE name = 'message_word'").pluck().get() as string
  // When an earlier rebuild is unfinished, the previous index still has more lines than the new one, so it stays.
  db.raw.exec(
    refiledFrom(db) === undefined ? `ALTER TABLE message_word RENAME TO ${BEFORE}` : 'DROP TABLE message_word',
  )
  db.raw.exec(asItIs)
  noteRefiled(db, (db.raw.prepare('SELECT ifnull(max(id), 0) FROM message').pluck().get() as number) + 1)
}

export function dropWordsBefore(db: Database): void {
  db.raw.exec(`DROP TABLE ${BEFORE}`)
  db.statement('DELETE FROM meta WHERE key = ?').run(KEY)
}
