import type { StoredFact } from '../../domain/fact.ts'
import { type AskedWord, createQuestionReader } from '../../lib/text/words.ts'
import type { Database } from '../../store/database.ts'

/** A fact that shares this many words with another may be about the same. */
const MIN_SHARED_WORDS = 2
const MAX_RELATED = 5

export interface FactSearch {
  /** The facts with all words of a query or, if there are none, those with the most of them. */
  find<F extends StoredFact>(facts: F[], query: string): F[]
  /** The facts that may be about the same as a statement, the most similar first. */
  findRelated(facts: StoredFact[], statement: string): StoredFact[]
}

export function createFactSearch(db: Database): FactSearch {
  const readQuestion = createQuestionReader()

  function countShared<F extends StoredFact>(facts: F[], text: string): { fact: F; shared: number }[] {
    const sought = [...new Map(readQuestion(text).map((word) => [word.word, word])).values()]
    return facts.map((fact) => ({ fact, shared: sharedWords(fact, sought) }))
  }

  function sharedWords({ subject, statement }: StoredFact, sought: AskedWord[]): number {
    const words = new Set(db.words(`${subject} ${statement}`))
    return sought.filter(({ forms }) => forms.some((form) => words.has(form))).length
  }

  return {
    find(facts, query) {
      const counted = countShared(facts, query)
      const most = counted.reduce((highest, { shared }) => Math.max(highest, shared), 1)
      return counted.flatMap(({ fact, shared }) => (shared === most ? [fact] : []))
    },
    findRelated(facts, statement) {
      return countShared(facts, statement)
        .filter(({ shared }) => shared >= MIN_SHARED_WORDS)
        .toSorted((a, b) => b.shared - a.shared)
        .slice(0, MAX_RELATED)
        .map(({ fact }) => fact)
    },
  }
}
