import type { LibraryFolder, LibraryPassage, LibraryProblem } from '../../domain/library.ts'
import type { Database } from '../database.ts'

export interface LibrarySize {
  files: number
  passages: number
  chars: number
}

export function librarySize(db: Database, folders: readonly LibraryFolder[]): LibrarySize {
  return db
    .statement(
      `SELECT coalesce(sum(files), 0) AS files, coalesce(sum(passages), 0) AS passages, coalesce(sum(chars), 0) AS chars
       FROM library_folder WHERE folder IN (SELECT value FROM json_each(?))`,
    )
    .get(pathsOf(folders)) as LibrarySize
}

/**
 * The passages that contain every group of words, the newest first. A group is the forms of one word. Passages of files
 * that are being written or removed are among them; `readPassages` leaves those out.
 */
export function passagesContaining(db: Database, groups: readonly (readonly string[])[], most: number): number[] {
  return db
    .statement('SELECT rowid FROM library_word WHERE library_word MATCH ? ORDER BY rowid DESC LIMIT ?')
    .pluck()
    .all(groups.map(anyOf).join(' AND '), most) as number[]
}

/** How many passages contain one of the forms of a word, counted up to `most`. */
export function countContaining(db: Database, forms: readonly string[], most: number): number {
  return db
    .statement('SELECT count(*) FROM (SELECT 1 FROM library_word WHERE library_word MATCH ? LIMIT ?)')
    .pluck()
    .get(anyOf(forms), most) as number
}

function anyOf(forms: readonly string[]): string {
  return `(${forms.map((form) => `"${form.replaceAll('"', '')}"`).join(' OR ')})`
}

export function readPassages(db: Database, folders: readonly LibraryFolder[], ids: number[]): LibraryPassage[] {
  const rows = db
    .statement(
      `${passageRows} JOIN json_each(?) AS wanted ON wanted.value = library_passage.id
       WHERE state = 'filed' AND folder IN (SELECT value FROM json_each(?))`,
    )
    .all(JSON.stringify(ids), pathsOf(folders)) as PassageRow[]
  return rows.flatMap((row) => toPassage(row, folders))
}

/** The passages of a file from a position on; empty if there is no such file. */
export function passagesOfFile(
  db: Database,
  folder: LibraryFolder,
  path: string,
  { from, most }: { from: number; most: number },
): LibraryPassage[] {
  const rows = db
    .statement(
      `${passageRows} WHERE folder = ? AND path = ? AND state = 'filed' AND position >= ? ORDER BY position LIMIT ?`,
    )
    .all(folder.path, path, from, most) as PassageRow[]
  return rows.flatMap((row) => toPassage(row, [folder]))
}

/** Some paths that end like the given one: models often leave out the first folders. */
export function filesNamed(db: Database, folder: LibraryFolder, ending: string, most: number): string[] {
  return db
    .statement(
      `SELECT path FROM library_file WHERE folder = @folder AND state = 'filed'
         AND (path = @ending OR substr(path, -length(@ending) - 1) = '/' || @ending) ORDER BY path LIMIT @most`,
    )
    .pluck()
    .all({ folder: folder.path, ending, most }) as string[]
}

/** The files that could not be read, or not completely, with how many of them there are for each reason. */
export function libraryTroubles(
  db: Database,
  folders: readonly LibraryFolder[],
): { problem: LibraryProblem; files: number; example: string }[] {
  return db
    .statement(
      `SELECT problem, count(*) AS files, min(folder || '/' || path) AS example FROM library_file
       WHERE problem IS NOT NULL AND state = 'filed' AND folder IN (SELECT value FROM json_each(?))
       GROUP BY problem ORDER BY problem`,
    )
    .all(pathsOf(folders)) as { problem: LibraryProblem; files: number; example: string }[]
}

type PassageRow = Omit<LibraryPassage, 'folder'> & { folder: string }

const passageRows = `SELECT library_passage.id, folder, library_file.path, position, passages, heading, text
  FROM library_passage JOIN library_file ON library_file.id = file_id`

function toPassage({ folder: path, ...row }: PassageRow, folders: readonly LibraryFolder[]): LibraryPassage[] {
  const folder = folders.find((one) => one.path === path)
  return folder ? [{ ...row, folder }] : []
}

function pathsOf(folders: readonly LibraryFolder[]): string {
  return JSON.stringify(folders.map(({ path }) => path))
}
