import { eq } from 'drizzle-orm'
import type { Setting } from '../config/sources.ts'
import type { Database } from './database.ts'
import { setting } from './schema/schema.ts'

/** What was changed while running, by key. */
export function readSettings(db: Database): Map<string, Setting> {
  const rows = db.orm.select({ key: setting.key, text: setting.value, fileValue: setting.fileValue }).from(setting)
  return new Map(rows.all().map(({ key, ...made }) => [key, made]))
}

export interface NewSetting {
  key: string
  value: string
  fileValue: string
  personId: number
  at: Date
}

export function writeSetting(db: Database, { key, at, ...made }: NewSetting): void {
  const row = { ...made, at: at.getTime() }
  db.orm
    .insert(setting)
    .values({ key, ...row })
    .onConflictDoUpdate({ target: setting.key, set: row })
    .run()
}

export function noteFileValue(db: Database, key: string, fileValue: string): void {
  db.orm.update(setting).set({ fileValue }).where(eq(setting.key, key)).run()
}

/** False when there was none. */
export function removeSetting(db: Database, key: string): boolean {
  return db.orm.delete(setting).where(eq(setting.key, key)).run().changes > 0
}
