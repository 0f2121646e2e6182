import type { Database } from './database.ts'
import { setting } from './schema.ts'

/** What was changed while running, by key. */
export function readSettings(db: Database): Map<string, string> {
  return new Map(
    db.orm
      .select()
      .from(setting)
      .all()
      .map((row) => [row.key, row.value]),
  )
}

export function writeSetting(db: Database, key: string, value: string, personId: number, at: Date): void {
  const row = { value, personId, at: at.getTime() }
  db.orm
    .insert(setting)
    .values({ key, ...row })
    .onConflictDoUpdate({ target: setting.key, set: row })
    .run()
}
