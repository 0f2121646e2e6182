import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { ConfigError } from '../domain/errors.ts'
import { crashPoint } from '../lib/crash-point.ts'
import { type Database, openDatabase, openReadOnly } from './database.ts'
import { DamagedError, keepLogAside, refusalOf } from './file/damage.ts'
import { lockDirectory, prepareDataDir } from './file/data-dir.ts'
import { identifyLog } from './file/log-file.ts'
import { migrateDatabase } from './file/migrate.ts'
import { checkSample } from './file/sample-check.ts'
import { type LogTrouble, noteSeal, type Seal, writeSeal } from './file/seal.ts'
import {
  bytesOf,
  type Condition,
  examineFiles,
  fingerprint,
  type StoreFiles,
  storeFiles,
} from './file/store-condition.ts'
import { reindex } from './recall/word-reindexing.ts'
import { fenceKey } from './secret-keys.ts'

export interface Store {
  db: Database
  /** What happened to the log before this start; kept until `toldOwner`. */
  trouble: LogTrouble | undefined
  toldOwner(): void
  /** Something is wrong with the store, so all of it must be read at the next start. */
  doubt(): void
  /** Closes the database and releases the lock on the directory. */
  close(): void
}

/** How often the seal is updated. If the log is cut, we can tell what was lost except for this last period. */
const NOTE_EVERY_MS = 10_000

export interface OpenOptions {
  /** The silence in a lane after which another conversation begins; for lines that are reindexed at this start. */
  gapMs?: number
}

/** Opens the store in a folder: creates it if necessary, locks it, checks it and migrates the schema. */
export function openStore(dataDir: string, { gapMs }: OpenOptions = {}): Store {
  prepareDataDir(dataDir)
  const lock = lockDirectory(dataDir)
  crashPoint('start.locked')
  let opened: Opened | undefined
  try {
    opened = openHealthy(dataDir)
    const { files, condition, db } = opened
    // From the first change on, the seal of the clean stop is no longer true.
    if (condition.isKnown) writeSeal(files.seal, { state: 'void', trouble: condition.trouble })
    crashPoint('start.before-migration')
    migrateDatabase(db, join(dataDir, 'backups'))
    reindex(db, gapMs)
    // Created here, so that processes that only read find the same key each time.
    fenceKey(db)
    const store = keepSealed(db, files, condition.trouble)
    crashPoint('start.after-migration')
    return {
      ...store,
      close() {
        store.close()
        lock.release()
      },
    }
  } catch (error) {
    opened?.db.close()
    lock.release()
    // A store that passed its check can still be wrong; one wrong letter in the schema is enough.
    throw opened ? refusalOf(opened.files.database, error) : error
  }
}

interface Opened {
  files: StoreFiles
  condition: Condition
  db: Database
}

/** Never serves from a file that fails its check: keeps a copy and refuses. */
function openHealthy(dataDir: string): Opened {
  let files: StoreFiles | undefined
  try {
    files = storeFiles(dataDir)
    const condition = examineFiles(files)
    if (condition.trouble === 'harmed' && condition.look === 'closely') keepLogAside(files.database)
    if (condition.look !== 'nothing') checkHealth(files.database, condition)
    return { files, condition, db: openDatabase(files.database) }
  } catch (error) {
    throw refusalOf(files?.database ?? join(dataDir, 'skein.db'), error)
  }
}

/** Uses a read-only connection, so that a refused store stays as it was found. */
function checkHealth(file: string, { look, isKnown }: Condition): void {
  const db = openReadOnly(file)
  try {
    db.raw.pragma('cell_size_check = ON')
    const problem = look === 'a sample' ? checkSample(db.raw) : checkPages(db, look === 'closely')
    if (problem !== undefined) throw new DamagedError(problem)
    const tables = db.raw.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all()
    if (tables.includes('__drizzle_migrations')) return
    if (tables.length > 0 || isKnown)
      throw new ConfigError(
        `${file} is not a store of Skein, and was left as it is. Move it away, and put the store in its place.`,
      )
  } finally {
    db.close()
  }
}

/** A store that lost its log may mix two points in time. Single pages do not show that, only a close check does. */
function checkPages({ raw }: Database, isClose: boolean): string | undefined {
  const check: unknown = raw.pragma(isClose ? 'integrity_check(1)' : 'quick_check(1)', { simple: true })
  if (check !== 'ok') return String(check)
  return isClose && (raw.pragma('foreign_key_check') as unknown[]).length > 0
    ? 'some rows refer to rows that do not exist'
    : undefined
}

/** The seal of a running store: starts a new life, follows the log, and ends with the mark of a clean stop. */
function keepSealed(db: Database, files: StoreFiles, found: LogTrouble | undefined): Store {
  let trouble = found
  let isDoubted = false
  let noted = ''
  const life = beginLife(db, files.log)

  function note(write: (file: string, seal: Seal) => void): void {
    const log = identifyLog(files.log)
    const [state] = db.raw.pragma('wal_checkpoint(NOOP)') as { log: number }[]
    if (!log || !state) return
    const seal: Seal = { state: 'open', life, log: { ...log, frames: Math.max(0, state.log) }, trouble }
    if (JSON.stringify(seal) === noted) return
    write(files.seal, seal)
    noted = JSON.stringify(seal)
  }

  note(writeSeal)
  const noting = setInterval(() => note(noteSeal), NOTE_EVERY_MS).unref()
  return {
    db,
    trouble,
    toldOwner() {
      trouble = undefined
      note(writeSeal)
    },
    doubt() {
      isDoubted = true
    },
    close() {
      clearInterval(noting)
      // From here to the last line, a kill only costs a check at the next start.
      writeSeal(files.seal, { state: 'void', trouble })
      db.close()
      // The log is not empty if a reader kept SQLite from merging it into the database.
      const isClean = bytesOf(files.log) === 0 && !isDoubted
      if (isClean) writeSeal(files.seal, { state: 'closed', file: fingerprint(files.database), trouble })
    },
  }
}

/**
 * Writes a unique number into the header of the database file and merges the log, so that the file, its log and the
 * seal can be told apart from those of another time. Undefined if a reader prevented the merge.
 */
function beginLife(db: Database, log: string): number | undefined {
  const life = randomInt(1, 2 ** 31 - 1)
  // Restarts the log, so that earlier copies of it are recognizably older. Not for an empty log, because SQLite picks
  // random salts only for a log that was never merged.
  // Nobody waits for readers here: a program that copies the log all the time always has one open.
  db.raw.pragma('busy_timeout = 100')
  if (bytesOf(log) > 0) db.raw.pragma('wal_checkpoint(TRUNCATE)')
  db.raw.pragma('busy_timeout = 5000')
  db.raw.pragma(`user_version = ${life}`)
  const [merge] = db.raw.pragma('wal_checkpoint(PASSIVE)') as { log: number; checkpointed: number }[]
  return merge && merge.log === merge.checkpointed ? life : undefined
}
