import type { StoredFact } from '../../domain/fact.ts'
import type { Database } from '../../store/database.ts'

/** The facts with all words of a query or, if there are none, those with the most of them. */
export function searchFacts<F extends StoredFact>(db: Database, facts: F[], query: string): F[] {
  const sought = [...new Set(db.words(query))]
  if (sought.length === 0) return []
  const found = facts.map((fact) => ({ fact, matches: countMatches(db, fact, sought) }))
  const most = found.reduce((highest, { matches }) => Math.max(highest, matches), 1)
  return found.flatMap(({ fact, matches }) => (matches === most ? [fact] : []))
}

/** A fact that shares this many words with another may be about the same. */
const MIN_SHARED_WORDS = 2
const MAX_RELATED = 5

/** The facts that may be about the same as a statement, the most similar first. */
export function findRelatedFacts(db: Database, facts: StoredFact[], statement: string): StoredFact[] {
  const words = [...new Set(db.words(statement))]
  return facts
    .map((fact) => ({ fact, matches: countMatches(db, fact, words) }))
    .filter(({ matches }) => matches >= MIN_SHARED_WORDS)
    .toSorted((a, b) => b.matches - a.matches)
    .slice(0, MAX_RELATED)
    .map(({ fact }) => fact)
}

function countMatches(db: Database, { subject, statement }: StoredFact, sought: string[]): number {
  const words = new Set(db.words(`${subject} ${statement}`))
  return sought.filter((word) => words.has(word)).length
}
