import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { ConfigError } from '../domain/errors.ts'
import { crashPoint } from '../lib/crash-point.ts'
import { type Database, openDatabase, openReadOnly } from './database.ts'
import { type Condition, examineFiles, fingerprint, isEmpty, type StoreFiles, storeFiles } from './file/condition.ts'
import { DamagedError, keepLogAside, refusalOf } from './file/damage.ts'
import { lockDirectory, prepareDataDir } from './file/data-dir.ts'
import { identifyLog } from './file/log-file.ts'
import { migrateDatabase } from './file/migrate.ts'
import { checkSample } from './file/sample.ts'
import { type LogTrouble, noteSeal, type Seal, writeSeal } from './file/seal.ts'
import { reindex } from './recall/word-reindexing.ts'
import { fenceKey } from './secret-keys.ts'

export interface Store {
  db: Database
  /** What befell the log before this start; remembered until `toldOwner`. */
  trouble: LogTrouble | undefined
  toldOwner(): void
  /** All of it is to be read at the next start: something in it is wrong. */
  doubt(): void
  /** Closes the database and gives the directory free. */
  close(): void
}

/** How often the seal follows the log: what a cut log lost is known but for the last of this. */
const NOTE_EVERY_MS = 10_000

export interface OpenOptions {
  /** A pause of a lane that begins another conversation, for what is filed anew at this start. */
  gapMs?: number
}

/** Everything between an empty folder and a store that may be trusted: folder, lock, health, schema. */
export function openStore(dataDir: string, { gapMs }: OpenOptions = {}): Store {
  prepareDataDir(dataDir)
  const lock = lockDirectory(dataDir)
  crashPoint('start.locked')
  let opened: Opened | undefined
  try {
    opened = openHealthy(dataDir)
    const { files, condition, db } = opened
    // From the first change on neither the mark of a clean stop nor that of another life is true.
    if (condition.isKnown) writeSeal(files.seal, { state: 'void', trouble: condition.trouble })
    crashPoint('start.before-migration')
    migrateDatabase(db, join(dataDir, 'backups'))
    reindex(db, gapMs)
    // Here, so that whoever only reads finds it and shows the same each time.
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
    // What passed its check can still turn out not to be what it should: a letter of the schema is enough.
    throw opened ? refusalOf(opened.files.database, error) : error
  }
}

interface Opened {
  files: StoreFiles
  condition: Condition
  db: Database
}

/** Never serves from a file that fails its check: keeps a copy aside and refuses. */
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

/** On a connection that only reads: what is refused stays as it was found. */
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

/** Closely: without its log a store may be a mixture of two times, which each page for itself does not show. */
function checkPages({ raw }: Database, isClose: boolean): string | undefined {
  const check: unknown = raw.pragma(isClose ? 'integrity_check(1)' : 'quick_check(1)', { simple: true })
  if (check !== 'ok') return String(check)
  return isClose && (raw.pragma('foreign_key_check') as unknown[]).length > 0 ? 'rows point to what is gone' : undefined
}

/** The seal of a running store: begins a life of it, follows its log, and ends with the mark of a clean stop. */
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
      // Between here and the last line a kill costs a check at the next start, and nothing else.
      writeSeal(files.seal, { state: 'void', trouble })
      db.close()
      // Somebody who still reads has kept SQLite from folding the log in.
      const isClean = isEmpty(files.log) && !isDoubted
      if (isClean) writeSeal(files.seal, { state: 'closed', file: fingerprint(files.database), trouble })
    },
  }
}

/**
 * Puts a number of its own into the head of the database file and folds the log in, so that the file, its log and the seal can
 * be told from those of another time. Undefined when somebody who reads kept SQLite from folding it in.
 */
function beginLife(db: Database, log: string): number | undefined {
  const life = randomInt(1, 2 ** 31 - 1)
  // Begins the log anew: what was copied of it before is now known for older. Not when it is empty: SQLite gives a log its
  // random salts only where it was never folded in.
  if (!isEmpty(log)) db.raw.pragma('wal_checkpoint(TRUNCATE)')
  db.raw.pragma(`user_version = ${life}`)
  const [folded] = db.raw.pragma('wal_checkpoint(PASSIVE)') as { log: number; checkpointed: number }[]
  return folded && folded.log === folded.checkpointed ? life : undefined
}
