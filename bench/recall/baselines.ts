import { type ChatId, rootLane } from '../../src/domain/ids.ts'
import { isFunctionWord } from '../../src/gateway/choosing/words/languages.ts'
import { createWordReader, plainWords } from '../../src/lib/text/words.ts'
import type { Database } from '../../src/store/database.ts'
import { laneSummary } from '../../src/store/recall/summaries.ts'
import { type BenchLine, type ContextFor, fill, newestLines, TAIL } from './context.ts'
import type { RecallQuestion } from './data.ts'

export interface Baseline {
  name: string
  /** Whose way this is, and where it is described. */
  source: string
  contextFor: ContextFor
}

const EVERYTHING = 1_000_000
const HOUR_MS = 3_600_000

/** Ways of others to choose what the model sees, written from their documents, over the same store and rendered alike. */
export function createBaselines(db: Database): Baseline[] {
  const fullText = createFullText(db)
  const tail = ({ chat }: RecallQuestion, count = TAIL) => newestLines(db, chat as ChatId, count)
  return [
    {
      name: 'last 25',
      source: "Istota's lookback_count; LangChain's ConversationBufferWindowMemory with k = 25",
      contextFor: (question, budget) => fill([], tail(question, 25), budget),
    },
    {
      name: 'last 24 hours',
      source: "Istota's context_recency_hours = 24 with context_min_messages = 10",
      contextFor: (question, budget) => fill([], sinceOrAtLeast(tail(question, EVERYTHING), question, 24), budget),
    },
    {
      name: 'newest until budget',
      source: "CowAgent's trimming by tokens",
      contextFor: (question, budget) => fill([], untilFull(tail(question, EVERYTHING), budget), budget),
    },
    {
      name: 'keyword triage',
      source:
        "nanobot's HISTORY.md, of which grep shows the lines with a word of the question; Polar's matches by keyword",
      contextFor: (question, budget) =>
        fill(tail(question), withKeyword(tail(question, EVERYTHING), question.text), budget),
    },
    {
      name: 'rolling summary',
      source: "LangChain's ConversationSummaryBufferMemory: a summary, and the newest lines up to 2,000 tokens",
      contextFor: (question, budget) => {
        const summary = laneSummary(db, rootLane(question.chat as ChatId), {
          asOf: new Date(question.at),
          after: undefined,
        })
        const text = summary?.text ?? ''
        const room = Math.min(SUMMARY_BUFFER_TOKENS, budget - Math.ceil(text.length / 4) - 1)
        const buffer = fill([], untilFull(tail(question, EVERYTHING), room), room)
        return text === '' || room < 0 ? buffer : `${text}\n${buffer}`
      },
    },
    {
      name: 'FTS5 alone',
      source: "klausbot's search_memories, without its vectors",
      contextFor: (question, budget) => fill(tail(question), fullText(question), budget),
    },
    {
      name: 'FTS5 and rank fusion',
      source:
        'reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009) of the rank of a line and that of its conversation',
      contextFor: (question, budget) => fill(tail(question), fuse(fullText(question)), budget),
    },
  ]
}

const MIN_RECENT = 10
const SUMMARY_BUFFER_TOKENS = 2_000

/** Newest first, as they come. */
function sinceOrAtLeast(lines: BenchLine[], { at }: RecallQuestion, hours: number): BenchLine[] {
  const since = Date.parse(at) - hours * HOUR_MS
  return lines.filter((line, place) => place < MIN_RECENT || line.at >= since)
}

function untilFull(lines: BenchLine[], budget: number): BenchLine[] {
  let room = budget * 4
  return lines.filter(({ text, name }) => {
    room -= room > 0 ? text.length + name.length + 22 : 0
    return room > 0
  })
}

const readWords = createWordReader()

/** Every line that shares a word with the question counts alike, and the newest come first. "The" is no keyword. */
function withKeyword(lines: BenchLine[], question: string): BenchLine[] {
  const keywords = plainWords(question).filter((word) => !isFunctionWord(word))
  const asked = new Set(readWords(keywords.join(' ')))
  return lines.filter(({ text }) => readWords(text).some((word) => asked.has(word)))
}

/** As far down a list as this, a place more or less hardly counts. */
const DAMPING = 60

/** A conversation stands where its best line does. */
function fuse(lines: BenchLine[]): BenchLine[] {
  const placeOf = new Map<number | undefined, number>()
  for (const { conversation } of lines) if (!placeOf.has(conversation)) placeOf.set(conversation, placeOf.size)
  const score = (line: BenchLine, place: number) =>
    1 / (DAMPING + place) + 1 / (DAMPING + (placeOf.get(line.conversation) ?? 0))
  return lines
    .map((line, place) => ({ line, score: score(line, place) }))
    .sort((a, b) => b.score - a.score)
    .map(({ line }) => line)
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
    `SELECT message.id, name, message.at, message.text, conversation_id AS conversation
     FROM temp.bench_text JOIN message ON message.id = bench_text.rowid
     LEFT JOIN conversation_message ON message_id = message.id
     WHERE bench_text MATCH ? AND bench_text.chat = ? ORDER BY rank LIMIT 2000`,
  )
  return ({ text, chat }) => {
    fillUp.run()
    const words = text.match(/[\p{L}\p{N}]+/gu) ?? []
    return find.all(words.map((word) => `"${word}"`).join(' OR '), chat) as BenchLine[]
  }
}
