import { and, desc, eq, gt, inArray, isNull, lte } from 'drizzle-orm'
import type { Lane } from '../domain/ids.ts'
import type { Database } from './database.ts'
import { summary } from './schema.ts'

/** What stands for messages that are not shown one by one. */
export interface StoredSummary {
  id: number
  lane: Lane
  /** Undefined for the rolling summary of the lane. */
  conversation: number | undefined
  text: string
  made: 'model' | 'extract'
  trust: Row['trust']
  fromId: number
  toId: number
  fromAt: Date
  toAt: Date
  messages: number
}

export type NewSummary = Omit<StoredSummary, 'id'>

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

/** The newest rolling summary of a lane, as it could have been seen at a moment. */
export function laneSummary(db: Database, lane: Lane, { asOf, after }: SummaryBound): StoredSummary | undefined {
  const row = db.orm
    .select()
    .from(summary)
    .where(
      and(
        eq(summary.lane, lane),
        isNull(summary.conversationId),
        lte(summary.toAt, asOf.getTime()),
        after && gt(summary.fromAt, after.getTime()),
      ),
    )
    .orderBy(desc(summary.toAt), desc(summary.id))
    .limit(1)
    .get()
  return row && toSummary(row)
}

/** The newest summary of each of these conversations that has one, as it could have been seen at a moment. */
export function conversationSummaries(
  db: Database,
  conversations: number[],
  { asOf, after }: SummaryBound,
): Map<number, StoredSummary> {
  const rows = db.orm
    .select()
    .from(summary)
    .where(
      and(
        inArray(summary.conversationId, conversations),
        lte(summary.toAt, asOf.getTime()),
        after && gt(summary.fromAt, after.getTime()),
      ),
    )
    .orderBy(summary.toAt, summary.id)
    .all()
  // The last of each conversation wins.
  return new Map(rows.map((row) => [row.conversationId ?? 0, toSummary(row)]))
}

type Row = typeof summary.$inferSelect

function toSummary(row: Row): StoredSummary {
  const { id, lane, text, made, trust, fromId, toId, messages } = row
  return {
    id,
    lane,
    conversation: row.conversationId ?? undefined,
    text,
    made,
    trust,
    fromId,
    toId,
    fromAt: new Date(row.fromAt),
    toAt: new Date(row.toAt),
    messages,
  }
}
