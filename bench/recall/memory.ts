import type { Person } from '../../src/domain/person.ts'
import { factIn } from '../../src/memory/not-facts.ts'
import { sentencesOf } from '../../src/memory/sentence-splitter.ts'
import { weightOf, wordsOf } from '../../src/memory/sentence-weight.ts'
import type { Database } from '../../src/store/database.ts'
import { insertFact } from '../../src/store/memory/facts.ts'
import type { ContextFor } from './context.ts'

const MESSAGES_PER_FACT = 10
const MIN_WORDS = 6
const MAX_FACT_CHARS = 500

interface Line {
  id: number
  name: string
  at: number
  text: string
  author: 'human' | 'bot'
}

/**
 * Writes facts as the store grows, as many as the extraction may write: of each ten messages the sentence that says most in
 * few words. No model is asked, so the facts are no better than the words of their lines.
 */
export function createFactWriter(db: Database, owner: Person): () => void {
  let readUpTo = 0
  const next = db.statement(
    `SELECT id, name, at, text, author FROM message WHERE id > ? AND kind = 'conversation' ORDER BY id LIMIT ${MESSAGES_PER_FACT}`,
  )
  return () => {
    for (;;) {
      const lines = next.all(readUpTo) as Line[]
      if (lines.length < MESSAGES_PER_FACT) return
      readUpTo = lines.at(-1)?.id ?? readUpTo
      const [best] = lines.flatMap(sentencesIn).toSorted((a, b) => b.weight - a.weight)
      if (!best) continue
      const { line, sentence } = best
      const at = new Date(line.at)
      const told = { toldById: owner.id, aboutId: owner.id, saidAt: at, trust: owner.role } as const
      const place = { kind: 'fact', scope: 'private', writtenBy: 'extraction', messageId: line.id } as const
      insertFact(db, { ...told, ...place, statement: `${line.name}: ${sentence}` }, at)
    }
  }
}

function sentencesIn(line: Line): { line: Line; sentence: string; weight: number }[] {
  if (line.author === 'bot') return []
  return sentencesOf(line.text).flatMap((sentence) => {
    const fact = factIn(sentence)
    if (fact === undefined || fact.length > MAX_FACT_CHARS) return []
    return [{ line, sentence: fact, weight: weightOf(fact) / Math.max(MIN_WORDS, wordsOf(fact).length) }]
  })
}

/** The same context as if nothing had been remembered. */
export function withoutMemory(db: Database, contextFor: ContextFor): ContextFor {
  return (question, budget) => {
    db.raw.exec('SAVEPOINT without_memory; DELETE FROM fact')
    try {
      return contextFor(question, budget)
    } finally {
      db.raw.exec('ROLLBACK TO without_memory; RELEASE without_memory')
    }
  }
}
