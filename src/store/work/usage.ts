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

/** Totals of calls to a model. */
export interface Spending {
  calls: number
  inputTokens: number
  outputTokens: number
  cacheReadTokens: number
  cacheWriteTokens: number
  usd: number
}

/** A day or month so far. */
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

/** One total per model and purpose, most expensive first. */
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

/** One total per model, purpose and chat; a null chat for work that belongs to none. */
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

/** All tokens of calls for one purpose, in a span or ever. */
export function tokensFor(db: Database, origin: string, span?: Span): number {
  const tokens = sql<number>`coalesce(sum(${usage.inputTokens} + ${usage.outputTokens} + ${usage.cacheReadTokens} + ${usage.cacheWriteTokens}), 0)`
  const row = db.orm
    .select({ tokens })
    .from(usage)
    .where(and(sql`${usage.origin} = ${origin}`, span && isBetween(span)))
    .get()
  return row?.tokens ?? 0
}

/** The time to the first word of each answer, shortest first. */
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

/** Runs before every task while a limit is set; for everything, or only for these purposes. */
export function spentIn(db: Database, span: SpanSoFar, origins?: readonly UsageOrigin[]): number {
  const row = db.orm
    .select({ micro: sql<number>`coalesce(sum(${usage.costMicroUsd}), 0)` })
    .from(usage)
    .where(and(isIn(span), origins ? inArray(usage.origin, [...origins]) : undefined))
    .get()
  return (row?.micro ?? 0) / 1_000_000
}

/** Work for ourselves; everything else answers people or does what they scheduled. */
const upkeepOrigins: readonly UsageOrigin[] = ['triage', 'compaction', 'facts', 'notes']

/** All upkeep together may cost this much of what the answers of the last month cost. */
const MAX_UPKEEP_SHARE = 0.2
const MONTH_MS = 30 * 86_400_000

/** Whether facts and notes may still ask a model. Summaries have precedence and do not ask. */
export function isUpkeepAffordable(db: Database, now: Date): boolean {
  return upkeepShare(db, new Date(now.getTime() - MONTH_MS)) < MAX_UPKEEP_SHARE
}

/**
 * What upkeep cost since a moment, as a share of what answers cost. If nothing had a price, tokens are compared, weighted
 * as models usually charge for them. 0 while there were no answers.
 */
function upkeepShare(db: Database, since: Date): number {
  const tokens = 'input_tokens + cache_write_tokens + cache_read_tokens / 10.0 + 5 * output_tokens'
  const sum = (value: string, isUpkeep: 0 | 1) => `coalesce(sum(iif(is_upkeep = ${isUpkeep}, ${value}, 0)), 0)`
  const row = db
    .statement(
      `SELECT ${sum('cost_micro_usd', 1)} AS upkeepCost, ${sum('cost_micro_usd', 0)} AS cost,
         ${sum(tokens, 1)} AS upkeepTokens, ${sum(tokens, 0)} AS tokens
       FROM (SELECT *, origin IN (SELECT value FROM json_each(?)) AS is_upkeep FROM usage WHERE at >= ?)`,
    )
    .get(JSON.stringify(upkeepOrigins), since.getTime()) as Record<
    'upkeepCost' | 'cost' | 'upkeepTokens' | 'tokens',
    number
  >
  if (row.cost > 0) return row.upkeepCost / row.cost
  return row.tokens > 0 ? row.upkeepTokens / row.tokens : 0
}

/**
 * By the calendar. If the clock was set back, some rows have future dates. Of those we count what was booked within the
 * duration of the span, so that changing the clock neither frees spent money nor counts it for ever.
 */
function isIn({ from, now, steady }: SpanSoFar) {
  const bookedSince = later(steady, from.getTime() - now.getTime())
  return sql`${usage.at} >= ${from.getTime()} AND (${usage.at} <= ${now.getTime()} OR ${usage.bookedAt} >= ${bookedSince})`
}

/** One call to a model. */
export type ModelCall = Omit<typeof usage.$inferSelect, 'costMicroUsd'> & { usd: number }

/** Oldest first. Runs when a person asks, so it may read all rows. */
export function callsOf(db: Database, taskId: number): ModelCall[] {
  const rows = db.orm.select().from(usage).where(eq(usage.taskId, taskId)).orderBy(usage.id).all()
  return rows.map(({ costMicroUsd, ...call }) => ({ ...call, usd: costMicroUsd / 1_000_000 }))
}

/** The models that answered since then without any cost, and how often. */
export function freeCalls(db: Database, since: Date): { brain: string; model: string; calls: number }[] {
  return db
    .statement(
      `SELECT brain, model, count(*) AS calls FROM usage WHERE at >= ? AND cost_micro_usd = 0 AND output_tokens > 0
       GROUP BY brain, model ORDER BY brain, model`,
    )
    .all(since.getTime()) as { brain: string; model: string; calls: number }[]
}

/** The cost of each of these tasks; free ones are missing. */
export function costsOf(db: Database, taskIds: number[]): Map<number, number> {
  const rows = db.orm
    .select({ task: usage.taskId, micro: sql<number>`sum(${usage.costMicroUsd})` })
    .from(usage)
    .where(inArray(usage.taskId, taskIds))
    .groupBy(usage.taskId)
    .all()
  return new Map(rows.flatMap(({ task, micro }) => (task === null ? [] : [[task, micro / 1_000_000] as const])))
}

/**
 * Beyond these ratios the estimate is not at fault: something was counted that we did not send, or the other way round.
 */
const MIN_RATIO = 0.5
const MAX_RATIO = 3
/** Limits the weight of the past, so that a change in a model's counting is followed within some dozen turns. */
const SAMPLES_REMEMBERED = 50

/**
 * Reported tokens divided by our estimate, as learned so far; 1 if nothing is known. The configured name is often
 * shorter than the reported one: "sonnet" for claude-sonnet-5-5, "sonnet[1m]" for the same model. If no name matches,
 * the model that answered last is the best guess.
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
  /** Tokens of the same text: by our estimate, and as reported. */
  estimated: number
  reported: number
}

/** Updates the running mean with one turn, within the bounds. */
export function learnFactor(db: Database, { brain, model, estimated, reported }: Sample, now: Date): void {
  if (estimated <= 0 || reported <= 0) return
  const ratio = Math.min(MAX_RATIO, Math.max(MIN_RATIO, reported / estimated))
  db.statement(
    `INSERT INTO estimate (brain, model, factor, samples, updated_at) VALUES (@brain, @model, @ratio, 1, @at)
     ON CONFLICT (brain, model) DO UPDATE SET
       factor = (factor * min(samples, ${SAMPLES_REMEMBERED - 1}) + @ratio) / (min(samples, ${SAMPLES_REMEMBERED - 1}) + 1),
       samples = samples + 1, updated_at = @at`,
  ).run({ brain, model, ratio, at: now.getTime() })
}
