import type { StoredFact } from '../../domain/fact.ts'
import type { Database } from '../database.ts'
import { addFact, clearFacts, findSameFact, markReplaced, type NewFact, readFact } from './facts.ts'

/** Puts a new version in the place of a fact or, if the new words are known already, the fact that has them. */
export function editFact(db: Database, id: number, given: NewFact, now: Date): StoredFact {
  return db.transaction(() => {
    const same = findSameFact(db, given, now)
    const current = same && same.id !== id ? same : addFact(db, given, now)
    markReplaced(db, [id], current.id, now)
    return current
  })
}

/**
 * Takes back the last change of a fact: what it replaced then holds again. If it was written for that, its words are
 * deleted; if it existed before, it stays. Returns what holds again.
 */
export function undoLastChange(db: Database, id: number, now: Date): StoredFact[] {
  return db.transaction(() => {
    const replaced = db
      .statement(
        `SELECT id, replaced_at AS at FROM fact WHERE replaced_by = @id AND forgotten_at IS NULL AND replaced_at =
           (SELECT max(replaced_at) FROM fact WHERE replaced_by = @id AND forgotten_at IS NULL)`,
      )
      .all({ id }) as { id: number; at: number }[]
    if (replaced.some(({ at }) => at === readFact(db, id).createdAt.getTime())) clearFacts(db, [id], now)
    return replaced.map((older) => restoreFact(db, older.id, now))
  })
}

/** Makes a replaced fact valid again. If the same was said again in the meantime, that newer fact stays. */
function restoreFact(db: Database, id: number, now: Date): StoredFact {
  const same = findSameFact(db, readFact(db, id), now)
  db.statement('UPDATE fact SET replaced_by = @by, replaced_at = @at WHERE id = @id').run({
    id,
    by: same?.id ?? null,
    at: same ? now.getTime() : null,
  })
  return readFact(db, same?.id ?? id)
}
