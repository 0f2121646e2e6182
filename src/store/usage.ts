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

export function spentSince(db: Database, since: Date): { calls: number; usd: number } {
  const row = db.orm
    .select({ calls: sql<number>`count(*)`, micro: sql<number>`coalesce(sum(${usage.costMicroUsd}), 0)` })
    .from(usage)
    .where(gte(usage.at, since.getTime()))
    .get()
  return { calls: row?.calls ?? 0, usd: (row?.micro ?? 0) / 1_000_000 }
}
