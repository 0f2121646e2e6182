import { chmodSync, closeSync, copyFileSync, existsSync, openSync, readSync } from 'node:fs'
import { DamagedError } from '../../store/file/damage.ts'
import { SQLITE_MARK } from '../../store/file/foreign-database.ts'
import { type AdoptedCopy, adoptCopy } from '../../store/file/snapshot.ts'
import { ArchiveRefusal } from './archive-refusal.ts'

// A store without anything beside it, as litestream or another tool for SQLite restores it. It can be restored like an
// archive, so that it too is checked, and so that the daemon that serves from it repeats nothing.

export function isStoreCopy(file: string): boolean {
  const bytes = Buffer.alloc(SQLITE_MARK.length)
  const fd = openSync(file, 'r')
  try {
    readSync(fd, bytes, 0, bytes.length, 0)
  } finally {
    closeSync(fd)
  }
  return bytes.toString('latin1') === SQLITE_MARK
}

/** The original stays as it is: opening it would already write beside it. */
export function takeStoreCopy(file: string, target: string): AdoptedCopy {
  copyFileSync(file, target)
  chmodSync(target, 0o600)
  if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${target}-wal`)
  try {
    const adopted = adoptCopy(target)
    if (adopted) return adopted
  } catch (error) {
    throw isDamage(error) ? new ArchiveRefusal('damaged', { cause: error }) : error
  }
  throw new ArchiveRefusal('foreign')
}

export function isDamage(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return error instanceof DamagedError || /^SQLITE_(CORRUPT|NOTADB|ERROR)/.test(code)
}
