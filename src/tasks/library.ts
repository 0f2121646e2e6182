import { countMessages } from '../store/chats.ts'
import type { Database } from '../store/database.ts'
import { findOpenEpoch } from '../store/epochs.ts'
import { linesAround, type Reader, searchReadable } from '../store/search.ts'
import type { Library } from '../tools/library.ts'
import type { Scope } from '../tools/tool.ts'

/** Joins the tools to the store, and decides how far each task may read. */
export function createLibrary(db: Database): Library {
  return {
    search: (scope, words, limit) => searchReadable(db, readerOf(scope), words, limit),
    around: (scope, message, count) => linesAround(db, readerOf(scope), message, count),
    status(scope) {
      const epoch = findOpenEpoch(db, scope.lane)
      return {
        epochOpenedAt: epoch && new Date(epoch.openedAt),
        turns: epoch?.turns ?? 0,
        contextTokens: epoch?.contextTokens ?? 0,
        windowTokens: epoch?.windowTokens ?? undefined,
        storedMessages: countMessages(db, scope.chat),
      }
    },
  }
}

/** Other chats are for the owner alone, and not while somebody else's text is before the model: it could ask for them. */
function readerOf({ person, chat, trust }: Scope): Reader {
  return { personId: person.id, chat, everywhere: person.role === 'owner' && trust === 'owner' }
}
