import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { ConfigError, TryLaterError } from '../../domain/errors.ts'
import { oneLine } from '../../lib/text/text.ts'

/**
 * Explains a failure of the disk itself; undefined for any other failure. A full disk is temporary (exit 75). A failing
 * disk must be repaired first, because restarting again and again would only wear it down (exit 78).
 */
export function diskTrouble(dir: string, error: unknown): Error | undefined {
  const code = codeOf(error)
  if (isFull(code)) return diskFullError(dir, error)
  if (code === 'EIO') return diskFailingError(dir, error)
  if (!/^SQLITE_(IOERR|CANTOPEN)/.test(code)) return undefined
  // SQLite hides the reason the system gave, so we write something to see it.
  const writeErrorCode = tryToWrite(dir)
  if (isFull(writeErrorCode)) return diskFullError(dir, error)
  // If files cannot be locked or shared, the disk is healthy but of the wrong kind.
  const isOfDisk = code.startsWith('SQLITE_IOERR') && !/LOCK|SHM/.test(code)
  return writeErrorCode === 'EIO' || isOfDisk ? diskFailingError(dir, error) : undefined
}

function isFull(code: string): boolean {
  return /^(ENOSPC|EDQUOT|SQLITE_FULL)/.test(code)
}

function diskFullError(dir: string, cause: unknown): Error {
  const message = `The disk is full: nothing can be written to ${dir}. Free some space and start again; nothing was lost.`
  return new TryLaterError(message, { cause })
}

function diskFailingError(dir: string, cause: unknown): Error {
  const message =
    `The disk that holds ${dir} reports an input/output error (EIO) and may be failing. Look into the log of the system ` +
    '("dmesg"), save a copy of the data directory, and start again when the disk works.'
  return new ConfigError(message, { cause })
}

/** The error code, or an empty string if a few pages reached the disk. */
function tryToWrite(dir: string): string {
  const file = join(dir, `.try-${process.pid}`)
  try {
    const descriptor = openSync(file, 'wx', 0o600)
    try {
      writeSync(descriptor, Buffer.alloc(65_536, 1))
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    return ''
  } catch (error) {
    return codeOf(error)
  } finally {
    rmSync(file, { force: true })
  }
}

/** The store is not in the state in which SQLite or Skein left it. */
export class DamagedError extends Error {}

/** The error for a store that we refuse to open. Damage is copied aside first, and the message says how to recover. */
export function refusalOf(file: string, error: unknown): unknown {
  if (error instanceof ConfigError) return error
  const diskProblem = diskTrouble(dirname(file), error)
  if (diskProblem) return diskProblem
  if (!isDamage(error)) return explainError(file, error)
  const copyPath = copyAside(file)
  return new ConfigError(
    `The store ${file} is damaged (${reasonOf(error)}) and was not opened. A copy is kept at ${copyPath}. ` +
      `Put a good copy in its place (see ${join(dirname(file), 'backups')}), or move it away to begin empty.`,
    { cause: error },
  )
}

/** Named after the modification time of the damaged file, so that a restart loop keeps one copy and not a hundred. */
function copyAside(file: string): string {
  const copyPath = copyPathFor(file, file)
  if (existsSync(copyPath)) return copyPath
  for (const suffix of ['-wal', '-shm', '']) {
    if (existsSync(file + suffix)) copyFileSync(file + suffix, copyPath + suffix, constants.COPYFILE_FICLONE)
  }
  return copyPath
}

/** Copies only the log, because SQLite overwrites what it cannot read of it. */
export function keepLogAside(file: string): void {
  const copyPath = `${copyPathFor(file, `${file}-wal`)}-wal`
  if (!existsSync(copyPath)) copyFileSync(`${file}-wal`, copyPath, constants.COPYFILE_FICLONE)
}

function copyPathFor(file: string, damagedFile: string): string {
  return `${file}.damaged-${Math.round(statSync(damagedFile).mtimeMs)}`
}

function isDamage(error: unknown): boolean {
  if (error instanceof DamagedError) return true
  return /^SQLITE_(CORRUPT|NOTADB|ERROR|CONSTRAINT|MISMATCH|TOOBIG|SCHEMA)/.test(codeOf(error))
}

const unusable = ['SQLITE_READONLY', 'SQLITE_CANTOPEN', 'SQLITE_PERM', 'EACCES', 'EPERM', 'EROFS', 'ELOOP']

function explainError(file: string, error: unknown): unknown {
  const code = codeOf(error)
  if (!unusable.some((prefix) => code.startsWith(prefix))) return error
  return new ConfigError(
    `The store ${file} cannot be written: ${reasonOf(error)}. Check the owner and mode of the data directory, or name another with --data.`,
    { cause: error },
  )
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

export function reasonOf(error: unknown): string {
  return oneLine(error instanceof Error ? error.message : String(error))
}
