import { count, type SQL } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Database } from './database.ts'

export function countRows(db: Database, table: SQLiteTable, where: SQL | undefined): number {
  return db.orm.select({ n: count() }).from(table).where(where).get()?.n ?? 0
}
