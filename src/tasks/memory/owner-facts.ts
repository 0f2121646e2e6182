import type { FactSourceLine, ListedFact, OwnerFacts } from '../../domain/fact-service.ts'
import type { Person } from '../../domain/person.ts'
import { oneLine } from '../../lib/text/text.ts'
import type { SteadyClock } from '../../lib/time/clock.ts'
import type { LocalizedText } from '../../messages/localized.ts'
import { memoryMessages } from '../../messages/memory-messages.ts'
import type { Database } from '../../store/database.ts'
import { editFact, undoLastChange } from '../../store/memory/fact-changes.ts'
import {
  endSessionsWith,
  findFactsWith,
  findOlderVersions,
  findSource,
  findSources,
  forgetFact,
  markReplaced,
} from '../../store/memory/facts.ts'
import { listFacts } from '../../store/memory/listed-facts.ts'
import { mayOpenChat } from '../../store/messages/listed-chats.ts'
import type { StoredMessage } from '../../store/messages/messages.ts'
import { cleanStatement, isSamePlace } from './fact-rules.ts'
import { createFactSearch } from './fact-search.ts'

export interface OwnerFactsDeps {
  db: Database
  clock: SteadyClock
  owner: Pick<Person, 'id'>
  /** Removes known secrets. */
  scrub(text: string): string
}

export function createOwnerFacts({ db, clock, owner, scrub }: OwnerFactsDeps): OwnerFacts {
  const search = createFactSearch(db)
  const find: OwnerFacts['find'] = (id) => listFacts(db, { personId: owner.id, id })[0]

  /** A fact that holds, or why it cannot be changed. */
  function findCurrent(id: number): ListedFact | { problem: LocalizedText } {
    const fact = find(id)
    if (!fact) return { problem: memoryMessages.noSuchFact(`f${id}`) }
    if (fact.replacedBy === undefined) return fact
    return { problem: memoryMessages.alreadyReplaced(`f${id}`, `f${fact.replacedBy}`) }
  }

  return {
    find,

    list({ words = '', personId, kind, withPast } = {}) {
      const validAt = withPast ? undefined : clock.now()
      const facts = listFacts(db, { personId: owner.id, validAt }).filter(
        (fact) =>
          (kind === undefined || fact.kind === kind) &&
          (personId === undefined || fact.aboutId === personId || fact.toldById === personId),
      )
      return words.trim() === '' ? facts : search.find(facts, words)
    },

    read(id) {
      const fact = find(id)
      if (!fact) return undefined
      const message = fact.sourceChat === undefined ? undefined : findSource(db, fact)
      const messages = findSources(db, id).filter(({ chat }) => mayOpenChat(db, owner.id, chat))
      const facts = findFactsWith(
        db,
        id,
        messages.map((each) => each.id),
      )
      return {
        fact,
        source: message && toSourceLine(message),
        older: findOlderVersions(db, id),
        withMessages: { facts, messages: messages.map(toSourceLine) },
      }
    },

    edit(id, change) {
      const cleaned = change.statement === undefined ? undefined : cleanStatement(change.statement, scrub)
      if (cleaned && 'problem' in cleaned) return cleaned
      return db.transaction(() => {
        const old = findCurrent(id)
        if ('problem' in old) return old
        const { statement = old.statement } = cleaned ?? {}
        const { kind = old.kind } = change
        const validUntil = change.validUntil === undefined ? old.validUntil : (change.validUntil ?? undefined)
        if (statement === old.statement && kind === old.kind && validUntil?.getTime() === old.validUntil?.getTime())
          return { problem: memoryMessages.unchanged }
        const { scope, aboutId, chat, subject, messageId } = old
        const kept = { scope, aboutId, chat, subject, messageId }
        const told = { toldById: owner.id, trust: 'owner', writtenBy: 'hand', saidAt: clock.now() } as const
        const edited = editFact(db, id, { ...kept, ...told, statement, kind, validUntil }, clock.now())
        endSessionsWith(db, [id], clock.steady())
        return { facts: [edited.id] }
      })
    },

    merge(kept, other) {
      if (kept === other) return { problem: memoryMessages.mergeOne }
      return db.transaction(() => {
        const [first, second] = [findCurrent(kept), findCurrent(other)]
        if ('problem' in first) return first
        if ('problem' in second) return second
        if (!isSamePlace(first, second)) return { problem: memoryMessages.mergeApart }
        markReplaced(db, [other], kept, clock.now())
        return { facts: [kept] }
      })
    },

    undo: (id) =>
      db.transaction(() => {
        const fact = findCurrent(id)
        if ('problem' in fact) return fact
        const restored = undoLastChange(db, id, clock.now())
        if (restored.length === 0) return { problem: memoryMessages.nothingToUndo(`f${id}`) }
        endSessionsWith(db, [id], clock.steady())
        return { facts: restored.map((older) => older.id) }
      }),

    forget: (id) =>
      db.transaction(() => {
        if (!find(id)) return { problem: memoryMessages.noSuchFact(`f${id}`) }
        const forgotten = forgetFact(db, id, clock.now())
        endSessionsWith(db, forgotten, clock.steady())
        return { forgotten }
      }),
  }
}

const MAX_SOURCE_CHARS = 1000

function toSourceLine({ id, name, at, text }: StoredMessage): FactSourceLine {
  return { id, name, at: new Date(at), text: oneLine(text, MAX_SOURCE_CHARS) }
}
