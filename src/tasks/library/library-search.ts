import type { LibraryFolder } from '../../domain/library.ts'
import { createLibraryRecall, type LibraryRecall } from '../../gateway/recall/library-recall.ts'
import type { Database } from '../../store/database.ts'
import { countContaining, librarySize, passagesContaining, readPassages } from '../../store/library/library-search.ts'
import { createPassageLookup } from '../../store/library/library-vectors.ts'

/** Recall over the passages of these folders. */
export function createLibrarySearch(db: Database, folders: readonly LibraryFolder[]): LibraryRecall {
  return createLibraryRecall({
    size: () => librarySize(db, folders),
    passagesContaining: (groups, most) => passagesContaining(db, groups, most),
    countContaining: (forms, most) => countContaining(db, forms, most),
    passages: (ids) => readPassages(db, folders, ids),
    nearest: createPassageLookup(db),
  })
}
