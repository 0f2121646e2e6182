import type { StoredFact } from '../../domain/fact.ts'
import type { Database } from '../../store/database.ts'

/** The facts with all words of a query or, if there are none, those with the most of them. */
export function searchFacts(db: Database, facts: StoredFact[], query: string): StoredFact[] {
  const sought = [...new Set(db.words(query))]
  if (sought.length === 0) return []
  const found = facts.map((fact) => ({ fact, matches: countMatches(db, fact, sought) }))
  const most = found.reduce((highest, { matches }) => Math.max(highest, matches), 1)
  return found.flatMap(({ fact, matches }) => (matches === most ? [fact] : []))
}

function countMatches(db: Database, { subject, statement }: StoredFact, sought: string[]): number {
  const words = new Set(db.words(`${subject} ${statement}`))
  return sought.filter((word) => words.has(word)).length
}
