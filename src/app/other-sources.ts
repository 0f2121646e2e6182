import type { LibraryFolder } from '../domain/library.ts'
import type { Database } from '../store/database.ts'
import type { OtherSources } from '../tasks/context/history.ts'
import { createLibrarySearch } from '../tasks/library/library-search.ts'
import { createDayNotes } from '../tasks/recall/day-notes.ts'

/** What the model can be shown besides messages and facts. */
export function otherSources(db: Database, folders: readonly LibraryFolder[], dataDir: string): OtherSources {
  const library = folders.length === 0 ? undefined : createLibrarySearch(db, folders)
  return { notes: createDayNotes(db, dataDir), library }
}
