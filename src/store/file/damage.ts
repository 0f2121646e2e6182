import { constants, copyFileSync, existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ConfigError } from '../../domain/errors.ts'
import { diskTrouble } from './disk-trouble.ts'

/** Something in the store is not as SQLite, or we, left it. */
export class DamagedError extends Error {}

/** What a start says of a store it does not open: damage is kept aside first, and told with the way back. */
export function refusalOf(file: string, error: unknown): unknown {
  if (error instanceof ConfigError) return error
  const trouble = diskTrouble(dirname(file), error)
  if (trouble) return trouble
  if (!isDamage(error)) return explained(file, error)
  const aside = keepAside(file)
  return new ConfigError(
    `The store ${file} is damaged (${reasonOf(error)}) and was not opened. A copy is kept at ${aside}. ` +
      `Put a good copy in its place (see ${join(dirname(file), 'backups')}), or move it away to begin empty.`,
    { cause: error },
  )
}

/** Named after the damaged file's time, so that a restart loop keeps one copy and not a hundred. */
function keepAside(file: string): string {
  const aside = asideOf(file, file)
  if (existsSync(aside)) return aside
  for (const suffix of ['-wal', '-shm', '']) {
    if (existsSync(file + suffix)) copyFileSync(file + suffix, aside + suffix, constants.COPYFILE_FICLONE)
  }
  return aside
}

/** The log alone: SQLite writes over what it cannot read of it. */
export function keepLogAside(file: string): void {
  const aside = `${asideOf(file, `${file}-wal`)}-wal`
  if (!existsSync(aside)) copyFileSync(`${file}-wal`, aside, constants.COPYFILE_FICLONE)
}

function asideOf(file: string, harmed: string): string {
  return `${file}.damaged-${Math.round(statSync(harmed).mtimeMs)}`
}

function isDamage(error: unknown): boolean {
  if (error instanceof DamagedError) return true
  return /^SQLITE_(CORRUPT|NOTADB|ERROR|CONSTRAINT|MISMATCH|TOOBIG|SCHEMA)/.test(codeOf(error))
}

const unusable = ['SQLITE_READONLY', 'SQLITE_CANTOPEN', 'SQLITE_PERM', 'EACCES', 'EPERM', 'EROFS', 'ELOOP']

function explained(file: string, error: unknown): unknown {
  const code = codeOf(error)
  if (!unusable.some((known) => code.startsWith(known))) return error
  return new ConfigError(
    `The store ${file} cannot be written: ${reasonOf(error)}. Check the owner and mode of the data directory, or name another with --data.`,
    { cause: error },
  )
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

export function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ')
}
