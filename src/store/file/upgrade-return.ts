import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import BetterSqlite3 from 'better-sqlite3'
import { TryLaterError } from '../../domain/errors.ts'
import { openDatabase } from '../database.ts'
import { lockDirectory } from './data-dir.ts'
import { appliedSchema } from './migrate.ts'
import { writeSeal } from './seal.ts'
import { type StoreFiles, storeFiles } from './store-condition.ts'

/**
 * What became of a store whose program goes back to the version before. `used`: the newer version has accepted or sent
 * something since it upgraded the store, so that the copy from before would lose or repeat it.
 */
export type Returned = 'unchanged' | 'restored' | 'used' | 'no copy'

/**
 * Puts back the checked copy that the newer version made before it upgraded the store, if nothing has happened since.
 * Killed at any point, the store is the upgraded one or the copy, whole.
 */
export function returnToSchema(dataDir: string, schema: number | undefined, since: Date, step: () => void): Returned {
  const files = storeFiles(dataDir)
  const lock = lockDirectory(dataDir)
  try {
    if (!statSync(files.database, { throwIfNoEntry: false })) return 'unchanged'
    if (schemaOf(files.database) === schema) return 'unchanged'
    const copy = findCopy(join(dataDir, 'backups'), schema, since)
    if (copy === undefined) return 'no copy'
    if (!hasSameWork(copy, files.database)) return 'used'
    // From here on the seal and the log of the upgraded store would not fit the copy.
    writeSeal(files.seal, { state: 'void' })
    step()
    mergeLog(files)
    step()
    keepUpgraded(files.database, join(dataDir, 'backups', 'after-failed-update.db'))
    step()
    replaceWhole(files.database, copy, step)
    return 'restored'
  } finally {
    lock.release()
  }
}

/** The newest migration of the store in a file that nobody may be writing to. */
export function schemaOf(file: string): number | undefined {
  const raw = new BetterSqlite3(file, { readonly: true, fileMustExist: true, timeout: 5000 })
  try {
    return appliedSchema(raw)
  } finally {
    raw.close()
  }
}

function findCopy(folder: string, schema: number | undefined, since: Date): string | undefined {
  return readdirSync(folder)
    .filter((name) => /^before-.*\.db$/.test(name))
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).mtimeMs >= since.getTime() && schemaOf(file) === schema)
    .toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0]
}

/** Everything that a daemon accepts, runs or sends changes one of these. */
const signsOfWork = [
  'SELECT count(*), max(id) FROM message',
  'SELECT count(*) FROM message_key',
  'SELECT state, count(*), sum(id) FROM outbox GROUP BY state ORDER BY state',
  // A task that ran when the daemon before was killed, and runs again, has a new token.
  'SELECT state, count(*), sum(id), sum(lease_token) FROM task GROUP BY state ORDER BY state',
  // What a channel has acknowledged never comes again, not even a reaction.
  'SELECT channel, account, stream, value FROM channel_cursor ORDER BY channel, account, stream',
  'SELECT count(*) FROM person',
  'SELECT key, value FROM setting ORDER BY key',
]

/** Also false if the upgrade has changed these tables, because then it is unknown. */
function hasSameWork(copy: string, store: string): boolean {
  try {
    return isDeepStrictEqual(readSigns(copy), readSigns(store))
  } catch (error) {
    if (error instanceof BetterSqlite3.SqliteError && error.code === 'SQLITE_ERROR') return false
    throw error
  }
}

function readSigns(file: string): unknown[] {
  const raw = new BetterSqlite3(file, { readonly: true, fileMustExist: true, timeout: 5000 })
  try {
    return signsOfWork.map((sql) => raw.prepare(sql).raw().all())
  } finally {
    raw.close()
  }
}

/** A log that stays would be applied to the copy and damage it. The last connection that closes removes it. */
function mergeLog({ database, log }: StoreFiles): void {
  const db = openDatabase(database)
  db.raw.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
  if (!existsSync(log)) return
  throw new TryLaterError(
    `Another program, such as litestream, has ${database} open, so the copy from before the upgrade cannot take its place. ` +
      'Stop that program, then run "skein update" again.',
  )
}

/** Keeps the upgraded store for people who want to find out what was wrong with it. */
function keepUpgraded(database: string, kept: string): void {
  rmSync(kept, { force: true })
  linkSync(database, kept)
}

function replaceWhole(database: string, copy: string, step: () => void): void {
  const next = `${database}.returning`
  copyFileSync(copy, next)
  const file = openSync(next, 'r+')
  fsyncSync(file)
  closeSync(file)
  step()
  renameSync(next, database)
  step()
}
