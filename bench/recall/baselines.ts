import type { ChatId } from '../../src/domain/ids.ts'
import type { Database } from '../../src/store/database.ts'
import { type BenchLine, type ContextFor, fill, newestLines, TAIL } from './context.ts'
import type { RecallQuestion } from './data.ts'

export interface Baseline {
  name: string
  contextFor: ContextFor
}

const EVERYTHING = 1_000_000

/** What others do, over the same store and with the same rendering. */
export function createBaselines(db: Database): Baseline[] {
  const fullText = createFullText(db)
  return [
    { name: 'last 25', contextFor: ({ chat }, budget) => fill([], newestLines(db, chat as ChatId, 25), budget) },
    {
      name: 'newest until budget',
      contextFor: ({ chat }, budget) =>
        fill([], untilFull(newestLines(db, chat as ChatId, EVERYTHING), budget), budget),
    },
    {
      name: 'FTS5 alone',
      contextFor: (question, budget) =>
        fill(newestLines(db, question.chat as ChatId, TAIL), fullText(question), budget),
    },
  ]
}

function untilFull(lines: BenchLine[], budget: number): BenchLine[] {
  let room = budget * 4
  return lines.filter(({ text, name }) => {
    room -= room > 0 ? text.length + name.length + 22 : 0
    return room > 0
  })
}

/** Every word of the question with OR, in the order of FTS5's own rank; in memory, filled as the store grows. */
function createFullText(db: Database): (question: RecallQuestion) => BenchLine[] {
  db.raw.exec(
    "CREATE VIRTUAL TABLE temp.bench_text USING fts5(text, chat UNINDEXED, tokenize = 'porter unicode61 remove_diacritics 2')",
  )
  const fillUp = db.statement(
    `INSERT INTO temp.bench_text (rowid, text, chat) SELECT id, text, chat FROM message
     WHERE id > coalesce((SELECT max(rowid) FROM temp.bench_text), 0)`,
  )
  const find = db.statement(
    `SELECT id, name, at, message.text FROM temp.bench_text JOIN message ON message.id = bench_text.rowid
     WHERE bench_text MATCH ? AND bench_text.chat = ? ORDER BY rank LIMIT 2000`,
  )
  return ({ text, chat }) => {
    fillUp.run()
    const words = text.match(/[\p{L}\p{N}]+/gu) ?? []
    return find.all(words.map((word) => `"${word}"`).join(' OR '), chat) as BenchLine[]
  }
}
