import { statfsSync, statSync } from 'node:fs'
import type { Database } from '../database.ts'
import { storeFiles } from './condition.ts'

/** What a data directory takes up. */
export interface StoreSize {
  databaseBytes: number
  /** What was written and is not yet in the database file. */
  logBytes: number
  files: { count: number; bytes: number }
  /** Left on the disk for us. */
  freeBytes: number
}

export function sizeOfStore(db: Database, dataDir: string): StoreSize {
  const { database, log } = storeFiles(dataDir)
  const { bavail, bsize } = statfsSync(dataDir)
  const files = db.statement('SELECT count(*) AS count, coalesce(sum(bytes), 0) AS bytes FROM file').get()
  return {
    databaseBytes: bytesOf(database),
    logBytes: bytesOf(log),
    files: files as StoreSize['files'],
    freeBytes: bavail * bsize,
  }
}

function bytesOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
