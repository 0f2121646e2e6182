import { rmSync } from 'node:fs'
import BetterSqlite3 from 'better-sqlite3'
import { openDatabase } from '../database.ts'
import { readAnchor } from '../work/instances.ts'
import { countTables, type RowCounts } from './count-tables.ts'
import { DamagedError } from './damage.ts'
import { migrateDatabase } from './migrate.ts'
import { writeSnapshotMark } from './snapshot-mark.ts'

/**
 * Copies a store that may be in use, as it is at one moment. Nobody who writes has to wait for it: the copy is read in
 * one transaction, and in WAL mode readers and writers do not block each other. Unlike SQLite's backup API it never has
 * to start again because another process wrote, and it copies no pages that hold only deleted rows.
 */
export function takeSnapshot(source: string, target: string, now: Date): RowCounts {
  rmSync(target, { force: true })
  const store = new BetterSqlite3(source, { readonly: true, fileMustExist: true, timeout: 5000 })
  try {
    store.prepare('VACUUM INTO ?').run(target)
  } finally {
    store.close()
  }
  const copy = new BetterSqlite3(target, { fileMustExist: true })
  try {
    writeSnapshotMark(copy, now)
    assertSound(copy)
    return countTables(copy)
  } finally {
    copy.close()
  }
}

/** A copy on which another version of the program is tried: without what was set at run time, such as the model. */
export function copyForRehearsal(source: string, target: string, now: Date): RowCounts {
  const rows = takeSnapshot(source, target, now)
  const copy = new BetterSqlite3(target, { fileMustExist: true })
  try {
    copy.exec('DELETE FROM setting')
  } finally {
    copy.close()
  }
  return rows
}

/** Opens a copy of a store and counts its rows. Throws a DamagedError if it is damaged. */
export function examineSnapshot(file: string): RowCounts {
  const copy = new BetterSqlite3(file, { readonly: true, fileMustExist: true })
  try {
    assertSound(copy)
    return countTables(copy)
  } finally {
    copy.close()
  }
}

/** Brings a copy to the schema of this version, as its first start would. Throws if that is impossible. */
export function tryMigration(file: string): void {
  const db = openDatabase(file)
  try {
    migrateDatabase(db, undefined)
  } finally {
    db.close()
  }
}

export interface AdoptedCopy {
  rows: RowCounts
  /** When Skein last used the store that it is a copy of. */
  takenAt: Date
}

/** Makes a snapshot of a copy that another program took. Undefined if it is no store of Skein. */
export function adoptCopy(file: string): AdoptedCopy | undefined {
  const copy = openDatabase(file)
  try {
    assertSound(copy.raw)
    if (!copy.raw.prepare("SELECT 1 FROM sqlite_schema WHERE name = '__drizzle_migrations'").get()) return undefined
    const takenAt = new Date(readAnchor(copy)?.wall ?? 0)
    writeSnapshotMark(copy.raw, takenAt)
    return { rows: countTables(copy.raw), takenAt }
  } finally {
    copy.close()
  }
}

function assertSound(copy: BetterSqlite3.Database): void {
  const problem: unknown = copy.pragma('quick_check(1)', { simple: true })
  if (problem !== 'ok') throw new DamagedError(String(problem))
}
