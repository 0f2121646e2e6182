import type { LibraryPassage, LibraryProblem } from '../../domain/library.ts'
import type { Database } from '../database.ts'

// How files get into the library and out of it. A file is `filing` while its passages are written in small transactions.
// One more transaction replaces the earlier version with it. The passages of a file that is `gone` are removed in small
// transactions too. So nothing ever sees half a file, and no step takes long.

/** What is known about a file from the last time it was read. */
export interface FiledFile {
  id: number
  path: string
  size: number
  modifiedAt: number
  hash: string
  rules: string
  problem: LibraryProblem | null
}

export interface NewLibraryFile extends Omit<FiledFile, 'id' | 'problem'> {
  folder: string
  problem: LibraryProblem | undefined
}

export type NewLibraryPassage = Pick<LibraryPassage, 'heading' | 'text'>

export function filedFiles(db: Database, folder: string): FiledFile[] {
  return db
    .statement(
      `SELECT id, path, size, modified_at AS modifiedAt, hash, rules, problem FROM library_file
       WHERE folder = ? AND state = 'filed'`,
    )
    .all(folder) as FiledFile[]
}

export function beginFile(db: Database, file: NewLibraryFile): number {
  const insert = db.statement(
    `INSERT INTO library_file (folder, path, state, size, modified_at, hash, rules, problem, passages, chars)
     VALUES (@folder, @path, 'filing', @size, @modifiedAt, @hash, @rules, @problem, 0, 0)`,
  )
  return Number(insert.run({ ...file, problem: file.problem ?? null }).lastInsertRowid)
}

/** Appends passages to a file that was begun. Each is found by its words, its headings and the path of its file. */
export function addPassages(db: Database, fileId: number, passages: NewLibraryPassage[]): void {
  db.transaction(() => {
    const { path, count } = db
      .statement('SELECT path, passages AS count FROM library_file WHERE id = ?')
      .get(fileId) as { path: string; count: number }
    const insert = db.statement(
      'INSERT INTO library_passage (file_id, position, heading, text) VALUES (@fileId, @position, @heading, @text)',
    )
    const ids = passages.map(({ heading, text }, index) =>
      Number(insert.run({ fileId, position: count + index + 1, heading, text }).lastInsertRowid),
    )
    const chars = passages.reduce((sum, { text }) => sum + text.length, 0)
    db.statement('UPDATE library_file SET passages = passages + ?, chars = chars + ? WHERE id = ?').run(
      passages.length,
      chars,
      fileId,
    )
    // Last, because between two entries any other write makes FTS5 write its memory to disk.
    const index = db.statement('INSERT INTO library_word (rowid, words) VALUES (?, ?)')
    passages.forEach((passage, place) => void index.run(ids[place], findableWords(db, { ...passage, path }).join(' ')))
  })
}

function findableWords(db: Database, { path, heading, text }: NewLibraryPassage & { path: string }): string[] {
  return [...new Set(db.words(`${path}\n${heading}\n${text}`))]
}

/** From now on this version of the file is found, and no earlier one. */
export function publishFile(db: Database, id: number): void {
  db.transaction(() => {
    const earlier = db
      .statement(
        `SELECT old.id FROM library_file AS old JOIN library_file AS new USING (folder, path)
         WHERE new.id = ? AND old.state = 'filed'`,
      )
      .pluck()
      .get(id) as number | undefined
    if (earlier !== undefined) retireFile(db, earlier)
    db.statement("UPDATE library_file SET state = 'filed' WHERE id = ?").run(id)
    count(db, id, 1)
  })
}

/** The content is the same, although the file was written again. */
export function confirmFile(
  db: Database,
  id: number,
  { size, modifiedAt }: Pick<FiledFile, 'size' | 'modifiedAt'>,
): void {
  db.statement('UPDATE library_file SET size = ?, modified_at = ? WHERE id = ?').run(size, modifiedAt, id)
}

/** From now on the file is not found any more. `removeRetired` removes what is left of it. */
export function retireFile(db: Database, id: number): void {
  db.transaction(() => {
    count(db, id, -1)
    db.statement("UPDATE library_file SET state = 'gone' WHERE id = ?").run(id)
  })
}

/** Retires some files of folders that are no longer part of the library. Returns whether there may be more. */
export function retireOtherFolders(db: Database, folders: string[], limit: number): boolean {
  return db.transaction(() => {
    const ids = db
      .statement(
        `SELECT id FROM library_file
         WHERE state = 'filed' AND folder NOT IN (SELECT value FROM json_each(?)) LIMIT ?`,
      )
      .pluck()
      .all(JSON.stringify(folders), limit) as number[]
    for (const id of ids) retireFile(db, id)
    return ids.length === limit
  })
}

/** Files whose reading was interrupted are read again from the beginning. */
export function retireUnfinished(db: Database): void {
  db.statement("UPDATE library_file SET state = 'gone' WHERE state = 'filing'").run()
}

/** Removes some passages of retired files. Returns whether there may be more. */
export function removeRetired(db: Database, limit: number): boolean {
  return db.transaction(() => {
    const ids = db
      .statement(
        `SELECT library_passage.id FROM library_file JOIN library_passage ON file_id = library_file.id
         WHERE state = 'gone' LIMIT ?`,
      )
      .pluck()
      .all(limit) as number[]
    if (ids.length < limit) {
      // What is left of them is removed below, in the same transaction.
      const files = db.statement("SELECT id FROM library_file WHERE state = 'gone'").pluck().all() as number[]
      removePassages(db, ids)
      for (const id of files) db.statement('DELETE FROM library_file WHERE id = ?').run(id)
      return false
    }
    removePassages(db, ids)
    return true
  })
}

function removePassages(db: Database, ids: number[]): void {
  for (const table of ['library_vector WHERE passage_id', 'library_passage WHERE id'])
    db.statement(`DELETE FROM ${table} IN (SELECT value FROM json_each(?))`).run(JSON.stringify(ids))
  const removeWords = db.statement('DELETE FROM library_word WHERE rowid = ?')
  for (const id of ids) removeWords.run(id)
}

/** Whether there is anything of a library, also of one that is no longer configured. */
export function hasLibrary(db: Database): boolean {
  return db.statement('SELECT 1 FROM library_file LIMIT 1').pluck().get() === 1
}

function count(db: Database, fileId: number, sign: 1 | -1): void {
  db.statement(
    `INSERT INTO library_folder (folder, files, passages, chars)
     SELECT folder, @sign, @sign * passages, @sign * chars FROM library_file WHERE id = @fileId
     ON CONFLICT DO UPDATE SET files = files + excluded.files, passages = passages + excluded.passages,
       chars = chars + excluded.chars`,
  ).run({ fileId, sign })
}
