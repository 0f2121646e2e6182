import { gte, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { usage } from './schema.ts'

export type NewUsage = Omit<typeof usage.$inferInsert, 'id' | 'at' | 'costMicroUsd'> & { at: Date; costUsd: number }

export function insertUsage(db: Database, row: NewUsage): void {
  const { at, costUsd, ...rest } = row
  db.orm
    .insert(usage)
    .values({ ...rest, at: at.getTime(), costMicroUsd: Math.round(costUsd * 1_000_000) })
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

/** One sum for each model and what it was asked for, dearest first. */
export function spendingSince(db: Database, since: Date): (Spending & { origin: string; model: string })[] {
  const rows = db.orm
    .select({
      origin: usage.origin,
      model: usage.model,
      calls: sql<number>`count(*)`,
      inputTokens: sql<number>`sum(${usage.inputTokens})`,
      outputTokens: sql<number>`sum(${usage.outputTokens})`,
      cacheReadTokens: sql<number>`sum(${usage.cacheReadTokens})`,
      cacheWriteTokens: sql<number>`sum(${usage.cacheWriteTokens})`,
      micro: sql<number>`sum(${usage.costMicroUsd})`,
    })
    .from(usage)
    .where(gte(usage.at, since.getTime()))
    .groupBy(usage.origin, usage.model)
    .orderBy(sql`sum(${usage.costMicroUsd}) DESC`, usage.model)
    .all()
  return rows.map(({ micro, ...row }) => ({ ...row, usd: micro / 1_000_000 }))
}

/** Asked before every run while a cap is set, so a prepared statement. */
export function spentSince(db: Database, since: Date): number {
  const micro = db
    .statement('SELECT coalesce(sum(cost_micro_usd), 0) FROM usage WHERE at >= ?')
    .pluck()
    .get(since.getTime()) as number
  return micro / 1_000_000
}
