import { foreignOf } from '../../domain/foreign.ts'
import { type LibraryFolder, type LibraryPassage, libraryFileName } from '../../domain/library.ts'
import { toPlainLine } from '../../gateway/rendering/line.ts'
import { quoted } from '../../lib/text/visible.ts'
import type { Database } from '../../store/database.ts'
import { filesNamed, passagesOfFile } from '../../store/library/library-search.ts'
import { isPrivateTo } from '../../store/messages/chats.ts'
import type { LibraryExcerpt, LibraryReader } from '../../tools/search-library.ts'
import type { Scope } from '../../tools/tool.ts'
import { type EmbedQuery, embedOrUndefined } from '../recall/embedding.ts'
import { createLibrarySearch } from './library-search.ts'

export interface LibraryReaderDeps {
  db: Database
  folders: readonly LibraryFolder[]
  embedQuery?: EmbedQuery | undefined
}

/** The most passages that one search ranks. */
const MAX_FOUND = 100
const MAX_LISTED_FILES = 5

/** Implements the tool search_library, and decides which task may read the library. */
export function createLibraryReader({ db, folders, embedQuery }: LibraryReaderDeps): LibraryReader {
  const recall = createLibrarySearch(db, folders)
  return {
    // The library belongs to the owner, so it is read only in chats that nobody else can read.
    isReadable: ({ chat, person }) => folders.length > 0 && person.role === 'owner' && isPrivateTo(db, chat, person.id),
    async search(scope, query, { offset, limit }) {
      const meaning = await embedOrUndefined(embedQuery, query, scope.signal)
      const hits = recall.search({ text: query, meaning, limit: MAX_FOUND })
      const shown = hits.slice(offset, offset + limit).map(({ passage }) => passage)
      return { total: hits.length, excerpts: show(scope, shown) }
    },
    read(scope, file, { from, limit }) {
      const matches = folders.flatMap((folder) => pathsIn(folder, file).map((path) => ({ folder, path })))
      const [match, ...others] = matches
      if (!match) return { problem: `There is no file ${quoted(file)} in the library. Search for it by words.` }
      if (others.length > 0) {
        const names = matches.slice(0, MAX_LISTED_FILES).map((one) => quoted(libraryFileName(one)))
        return { problem: `Several files are called that, such as ${names.join(', ')}. Name one of them.` }
      }
      const passages = passagesOfFile(db, match.folder, match.path, { from, most: limit })
      if (passages.length === 0) return { problem: `${quoted(file)} has no passage ${from}.` }
      return show(scope, passages)
    },
  }

  /** The file by its full name or, if there is none, all files whose path ends like that. */
  function pathsIn(folder: LibraryFolder, file: string): string[] {
    const beginning = `${folder.name}/`
    const path = file.startsWith(beginning) ? file.slice(beginning.length) : undefined
    const exact = path === undefined ? [] : passagesOfFile(db, folder, path, { from: 1, most: 1 })
    if (path !== undefined && exact.length > 0) return [path]
    return filesNamed(db, folder, file, MAX_LISTED_FILES)
  }

  function show(scope: Scope, passages: LibraryPassage[]): LibraryExcerpt[] {
    const untrusted = passages.filter(({ folder }) => !folder.isTrusted)
    scope.noteForeign(untrusted.flatMap((passage) => foreignOf('library', libraryFileName(passage), 'untrusted')))
    return passages.map((passage) => ({
      file: toPlainLine(libraryFileName(passage)),
      position: passage.position,
      passages: passage.passages,
      heading: toPlainLine(passage.heading),
      text: passage.text,
      isTrusted: passage.folder.isTrusted,
    }))
  }
}
