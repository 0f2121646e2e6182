import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { socketProblem } from '../../config/paths.ts'
import { ConfigError, TryLaterError } from '../../domain/errors.ts'
import { isWritableByOthers, makeFolder, openFolderAbove } from '../../lib/folders.ts'
import { oneLine } from '../../lib/text/text.ts'
import { openDatabase } from '../database.ts'
import { diskTrouble } from './damage.ts'

/**
 * Creates the data directory if it is missing. Refuses a place that cannot hold a store, and leaves nothing behind
 * there.
 */
export function prepareDataDir(dataDir: string): void {
  const tooLong = socketProblem(dataDir)
  if (tooLong) throw unusable(dataDir, new Error(tooLong.en))
  const created: string[] = []
  try {
    created.push(...makeFolder(dataDir))
    refuseForeignFolder(dataDir)
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    if (existsSync(storeIn(dataDir))) return restrictToOwner(dataDir)
    tryStore(dataDir)
    if (readdirSync(dataDir).length === 0) restrictToOwner(dataDir)
    else if (isWritableByOthers(statSync(dataDir)))
      throw refusal(dataDir, 'other users can write to it, and it holds other files', 'Make an empty folder for it')
  } catch (error) {
    removeFolders(created)
    throw unusable(dataDir, error)
  }
}

/** For a daemon that will serve from here: checks first that a socket can be created in the directory. */
export async function prepareToServe(dataDir: string): Promise<void> {
  const isNew = !existsSync(dataDir)
  prepareDataDir(dataDir)
  if (existsSync(storeIn(dataDir))) return
  try {
    await trySocket(join(dataDir, `try.${process.pid % 10_000}`))
  } catch (error) {
    if (isNew) removeFolders([dataDir])
    throw unusable(dataDir, error)
  }
}

function storeIn(dataDir: string): string {
  return join(dataDir, 'skein.db')
}

// A umask or an older version may have left the directory open to other users. We change it only if it is ours:
// somebody who names /tmp has made a mistake, and the whole machine should not pay for it.
function restrictToOwner(dataDir: string): void {
  if ((statSync(dataDir).mode & 0o777) !== 0o700) chmodSync(dataDir, 0o700)
  for (const entry of readdirSync(dataDir, { withFileTypes: true })) {
    if (!entry.isFile() || !ownFiles.test(entry.name)) continue
    const file = join(dataDir, entry.name)
    const { uid, mode } = lstatSync(file)
    const ownUid = process.geteuid?.() ?? uid
    if (uid !== ownUid)
      throw refusal(
        dataDir,
        `${entry.name} in it belongs to user ${uid}, not ${ownUid}`,
        `Run "chown ${ownUid} ${file}"`,
      )
    if ((mode & 0o077) !== 0) chmodSync(file, mode & 0o700)
  }
}

/** The files we keep beside the store, each with the suffixes that SQLite appends. */
const ownFiles = /^(skein\.db|lock\.|set-here\.json)/

/** A folder that belongs to another user, or that another user could replace, must not hold secrets. */
function refuseForeignFolder(dataDir: string): void {
  const { uid } = statSync(dataDir)
  const ownUid = process.geteuid?.() ?? uid
  if (uid !== ownUid)
    throw refusal(
      dataDir,
      `it belongs to user ${uid}, and Skein runs as user ${ownUid}`,
      `Run "chown -R ${ownUid} ${dataDir}"`,
    )
  const openFolder = openFolderAbove(dataDir)
  if (openFolder) throw refusal(dataDir, openFolder.says, openFolder.step)
}

function refusal(dataDir: string, reason: string, step: string, cause?: unknown): ConfigError {
  const message = `The data directory ${dataDir} cannot be used: ${reason}. ${step}, or name another with --data.`
  return new ConfigError(message, { cause })
}

/** Only trying shows whether SQLite can lock and share a file here. */
function tryStore(dataDir: string): void {
  const folder = mkdtempSync(join(dataDir, '.try-'))
  try {
    const db = openDatabase(join(folder, 'try.db'))
    db.raw.exec('BEGIN EXCLUSIVE; ROLLBACK')
    db.close()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function trySocket(path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    // Closing the server also removes its file.
    server.listen(path, () => server.close(() => resolve()))
  })
}

function removeFolders(folders: string[]): void {
  for (const folder of folders.toReversed()) {
    try {
      rmdirSync(folder)
    } catch {
      // Another process has put something there meanwhile.
    }
  }
}

/** A full disk and too many open files are temporary; a person has to fix anything else. */
function unusable(dataDir: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (error instanceof ConfigError || /^(EMFILE|ENFILE)/.test(code)) return error
  const reason = oneLine(error instanceof Error ? error.message : String(error))
  return diskTrouble(dataDir, error) ?? refusal(dataDir, reason, 'Make it writable for this user', error)
}

/**
 * One daemon per data directory. The lock is a file lock SQLite takes on `lock.db`:
 * the kernel drops it when the process dies, however it dies, so there is never a stale one to clean up.
 */
export function lockDirectory(dataDir: string): { release(): void } {
  let lock: BetterSqlite3.Database | undefined
  try {
    lock = new BetterSqlite3(join(dataDir, 'lock.db'), { timeout: 0 })
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock?.close()
    if (!isBusy(error)) throw lockTrouble(dataDir, error)
    throw new TryLaterError(
      `Another Skein (process ${lockHolder(dataDir) ?? 'unknown'}) already uses ${dataDir}. Stop it first, or start this one with another --data directory.`,
    )
  }
  writeFileSync(join(dataDir, 'lock.pid'), String(process.pid), { mode: 0o600 })
  const heldLock = lock
  return { release: () => heldLock.close() }
}

/** Whether a process holds the lock now, without taking it. */
export function isLocked(dataDir: string): boolean {
  let lock: BetterSqlite3.Database | undefined
  try {
    lock = new BetterSqlite3(join(dataDir, 'lock.db'), { timeout: 0, readonly: true, fileMustExist: true })
    lock.prepare('SELECT count(*) FROM sqlite_schema').get()
    return false
  } catch (error) {
    return isBusy(error)
  } finally {
    lock?.close()
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof BetterSqlite3.SqliteError && error.code.startsWith('SQLITE_BUSY')
}

function lockTrouble(dataDir: string, error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const diskProblem = diskTrouble(dataDir, error)
  if (diskProblem) return diskProblem
  return new ConfigError(
    `${join(dataDir, 'lock.db')} cannot be locked: ${error.message}. It holds nothing; remove it and start again.`,
    {
      cause: error,
    },
  )
}

/** The process that holds the lock, or held it last. */
export function lockHolder(dataDir: string): number | undefined {
  try {
    return Number(readFileSync(join(dataDir, 'lock.pid'), 'utf8')) || undefined
  } catch {
    return undefined
  }
}
