import { rootLane } from '../../../../src/domain/ids.ts'
import { lowestTrust, type Trust } from '../../../../src/domain/person.ts'
import type { Database } from '../../../../src/store/database.ts'
import { createMessageReader } from '../../../../src/tasks/recall/message-reader.ts'
import type { FindOtherWords } from '../../../../src/tasks/recall/other-words.ts'
import { createSearch } from '../../../../src/tasks/recall/search.ts'
import { getConversation } from '../../../../src/tools/all-tools.ts'
import { createRegistry } from '../../../../src/tools/registry.ts'
import { searchMessages } from '../../../../src/tools/search-messages.ts'
import type { Scope } from '../../../../src/tools/tool.ts'
import { silentLog } from '../../../support/silent-log.ts'
import { createPast, places, zone } from './past.ts'
import type { SearchCall } from './questions.ts'

/** The tools over Mira's past, called in her name, as a model calls them. */
export function createTools(otherWords?: (db: Database) => FindOtherWords) {
  const { db, clock, mira } = createPast()
  const library = createMessageReader({
    db,
    clock,
    search: createSearch(db, clock, () => zone),
    isSharedHistory: () => false,
    findOtherWords: otherWords?.(db),
  })
  const tools = [searchMessages(library), getConversation(library)]
  const registry = createRegistry(tools, { log: silentLog, requestPermission: async () => ({ verdict: 'allow' }) })
  return {
    db,
    mira,
    /** What was brought before her task lowers its trust, as it does on the road. */
    scopeIn(where: keyof typeof places): Scope {
      const chat = places[where]
      let trust: Trust = 'owner'
      return {
        task: 0,
        chat,
        lane: rootLane(chat),
        person: mira,
        timezone: zone,
        get trust() {
          return trust
        },
        foreign: [],
        noteForeign(words) {
          trust = lowestTrust([trust, ...words.map((one) => one.trust)])
        },
      }
    },
    call: async (args: SearchCall, scope: Scope) => (await registry.call('search_messages', args, scope)).text,
    around: async (args: { message: number; count?: number; cleared?: boolean }, scope: Scope) =>
      (await registry.call('get_conversation', args, scope)).text,
  }
}
