import { and, eq, isNull } from 'drizzle-orm'
import type { Lane } from '../../domain/ids.ts'
import type { Trust } from '../../domain/person.ts'
import type { Database } from '../database.ts'
import { correction, summary } from '../schema/schema.ts'

/** What stands for messages that are not shown one by one. */
export interface StoredSummary {
  id: number
  lane: Lane
  /** Undefined for the rolling summary of the lane. */
  conversation: number | undefined
  /** As the owner corrected it; nothing where they hid it. */
  text: string
  made: 'model' | 'extract'
  trust: Trust
  fromId: number
  toId: number
  fromAt: Date
  toAt: Date
  messages: number
  /** Somebody wanted room: it stands for its lines even while they are going on. */
  wanted: boolean
}

export type NewSummary = Omit<StoredSummary, 'id' | 'wanted'> & { wanted?: boolean }

/** Never replaced: a newer one stands in front of it, so that what was shown at any time can be shown again. */
export function insertSummary(db: Database, values: NewSummary, now: Date): number {
  const { conversation, fromAt, toAt, ...rest } = values
  const dates = { fromAt: fromAt.getTime(), toAt: toAt.getTime(), createdAt: now.getTime() }
  const row = { ...rest, ...dates, conversationId: conversation ?? null }
  return db.orm.insert(summary).values(row).returning({ id: summary.id }).get().id
}

export interface SummaryBound {
  /** Nothing in it is newer than this. */
  asOf: Date
  /** Nothing in it is as old as this (/context clear). */
  after?: Date | undefined
}

/** The newest rolling summary of a lane, as it could have been seen at a moment; of equals the one that covers more. */
export function laneSummary(db: Database, lane: Lane, { asOf, after }: SummaryBound): StoredSummary | undefined {
  const row = db
    .statement(
      `SELECT ${columns} FROM summary WHERE lane = ? AND conversation_id IS NULL AND to_at <= ? AND from_at > ?
       ORDER BY to_at DESC, to_id DESC, id DESC LIMIT 1`,
    )
    .get(lane, asOf.getTime(), after?.getTime() ?? -1) as Row | undefined
  return row && toSummary(row)
}

/** Of those that a model made or the owner corrected, of a lane or of a conversation, the one that reaches furthest. It may not be what is shown. */
export function modelSummary(
  db: Database,
  { lane, conversation, after }: { lane: Lane; conversation?: number; after: Date | undefined },
): StoredSummary | undefined {
  const row = db
    .statement(
      `SELECT ${columns} FROM summary WHERE lane = ? AND conversation_id IS ? AND ${isTold} AND from_at > ?
       ORDER BY to_id DESC, id DESC LIMIT 1`,
    )
    .get(lane, conversation ?? null, after?.getTime() ?? -1) as Row | undefined
  return row && toSummary(row)
}

/** The rolling summary of a lane that reaches furthest without passing a message, whoever made it. */
export function laneSummaryUpTo(
  db: Database,
  lane: Lane,
  { upTo, after }: { upTo: number; after: Date | undefined },
): StoredSummary | undefined {
  const row = db
    .statement(
      `SELECT ${columns} FROM summary WHERE lane = ? AND conversation_id IS NULL AND to_id <= ? AND from_at > ?
       ORDER BY to_id DESC, id DESC LIMIT 1`,
    )
    .get(lane, upTo, after?.getTime() ?? -1) as Row | undefined
  return row && toSummary(row)
}

/** The newest summary of each of these conversations that has one, as it could have been seen at a moment. */
export function conversationSummaries(
  db: Database,
  conversations: number[],
  { asOf, after }: SummaryBound,
): Map<number, StoredSummary> {
  const rows = db
    .statement(
      `SELECT ${columns} FROM summary WHERE conversation_id IN (SELECT value FROM json_each(?)) AND to_at <= ? AND from_at > ?
       ORDER BY to_at, to_id, id`,
    )
    .all(JSON.stringify(conversations), asOf.getTime(), after?.getTime() ?? -1) as Row[]
  // The last of each conversation wins.
  return new Map(rows.map((row) => [row.conversation ?? 0, toSummary(row)]))
}

const correctionOf = 'FROM correction WHERE summary_id = summary.id AND undone_at IS NULL'

/** Of a query over summaries: a model read all of it, or the owner said what is to stand there, which is worth more. */
export const isTold = `(made = 'model' OR EXISTS (SELECT 1 ${correctionOf}))`

const columns = `id, lane, conversation_id AS conversation,
  coalesce((SELECT correction.text ${correctionOf} ORDER BY correction.id DESC LIMIT 1), text) AS text,
  iif(${isTold}, 'model', 'extract') AS made, trust, from_id AS fromId, to_id AS toId,
  from_at AS fromAt, to_at AS toAt, messages, wanted`

type Row = Omit<StoredSummary, 'conversation' | 'fromAt' | 'toAt' | 'wanted'> & {
  conversation: number | null
  wanted: number
  fromAt: number
  toAt: number
}

function toSummary({ conversation, fromAt, toAt, wanted, ...rest }: Row): StoredSummary {
  const dates = { fromAt: new Date(fromAt), toAt: new Date(toAt) }
  return { ...rest, ...dates, conversation: conversation ?? undefined, wanted: wanted === 1 }
}

interface NewCorrection {
  summary: number
  /** Nothing hides it. */
  text: string
  personId: number
}

/** Takes the place of what was said of it before. */
export function correctSummary(db: Database, { summary, text, personId }: NewCorrection, now: Date): void {
  db.transaction(() => {
    undoCorrection(db, summary, now)
    db.orm.insert(correction).values({ summaryId: summary, text, personId, at: now.getTime() }).run()
  })
}

/** It stands as it was made. What was said in its place is kept, as every row is. */
export function undoCorrection(db: Database, summary: number, now: Date): void {
  db.orm
    .update(correction)
    .set({ undoneAt: now.getTime() })
    .where(and(eq(correction.summaryId, summary), isNull(correction.undoneAt)))
    .run()
}
