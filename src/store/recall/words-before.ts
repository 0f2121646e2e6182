import type { Database } from '../database.ts'

/** How the words of lines were filed before: beside the index until all lines are filed anew, and looked into for the rest. */
export const BEFORE = 'message_word_before'

const KEY = 'words_from'

/** The first line that is filed as words are read now; those before it are where they were. Undefined when all are. */
export function refiledFrom(db: Database): number | undefined {
  const from = db.statement('SELECT value FROM meta WHERE key = ?').pluck().get(KEY) as string | undefined
  return from === undefined ? undefined : Number(from)
}

export function noteRefiled(db: Database, from: number): void {
  const note = 'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value'
  db.statement(note).run(KEY, String(from))
}

/** Takes a moment however much there is: the index is put aside, and an empty one takes its place. */
export function putWordsAside(db: Database): void {
  const asItIs = db.raw.prepare("SELECT sql FROM sqlite_schema WHERE name = 'message_word'").pluck().get() as string
  // Begun before, and not at its end: what was there before all of it holds more lines than what was made since.
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
