import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError, TryLaterError } from '../../domain/errors.ts'

/**
 * What a failure of the disk itself means, in words; undefined for any other failure. A full disk passes (exit 75); a disk
 * that fails has to be put right first, and starting again and again would only wear it down (exit 78).
 */
export function diskTrouble(dir: string, error: unknown): Error | undefined {
  const code = codeOf(error)
  if (isFull(code)) return full(dir, error)
  if (code === 'EIO') return failing(dir, error)
  if (!/^SQLITE_(IOERR|CANTOPEN)/.test(code)) return undefined
  // SQLite keeps the reason of the system to itself; writing something shows it.
  const found = tryToWrite(dir)
  if (isFull(found)) return full(dir, error)
  // Where files cannot be locked or shared the disk is well, and of the wrong kind.
  const isOfDisk = code.startsWith('SQLITE_IOERR') && !/LOCK|SHM/.test(code)
  return found === 'EIO' || isOfDisk ? failing(dir, error) : undefined
}

function isFull(code: string): boolean {
  return /^(ENOSPC|EDQUOT|SQLITE_FULL)/.test(code)
}

function full(dir: string, cause: unknown): Error {
  const says = `The disk is full: nothing can be written to ${dir}. Free some space and start again; nothing was lost.`
  return new TryLaterError(says, { cause })
}

function failing(dir: string, cause: unknown): Error {
  const says =
    `The disk that holds ${dir} reports an input/output error (EIO) and may be failing. Look into the log of the system ` +
    '("dmesg"), save a copy of the data directory, and start again when the disk is well.'
  return new ConfigError(says, { cause })
}

/** The code of the failure, or nothing where a few pages reached the disk. */
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

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
