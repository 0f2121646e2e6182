import { copyFileSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ConfigError } from '../domain/errors.ts'
import { crashPoint } from '../lib/crash-point.ts'
import { prepareDataDir } from './data-dir.ts'
import { type Database, openDatabase } from './database.ts'
import { fenceKey } from './fence-key.ts'
import { lockDirectory } from './lock.ts'
import { migrateDatabase } from './migrate.ts'
import { refile } from './refiling.ts'

export interface Store {
  db: Database
  /** Closes the database and gives the directory free. */
  close(): void
}

/** Everything between an empty folder and a store that may be trusted: folder, lock, health, schema. */
export function openStore(dataDir: string): Store {
  prepareDataDir(dataDir)
  const lock = lockDirectory(dataDir)
  crashPoint('start.locked')
  try {
    const file = join(dataDir, 'skein.db')
    const db = openHealthy(file)
    crashPoint('start.before-migration')
    migrateDatabase(db, join(dataDir, 'backups'))
    refile(db)
    // Here, so that whoever only reads finds it and shows the same each time.
    fenceKey(db)
    writeSeal(file, '')
    crashPoint('start.after-migration')
    return {
      db,
      close() {
        db.close()
        writeSeal(file, fingerprint(file))
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Never serves from a file that fails its check: keeps a copy aside and refuses. */
function openHealthy(file: string): Database {
  const seal = readSeal(file)
  const untouched = seal !== undefined && seal === fingerprint(file)
  const existed = existsSync(file)
  let db: Database | undefined
  try {
    // A file cut to nothing is a valid, empty database; only the seal knows that there was more.
    if (seal !== undefined && existed && statSync(file).size === 0) throw new DamagedError('it was cut to nothing')
    db = openDatabase(file)
    if (existed && !untouched) {
      const check: unknown = db.raw.pragma('quick_check', { simple: true })
      if (check !== 'ok') throw new DamagedError(String(check))
    }
    return db
  } catch (error) {
    db?.close()
    if (!isDamage(error)) throw explain(file, error)
    const aside = keepAside(file)
    throw new ConfigError(
      `The store ${file} is damaged (${reasonOf(error)}) and was not opened. A copy is kept at ${aside}. ` +
        `Put a good copy in its place (see ${join(dirname(file), 'backups')}), or move it away to begin empty.`,
      { cause: error },
    )
  }
}

// The seal says that a store was made here and, after a clean stop, how the file looked then.
// Reading a gigabyte at every start would take seconds, so a file nobody touched since is not checked again;
// after a kill the seal is empty and the check runs.

function readSeal(file: string): string | undefined {
  return existsSync(`${file}.seal`) ? readFileSync(`${file}.seal`, 'utf8') : undefined
}

function writeSeal(file: string, text: string): void {
  try {
    writeFileSync(`${file}.seal`, text, { mode: 0o600 })
  } catch {
    // On a full disk the seal stays empty, which costs a check at the next start and nothing else.
  }
}

function fingerprint(file: string): string {
  const wal = existsSync(`${file}-wal`) ? 'with log' : ''
  const { size, mtimeNs, ino } = statSync(file, { bigint: true, throwIfNoEntry: false }) ?? {
    size: 0,
    mtimeNs: 0,
    ino: 0,
  }
  return `${size}:${mtimeNs}:${ino}${wal}`
}

class DamagedError extends Error {}

function isDamage(error: unknown): boolean {
  if (error instanceof DamagedError) return true
  const code = codeOf(error)
  return code.startsWith('SQLITE_CORRUPT') || code.startsWith('SQLITE_NOTADB')
}

/** Named after the damaged file's time, so that a restart loop keeps one copy and not a hundred. */
function keepAside(file: string): string {
  const aside = `${file}.damaged-${Math.round(statSync(file).mtimeMs)}`
  if (existsSync(aside)) return aside
  for (const suffix of ['-wal', '-shm', '']) {
    if (existsSync(file + suffix)) copyFileSync(file + suffix, aside + suffix)
  }
  return aside
}

function explain(file: string, error: unknown): unknown {
  const code = codeOf(error)
  if (
    !['SQLITE_READONLY', 'SQLITE_CANTOPEN', 'SQLITE_PERM', 'EACCES', 'EPERM', 'EROFS'].some((c) => code.startsWith(c))
  )
    return error
  return new ConfigError(
    `The store ${file} cannot be written: ${reasonOf(error)}. Check the owner and mode of the data directory, or name another with --data.`,
    { cause: error },
  )
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ')
}
