import { and, eq, isNull } from 'drizzle-orm'
import type { Lane } from '../../domain/ids.ts'
import type { Trust } from '../../domain/person.ts'
import type { Database } from '../database.ts'
import { isOnOtherBranch } from '../messages/branch-path.ts'
import { correction, summary } from '../schema/schema.ts'

/** A summary that replaces messages which are not shown one by one. */
export interface StoredSummary {
  id: number
  lane: Lane
  /** Undefined for the rolling summary of the lane. */
  conversation: number | undefined
  /** With the owner's correction; empty if they hid it. */
  text: string
  made: 'model' | 'extract'
  trust: Trust
  fromId: number
  toId: number
  fromAt: Date
  toAt: Date
  messages: number
  /** Somebody asked for the room, so it replaces its lines even while their conversation continues. */
  wanted: boolean
}

export type NewSummary = Omit<StoredSummary, 'id' | 'wanted'> & { wanted?: boolean }

/**
 * A summary is never overwritten. A newer one takes precedence, so that what was shown at any time can be shown again.
 */
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

/** The newest rolling summary of a lane as of a moment; among equals the one that covers more. */
export function laneSummary(db: Database, lane: Lane, { asOf, after }: SummaryBound): StoredSummary | undefined {
  const row = db
    .statement(
      `SELECT ${columns} FROM summary WHERE lane = ? AND conversation_id IS NULL AND to_at <= ? AND from_at > ? AND ${isOfChosenPath}
       ORDER BY to_at DESC, to_id DESC, id DESC LIMIT 1`,
    )
    .get(lane, asOf.getTime(), after?.getTime() ?? -1) as Row | undefined
  return row && toSummary(row)
}

/**
 * Among the summaries of a lane or conversation that a model made or the owner corrected, the one that reaches
 * furthest. It may not be the one in use.
 */
export function modelSummary(
  db: Database,
  { lane, conversation, after }: { lane: Lane; conversation?: number; after: Date | undefined },
): StoredSummary | undefined {
  const row = db
    .statement(
      `SELECT ${columns} FROM summary WHERE lane = ? AND conversation_id IS ? AND ${isByModelOrOwner} AND from_at > ? AND ${isOfChosenPath}
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
      `SELECT ${columns} FROM summary WHERE lane = ? AND conversation_id IS NULL AND to_id <= ? AND from_at > ? AND ${isOfChosenPath}
       ORDER BY to_id DESC, id DESC LIMIT 1`,
    )
    .get(lane, upTo, after?.getTime() ?? -1) as Row | undefined
  return row && toSummary(row)
}

/** The newest summary of each of these conversations as of a moment. */
export function conversationSummaries(
  db: Database,
  conversations: number[],
  { asOf, after }: SummaryBound,
): Map<number, StoredSummary> {
  const rows = db
    .statement(
      `SELECT ${columns} FROM summary WHERE conversation_id IN (SELECT value FROM json_each(?)) AND to_at <= ? AND from_at > ?
         AND ${isOfChosenPath}
       ORDER BY to_at, to_id, id`,
    )
    .all(JSON.stringify(conversations), asOf.getTime(), after?.getTime() ?? -1) as Row[]
  // The last row of each conversation wins.
  return new Map(rows.map((row) => [row.conversation ?? 0, toSummary(row)]))
}

const correctionOf = 'FROM correction WHERE summary_id = summary.id AND undone_at IS NULL'

/** SQL condition on a summary: a model made it, or the owner corrected it, which is worth more. */
export const isByModelOrOwner = `(made = 'model' OR EXISTS (SELECT 1 ${correctionOf}))`

/**
 * SQL condition on a summary: the lines it was made from are shown. Only one path leads to a line, so the last line tells
 * about all of them. A summary of another version is used again when that version is chosen.
 */
export const isOfChosenPath = `NOT ${isOnOtherBranch('summary.to_id')}`

const columns = `id, lane, conversation_id AS conversation,
  coalesce((SELECT correction.text ${correctionOf} ORDER BY correction.id DESC LIMIT 1), text) AS text,
  iif(${isByModelOrOwner}, 'model', 'extract') AS made, trust, from_id AS fromId, to_id AS toId,
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
  /** An empty text hides the summary. */
  text: string
  personId: number
}

/** Replaces an earlier correction. */
export function correctSummary(db: Database, { summary, text, personId }: NewCorrection, now: Date): void {
  db.transaction(() => {
    undoCorrection(db, summary, now)
    db.orm.insert(correction).values({ summaryId: summary, text, personId, at: now.getTime() }).run()
  })
}

/** Restores the original. The correction stays in the store, like every row. */
export function undoCorrection(db: Database, summary: number, now: Date): void {
  db.orm
    .update(correction)
    .set({ undoneAt: now.getTime() })
    .where(and(eq(correction.summaryId, summary), isNull(correction.undoneAt)))
    .run()
}
