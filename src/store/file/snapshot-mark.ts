import type BetterSqlite3 from 'better-sqlite3'
import { z } from 'zod'
import type { Database } from '../database.ts'

/**
 * What a store knows about the backup that it came from. The mark is written into the copy when it is made, so that a
 * store is recognized however it was unpacked.
 */
const markSchema = z.object({
  takenAt: z.coerce.date(),
  /** When a daemon first served from it. */
  startedAt: z.coerce.date().optional(),
})
export type SnapshotMark = z.infer<typeof markSchema>

const MARK_KEY = 'restored_snapshot'

export function writeSnapshotMark(raw: BetterSqlite3.Database, takenAt: Date): void {
  write(raw, { takenAt })
}

/** Undefined if the store never was a copy. */
export function readSnapshotMark(db: Database): SnapshotMark | undefined {
  const text = db.statement('SELECT value FROM meta WHERE key = ?').pluck().get(MARK_KEY) as string | undefined
  return text === undefined ? undefined : markSchema.parse(JSON.parse(text))
}

export function noteFirstStart(db: Database, mark: SnapshotMark, startedAt: Date): void {
  write(db.raw, { takenAt: mark.takenAt, startedAt })
}

function write(raw: BetterSqlite3.Database, mark: SnapshotMark): void {
  raw
    .prepare('INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value')
    .run(MARK_KEY, JSON.stringify(mark))
}
