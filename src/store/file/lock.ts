import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { ConfigError, TryLaterError } from '../../domain/errors.ts'
import { diskTrouble } from './disk-trouble.ts'

/**
 * One daemon per data directory. The lock is a file lock SQLite takes on `lock.db`:
 * the kernel drops it when the process dies, however it dies, so there is never a stale one to clean up.
 */
export function lockDirectory(dataDir: string): { release(): void } {
  const holder = join(dataDir, 'lock.pid')
  let lock: BetterSqlite3.Database | undefined
  try {
    lock = new BetterSqlite3(join(dataDir, 'lock.db'), { timeout: 0 })
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock?.close()
    if (!isBusy(error)) throw unusable(dataDir, error)
    throw new TryLaterError(
      `Another Skein (${describeHolder(holder)}) already uses ${dataDir}. Stop it first, or start this one with another --data directory.`,
    )
  }
  writeFileSync(holder, String(process.pid), { mode: 0o600 })
  const held = lock
  return { release: () => held.close() }
}

function isBusy(error: unknown): boolean {
  return error instanceof BetterSqlite3.SqliteError && error.code.startsWith('SQLITE_BUSY')
}

function unusable(dataDir: string, error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const trouble = diskTrouble(dataDir, error)
  if (trouble) return trouble
  return new ConfigError(
    `${join(dataDir, 'lock.db')} cannot be locked: ${error.message}. It holds nothing; remove it and start again.`,
    {
      cause: error,
    },
  )
}

function describeHolder(file: string): string {
  try {
    return `process ${readFileSync(file, 'utf8').trim()}`
  } catch {
    return 'process unknown'
  }
}
