import type { StoredFact } from '../../domain/fact.ts'
import { type AskedWord, createQuestionReader } from '../../lib/text/words.ts'
import type { Database } from '../../store/database.ts'

/** A fact that shares this many words with another may be about the same, or one word that hardly any fact has. */
const MIN_SHARED_WORDS = 2
const MAX_FACTS_WITH_RARE_WORD = 2
const MAX_RELATED = 5

export interface FactSearch {
  /** The facts with all words of a query or, if there are none, those with the most of them. */
  find<F extends StoredFact>(facts: F[], query: string): F[]
  /** The facts that may be about the same as a statement, the most similar first. */
  findRelated(facts: StoredFact[], statement: string): StoredFact[]
}

interface Match<F> {
  fact: F
  shared: AskedWord[]
}

export function createFactSearch(db: Database): FactSearch {
  const readQuestion = createQuestionReader()

  function countShared<F extends StoredFact>(facts: F[], text: string): Match<F>[] {
    const sought = [...new Map(readQuestion(text).map((word) => [word.word, word])).values()]
    return facts.map((fact) => ({ fact, shared: sharedWords(fact, sought) }))
  }

  function sharedWords({ subject, statement }: StoredFact, sought: AskedWord[]): AskedWord[] {
    const words = new Set(db.words(`${subject} ${statement}`))
    return sought.filter(({ forms }) => forms.some((form) => words.has(form)))
  }

  return {
    find(facts, query) {
      const counted = countShared(facts, query)
      const most = counted.reduce((highest, { shared }) => Math.max(highest, shared.length), 1)
      return counted.flatMap(({ fact, shared }) => (shared.length === most ? [fact] : []))
    },
    findRelated(facts, statement) {
      const matches = countShared(facts, statement).filter(({ shared }) => shared.length > 0)
      const isRare = (word: AskedWord) =>
        matches.filter(({ shared }) => shared.includes(word)).length <= MAX_FACTS_WITH_RARE_WORD
      return matches
        .filter(({ shared }) => shared.length >= MIN_SHARED_WORDS || shared.some(isRare))
        .toSorted((a, b) => b.shared.length - a.shared.length)
        .slice(0, MAX_RELATED)
        .map(({ fact }) => fact)
    },
  }
}
