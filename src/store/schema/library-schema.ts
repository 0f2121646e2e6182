import { sql } from 'drizzle-orm'
import { blob, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { LibraryProblem } from '../../domain/library.ts'

// The library: an index of files on this machine, which can be made again from them at any time.

/** Only a `filed` file is found. The passages of the others are still being written or removed. */
export type LibraryFileState = 'filing' | 'filed' | 'gone'

export const libraryFile = sqliteTable(
  'library_file',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** The path of the folder, as the configuration names it. */
    folder: text().notNull(),
    path: text().notNull(),
    state: text().$type<LibraryFileState>().notNull(),
    size: integer().notNull(),
    modifiedAt: integer().notNull(),
    /** Of its content; empty if the content was not read. */
    hash: text().notNull(),
    /** The rules by which it was read. It is read again when they have changed. */
    rules: text().notNull(),
    problem: text().$type<LibraryProblem>(),
    passages: integer().notNull(),
    chars: integer().notNull(),
  },
  (t) => [
    uniqueIndex('library_file_filed').on(t.folder, t.path).where(sql`state = 'filed'`),
    index('library_file_other').on(t.state).where(sql`state <> 'filed'`),
    index('library_file_problem').on(t.problem).where(sql`problem is not null`),
  ],
)

export const libraryPassage = sqliteTable(
  'library_passage',
  {
    /** Never used twice, because a session remembers which passages it was shown. */
    id: integer().primaryKey({ autoIncrement: true }),
    fileId: integer()
      .notNull()
      .references(() => libraryFile.id),
    position: integer().notNull(),
    heading: text().notNull(),
    text: text().notNull(),
  },
  (t) => [uniqueIndex('library_passage_place').on(t.fileId, t.position)],
)

/** The sums over all filed files of a folder, because counting ten thousand takes longer than finding one. */
export const libraryFolder = sqliteTable('library_folder', {
  folder: text().primaryKey(),
  files: integer().notNull(),
  passages: integer().notNull(),
  chars: integer().notNull(),
})

/** Where vectors are on. They are null if the model could not read the passage. */
export const libraryVector = sqliteTable(
  'library_vector',
  {
    passageId: integer().primaryKey(),
    model: text().notNull(),
    bits: blob({ mode: 'buffer' }),
    vector: blob({ mode: 'buffer' }),
  },
  // The signs alone are read, and not the vectors beside them.
  (t) => [index('library_vector_sketch').on(t.model, t.passageId, t.bits)],
)
