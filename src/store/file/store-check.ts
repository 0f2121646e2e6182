import { statfsSync } from 'node:fs'
import { z } from 'zod'
import { runChild } from '../../lib/child.ts'
import { installedPath } from '../../lib/folders.ts'
import { parseJson } from '../../lib/text/json.ts'
import type { Database } from '../database.ts'
import { bytesOf, storeFiles } from './store-condition.ts'

/** The disk space that a data directory uses. */
export interface StoreSize extends StoreBytes {
  files: { count: number; bytes: number }
}

export interface StoreBytes {
  databaseBytes: number
  /** Bytes that are written to the log but not yet to the database file. */
  logBytes: number
  /** Free space on the disk that we may use. */
  freeBytes: number
}

export function sizeOfStore(db: Database, dataDir: string): StoreSize {
  const files = db.statement('SELECT count(*) AS count, coalesce(sum(bytes), 0) AS bytes FROM file').get()
  return { ...bytesOfStore(dataDir), files: files as StoreSize['files'] }
}

/** Without what needs a query. */
export function bytesOfStore(dataDir: string): StoreBytes {
  const { database, log } = storeFiles(dataDir)
  const { bavail, bsize } = statfsSync(dataDir)
  return { databaseBytes: bytesOf(database), logBytes: bytesOf(log), freeBytes: bavail * bsize }
}

const checkProgram = installedPath('scripts/check-store.mjs')

const reportSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('sound') }),
  z.object({ status: z.literal('damaged'), problem: z.string() }),
])

/** The result of reading a whole store. `unfinished` says why the check did not complete. */
type FullCheck = z.infer<typeof reportSchema> | { status: 'unfinished'; reason: string }

/** Hours are enough for any disk; a check that takes longer hangs. */
const CHECK_LIMITS = { timeoutMs: 6 * 3_600_000, maxBytes: 100_000 }

const MAX_STDERR_CHARS = 500

/** Reads all of a store that is in use, in a low-priority process that ends with the signal. */
export async function checkEverything(database: string, signal: AbortSignal): Promise<FullCheck> {
  const command = { file: process.execPath, args: [checkProgram, database], env: {} }
  const { stdout, stderr, ...outcome } = await runChild(command, CHECK_LIMITS, signal)
  const report = reportSchema.safeParse(parseJson(stdout))
  return (
    report.data ?? { status: 'unfinished', reason: `${JSON.stringify(outcome)} ${stderr.slice(0, MAX_STDERR_CHARS)}` }
  )
}
