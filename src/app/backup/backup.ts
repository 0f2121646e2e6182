// One backup: a copy of the store at one moment, everything else, one archive, and the proof that it can be restored.
//   1. The store is copied first. Files that are added later do no harm, and files it refers to are never removed.
//   2. The archive is written under another name, so that a half-written one is never taken for a backup.
//   3. It is read back and rehearsed as by `skein restore --check`, and only then gets its name.
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { mkdtemp, open, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { ConfigError } from '../../domain/errors.ts'
import { makeFolder } from '../../lib/folders.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { backupMessages } from '../../messages/backup-messages.ts'
import { takeSnapshot } from '../../store/file/snapshot.ts'
import { describeMissingStore, storeFiles } from '../../store/file/store-condition.ts'
import { archiveName, currentFormat, STORE_MEMBER } from './archive-format.ts'
import { writeArchive } from './archive-writer.ts'
import { type ContentOptions, collectContent } from './backup-content.ts'
import { type Encryption, openEncryption } from './encryption.ts'
import { checkArchive, REHEARSAL } from './restore.ts'

export interface BackupOptions extends ContentOptions {
  /** The folder for the archive. */
  to: string
  nightly: boolean
  encryption: Encryption | undefined
  /** The version of Skein. */
  version: string
  clock: Pick<Clock, 'now'>
  signal: AbortSignal
  /** Called with the share of the work that is done, from 0 to 1. */
  progress(share: number): void
}

export interface Backup {
  archive: string
  takenAt: Date
  bytes: number
  sha256: string
  files: number
  messages: number
  leftOut: number
}

export async function makeBackup(options: BackupOptions): Promise<Backup> {
  const { dataDir, to, nightly, encryption, signal, progress } = options
  const source = existingStore(dataDir)
  makeFolder(to)
  await removeAbandoned(to, (name) => /^skein-[\w-]+\.tar\.gz(?:\.age)?\.part$/.test(name))
  const scratch = await makeScratch(dataDir)
  let part: string | undefined
  try {
    const takenAt = options.clock.now()
    const store = join(scratch, 'store.db')
    const rows = takeSnapshot(source, store, takenAt)
    const { members, bytes, leftOut } = collectContent(options)
    const archive = freeName(to, takenAt, { nightly, encrypted: encryption !== undefined })
    part = `${archive}.part`
    rmSync(part, { force: true })
    const { keys, encrypt } = encryption ? await openEncryption(encryption) : { keys: {} }
    const total = Math.max(1, bytes + statSync(store).size)
    let read = 0
    const written = await writeArchive(
      part,
      {
        head: currentFormat({
          skein: options.version,
          takenAt,
          dataDir: resolve(dataDir),
          secrets: options.withSecrets,
        }),
        members: [{ name: STORE_MEMBER, from: store }, ...members],
        rows,
        leftOut,
      },
      {
        signal,
        progress(count) {
          read += count
          progress(Math.min(1, read / total) * WRITING_SHARE)
        },
        ...(encrypt && { encrypt }),
      },
    )
    rmSync(store)
    const checking = (share: number) => progress(WRITING_SHARE + share * (1 - WRITING_SHARE))
    const report = await checkArchive(part, { keys, signal, progress: checking }, scratch)
    await rename(part, archive)
    await syncFolder(to)
    const { bytes: size, sha256 } = written
    return {
      archive,
      takenAt,
      bytes: size,
      sha256,
      files: report.files,
      messages: report.messages,
      leftOut: report.leftOut,
    }
  } catch (error) {
    if (part !== undefined) rmSync(part, { force: true })
    throw error
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Reading an archive back takes less time than compressing it. */
const WRITING_SHARE = 0.7

function existingStore(dataDir: string): string {
  const files = storeFiles(dataDir)
  const missing = describeMissingStore(files)
  if (missing !== undefined) throw new ConfigError(missing)
  if (!existsSync(files.database)) throw new ConfigError(backupMessages.nothingToBackUp(files.database))
  return files.database
}

const SCRATCH = '.making-'
const ABANDONED_MS = 86_400_000

/** Beside the store, because a temporary folder may be in memory. */
async function makeScratch(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'backups')
  makeFolder(folder)
  await removeAbandoned(folder, (name) => name.startsWith(SCRATCH) || name.startsWith(REHEARSAL))
  return await mkdtemp(join(folder, SCRATCH))
}

/** Removes what backups that were killed left behind. */
async function removeAbandoned(folder: string, isOurs: (name: string) => boolean): Promise<void> {
  for (const name of readdirSync(folder).filter(isOurs)) {
    const path = join(folder, name)
    const { mtimeMs = Number.POSITIVE_INFINITY } = statSync(path, { throwIfNoEntry: false }) ?? {}
    if (Date.now() - mtimeMs > ABANDONED_MS) await rm(path, { recursive: true, force: true })
  }
}

/** Two backups within a second must not share a name. */
function freeName(folder: string, at: Date, kind: { nightly: boolean; encrypted: boolean }): string {
  const path = join(folder, archiveName(at, kind))
  return existsSync(path) ? freeName(folder, new Date(at.getTime() + 1000), kind) : path
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync()
  await handle.close()
}
