import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { dirname } from 'node:path'
import { reasonOf } from '../../domain/errors.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { AnyText } from '../../messages/localized.ts'
import { ArchiveRefusal } from './archive-refusal.ts'
import { type BackupRecord, readRecord, updateRecord } from './backup-record.ts'

interface Rehearsal {
  /** The data directory of the installation that the archive belongs to. */
  dataDir: string
  archive: string
  clock: Pick<Clock, 'now'>
}

/** What is kept elsewhere, or is not a backup at all, says nothing about the backups of this installation. */
export function isOwnArchive(dataDir: string, archive: string): boolean {
  const { backup, nightly } = readRecord(dataDir)
  return [backup, nightly].some((made) => made !== undefined && dirname(made.archive) === dirname(archive))
}

/**
 * Rehearses an archive and records the result. If only the owner has the key, it is at least compared with what was
 * written when it was verified.
 */
export async function recordRehearsal<T>({ dataDir, archive, clock }: Rehearsal, check: () => Promise<T>): Promise<T> {
  const record = (result: { why?: AnyText; compared?: true }) =>
    updateRecord(dataDir, { rehearsal: { at: clock.now(), archive, ...result } })
  try {
    const result = await check()
    record({})
    return result
  } catch (error) {
    const isLocked = error instanceof ArchiveRefusal && (error.kind === 'locked' || error.kind === 'wrongKey')
    const comparison = isLocked ? await compare(archive, readRecord(dataDir)) : 'unknown'
    if (comparison === 'same') record({ compared: true })
    const reason = comparison === 'changed' ? new ArchiveRefusal('changed') : error
    if (comparison !== 'same' && !isAborted(error)) record({ why: reasonOf(reason) })
    throw reason
  }
}

async function compare(archive: string, { backup, nightly }: BackupRecord): Promise<'same' | 'changed' | 'unknown'> {
  const written = [nightly, backup].find((made) => made?.archive === archive)
  if (!written) return 'unknown'
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(archive)) hash.update(chunk as Buffer)
  return hash.digest('hex') === written.sha256 ? 'same' : 'changed'
}

function isAborted(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}
