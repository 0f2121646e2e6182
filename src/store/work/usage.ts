import { and, eq, gte, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import type { ChatId } from '../../domain/ids.ts'
import type { UsageOrigin } from '../../domain/message.ts'
import type { Span } from '../../lib/time/calendar.ts'
import { later, type Moment } from '../../lib/time/clock.ts'
import type { Database } from '../database.ts'
import { task, usage } from '../schema/schema.ts'

export type NewUsage = Omit<typeof usage.$inferInsert, 'id' | 'at' | 'costMicroUsd' | 'bookedAt'> &
  Moment & { costUsd: number }

export function insertUsage(db: Database, row: NewUsage): void {
  const { now, steady, costUsd, ...rest } = row
  db.orm
    .insert(usage)
    .values({ ...rest, at: now.getTime(), bookedAt: steady, costMicroUsd: Math.round(costUsd * 1_000_000) })
    .run()
}

/** Calls to a model, added up. */
export interface Spending {
  calls: number
  inputTokens: number
  outputTokens: number
  cacheReadTokens: number
  cacheWriteTokens: number
  usd: number
}

/** What a day or a month has lasted so far. */
export interface SpanSoFar extends Moment {
  from: Date
}

const sums = {
  calls: sql<number>`count(*)`,
  inputTokens: sql<number>`sum(${usage.inputTokens})`,
  outputTokens: sql<number>`sum(${usage.outputTokens})`,
  cacheReadTokens: sql<number>`sum(${usage.cacheReadTokens})`,
  cacheWriteTokens: sql<number>`sum(${usage.cacheWriteTokens})`,
  micro: sql<number>`sum(${usage.costMicroUsd})`,
}

/** One sum for each model and what it was asked for, dearest first. */
export function spendingIn(db: Database, span: SpanSoFar): (Spending & { origin: string; model: string })[] {
  const rows = db.orm
    .select({ origin: usage.origin, model: usage.model, ...sums })
    .from(usage)
    .where(isIn(span))
    .groupBy(usage.origin, usage.model)
    .orderBy(sql`sum(${usage.costMicroUsd}) DESC`, usage.model)
    .all()
  return rows.map(inDollars)
}

/** One sum for each model, what it was asked for, and the chat; null for work that belongs to none. */
export function spendingByChat(
  db: Database,
  span: Span,
): (Spending & { origin: string; model: string; chat: ChatId | null })[] {
  const rows = db.orm
    .select({ origin: usage.origin, model: usage.model, chat: task.chat, ...sums })
    .from(usage)
    .leftJoin(task, eq(task.id, usage.taskId))
    .where(isBetween(span))
    .groupBy(usage.origin, usage.model, task.chat)
    .all()
  return rows.map(inDollars)
}

/** How long each answer of a chat let wait for its first word, shortest first. */
export function firstWordsIn(db: Database, span: Span): number[] {
  const rows = db.orm
    .select({ ms: usage.firstTextMs })
    .from(usage)
    .where(and(isBetween(span), eq(usage.origin, 'chat'), isNotNull(usage.firstTextMs)))
    .orderBy(usage.firstTextMs)
    .all()
  return rows.flatMap(({ ms }) => ms ?? [])
}

function isBetween({ from, until }: Span) {
  return and(gte(usage.at, from.getTime()), lt(usage.at, until.getTime()))
}

function inDollars<R extends { micro: number }>({ micro, ...row }: R): Omit<R, 'micro'> & { usd: number } {
  return { ...row, usd: micro / 1_000_000 }
}

/** Asked before every run while a cap is set; on everything, or on what these calls were for. */
export function spentIn(db: Database, span: SpanSoFar, origins?: readonly UsageOrigin[]): number {
  const row = db.orm
    .select({ micro: sql<number>`coalesce(sum(${usage.costMicroUsd}), 0)` })
    .from(usage)
    .where(and(isIn(span), origins ? inArray(usage.origin, [...origins]) : undefined))
    .get()
  return (row?.micro ?? 0) / 1_000_000
}

/**
 * By the calendar. A clock that was set back leaves rows of days to come: of those count what was booked in as much time
 * as the span has lasted, so that setting it back neither frees what was spent nor holds it against days for ever.
 */
function isIn({ from, now, steady }: SpanSoFar) {
  const bookedSince = later(steady, from.getTime() - now.getTime())
  return sql`${usage.at} >= ${from.getTime()} AND (${usage.at} <= ${now.getTime()} OR ${usage.bookedAt} >= ${bookedSince})`
}

/** One call to a model. */
export type Call = Omit<typeof usage.$inferSelect, 'costMicroUsd'> & { usd: number }

/** Of one task, oldest first. Looked up for a person who asks, so it may read them all. */
export function callsOf(db: Database, taskId: number): Call[] {
  const rows = db.orm.select().from(usage).where(eq(usage.taskId, taskId)).orderBy(usage.id).all()
  return rows.map(({ costMicroUsd, ...call }) => ({ ...call, usd: costMicroUsd / 1_000_000 }))
}

/** What each of these tasks cost so far; those that cost nothing are missing. */
export function costsOf(db: Database, taskIds: number[]): Map<number, number> {
  const rows = db.orm
    .select({ task: usage.taskId, micro: sql<number>`sum(${usage.costMicroUsd})` })
    .from(usage)
    .where(inArray(usage.taskId, taskIds))
    .groupBy(usage.taskId)
    .all()
  return new Map(rows.flatMap(({ task, micro }) => (task === null ? [] : [[task, micro / 1_000_000] as const])))
}

/** Beyond these it is not our estimate that is off: something was counted that we did not send, or sent and not counted. */
const LEAST_RATIO = 0.5
const MOST_RATIO = 3
/** So much the past counts at most, so that a model that counts anew is followed within some dozen turns. */
const SAMPLES_REMEMBERED = 50

/**
 * What a model reports divided by what we estimate, as learnt so far; 1 while nothing is known. A model is often named by
 * less than what it reports itself as: "sonnet" for claude-sonnet-5-5, "sonnet[1m]" for the same one. Where none fits the
 * name, or there is no name, whatever model answered last says most.
 */
export function readFactor(db: Database, brain: string, model?: string): number {
  const name = model?.replace(/\[[^[\]]*\]$/, '') ?? null
  const known = db
    .statement(
      `SELECT factor FROM estimate WHERE brain = @brain
       ORDER BY model IS @model DESC, model IS @name DESC, ifnull(instr(model, @name), 0) > 0 DESC, updated_at DESC LIMIT 1`,
    )
    .pluck()
    .get({ brain, model: model ?? null, name }) as number | undefined
  return known ?? 1
}

interface Sample {
  brain: string
  model: string
  /** Tokens by our estimate, and as the model reported them, of the same text. */
  estimated: number
  reported: number
}

/** One more turn to learn from: a running mean, in which no single turn counts for more than the bounds allow. */
export function learnFactor(db: Database, { brain, model, estimated, reported }: Sample, now: Date): void {
  if (estimated <= 0 || reported <= 0) return
  const ratio = Math.min(MOST_RATIO, Math.max(LEAST_RATIO, reported / estimated))
  db.statement(
    `INSERT INTO estimate (brain, model, factor, samples, updated_at) VALUES (@brain, @model, @ratio, 1, @at)
     ON CONFLICT (brain, model) DO UPDATE SET
       factor = (factor * min(samples, ${SAMPLES_REMEMBERED - 1}) + @ratio) / (min(samples, ${SAMPLES_REMEMBERED - 1}) + 1),
       samples = samples + 1, updated_at = @at`,
  ).run({ brain, model, ratio, at: now.getTime() })
}
