import { and, eq, isNull } from 'drizzle-orm'
import type { Lane } from '../../domain/ids.ts'
import type { Database } from '../database.ts'
import { threadState } from '../schema/schema.ts'

type Row = typeof threadState.$inferSelect

/** A question of ours that waits for an answer in a lane. */
export interface StoredQuestion {
  messageId: number
  question: string
  expects: Row['expects']
  choices: string[]
  askedAt: Date
  expiresAt: Date
}

/** Stores the question that a lane now waits for and closes an earlier one. */
export function openPendingQuestion(db: Database, lane: Lane, question: StoredQuestion): void {
  const { askedAt, expiresAt, ...rest } = question
  db.transaction(() => {
    closePendingQuestion(db, lane, askedAt)
    db.orm
      .insert(threadState)
      .values({ lane, ...rest, askedAt: askedAt.getTime(), expiresAt: expiresAt.getTime() })
      .run()
  })
}

/** The question was answered or no longer matters. */
export function closePendingQuestion(db: Database, lane: Lane, now: Date): void {
  db.orm
    .update(threadState)
    .set({ closedAt: now.getTime() })
    .where(and(eq(threadState.lane, lane), isNull(threadState.closedAt)))
    .run()
}

/** The question that a lane waited for at a moment, if it had not expired. */
export function pendingQuestionAt(db: Database, lane: Lane, at: Date): StoredQuestion | undefined {
  const ms = at.getTime()
  const row = db
    .statement(
      `SELECT message_id AS messageId, question, expects, choices, asked_at AS askedAt, expires_at AS expiresAt
       FROM thread_state WHERE lane = ? AND asked_at <= ? AND expires_at > ? AND (closed_at IS NULL OR closed_at > ?)
       ORDER BY id DESC LIMIT 1`,
    )
    .get(lane, ms, ms, ms) as (Omit<Row, 'choices'> & { choices: string | null }) | undefined
  if (!row) return undefined
  const { messageId, question, expects, choices, askedAt, expiresAt } = row
  return {
    messageId,
    question,
    expects,
    choices: choices === null ? [] : (JSON.parse(choices) as string[]),
    askedAt: new Date(askedAt),
    expiresAt: new Date(expiresAt),
  }
}
