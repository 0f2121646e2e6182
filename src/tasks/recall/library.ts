import { lowestTrust } from '../../domain/trust.ts'
import { withoutCredentials } from '../../lib/text/credentials.ts'
import type { Database } from '../../store/database.ts'
import { countMessages, isPrivateTo } from '../../store/messages/chats.ts'
import { findOpenEpoch } from '../../store/recall/epochs.ts'
import { type FoundMessage, linesAround, type Reader } from '../../store/recall/search.ts'
import type { Library } from '../../tools/library.ts'
import type { Scope } from '../../tools/tool.ts'
import type { Search } from './search.ts'
import { meaningOf, type Understand } from './understand.ts'

/** Joins the tools to the store, and decides how far each task may read. */
export function createLibrary(db: Database, search: Search, understand?: Understand): Library {
  return {
    async search(scope, words, limit) {
      const meaning = await meaningOf(understand, words)
      // Read only now: another tool may have brought a stranger's words before the model in the meantime.
      return shown(scope, search(readerOf(db, scope), words, limit, meaning))
    },
    around: (scope, message, count) => shown(scope, linesAround(db, readerOf(db, scope), message, count)),
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

/**
 * Other chats are for the owner alone, where nobody else reads along, and not while somebody else's text is before the
 * model: it could ask for them.
 */
function readerOf(db: Database, { person, chat, task, trust }: Scope): Reader {
  const isOwners = person.role === 'owner' && trust === 'owner'
  return { personId: person.id, chat, task, everywhere: isOwners && isPrivateTo(db, chat, person.id) }
}

/** What looks like a key is masked, and not told at all where it was not said. */
function shown(scope: Scope, lines: FoundMessage[]): FoundMessage[] {
  const told = lines.flatMap((line) => {
    const text = withoutCredentials(line.text)
    return line.chat === scope.chat || text === line.text ? [{ ...line, text }] : []
  })
  scope.lower(lowestTrust(told.map((line) => line.trust)))
  return told
}
