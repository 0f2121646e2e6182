// The way back from an archive. `checkArchive` rehearses it: it reads the whole archive, unpacks the store into a scratch
// folder, brings it to the schema of this version there, and removes it. `restoreArchive` does the same check first, so that nothing
// is written for an archive that is refused, and then unpacks everything.
import {
  chmodSync,
  closeSync,
  copyFileSync,
  createWriteStream,
  existsSync,
  openSync,
  readdirSync,
  readSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import { changeStoredSecrets } from '../../config/secrets/stored-secrets.ts'
import { UsageError } from '../../domain/errors.ts'
import { makeFolder } from '../../lib/folders.ts'
import { backupMessages } from '../../messages/backup-messages.ts'
import { openReadOnly } from '../../store/database.ts'
import { DamagedError } from '../../store/file/damage.ts'
import { lockDirectory } from '../../store/file/data-dir.ts'
import { SQLITE_MARK } from '../../store/file/foreign-database.ts'
import { compareSchema } from '../../store/file/migrate.ts'
import { type AdoptedCopy, adoptCopy, examineSnapshot, tryMigration } from '../../store/file/snapshot.ts'
import { type ArchiveHead, type Manifest, readSecretsMember, STORE_MEMBER, STORED_SECRETS } from './archive-format.ts'
import { type ReadMember, type ReadOptions, readArchive } from './archive-reader.ts'
import { ArchiveRefusal } from './archive-refusal.ts'
import type { ArchiveKeys } from './encryption.ts'
import { addNotes, ownNotesFolder, readNotes } from './erasure-notes.ts'

export interface CheckDeps {
  keys: ArchiveKeys
  signal: AbortSignal
  /** Called with the share of the work that is done, from 0 to 1. */
  progress(share: number): void
}

export interface RestoreDeps extends CheckDeps {
  /** It says where the key of this machine is, with which stored secrets are encrypted again. */
  env: NodeJS.ProcessEnv
}

export interface ArchiveReport {
  head: Pick<ArchiveHead, 'takenAt' | 'secrets'>
  files: number
  bytes: number
  messages: number
  leftOut: number
}

/** How scratch folders begin. One that a kill left behind is removed by the next backup. */
export const REHEARSAL = '.rehearsal-'

/** Throws an ArchiveRefusal if the archive could not be restored. The scratch folder is made in `scratchIn`. */
export async function checkArchive(archive: string, deps: CheckDeps, scratchIn: string): Promise<ArchiveReport> {
  const scratch = await mkdtemp(join(scratchIn, REHEARSAL))
  try {
    const store = join(scratch, 'skein.db')
    if (isStoreCopy(archive)) {
      const copied = copyStore(archive, store)
      refuseNewer(store)
      tryMigration(store)
      return copied
    }
    const { head, manifest } = await readArchive(archive, {
      ...readOptions(archive, deps, scratch, 1),
      take: ({ name, content }) => (name === STORE_MEMBER ? writeMember(content, store) : skip(content)),
    })
    examineStore(store, manifest)
    refuseNewer(store)
    tryMigration(store)
    return report(head, manifest)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Restores into a folder that is empty or does not exist. */
export async function restoreArchive(archive: string, target: string, deps: RestoreDeps): Promise<ArchiveReport> {
  assertEmpty(target)
  const room = nearestFolder(target)
  const isCopy = isStoreCopy(archive)
  if (!isCopy)
    await readArchive(archive, { ...readOptions(archive, deps, room, 2), take: ({ content }) => skip(content) })
  const created = makeFolder(target)
  await chmod(target, 0o700)
  // A daemon that started here meanwhile would begin an empty store, and lose it to ours.
  const lock = lockDirectory(target)
  // The store gets its name last: whatever happens before, no daemon can start on half of a backup.
  const store = join(target, 'skein.db.restoring')
  try {
    if (isCopy) {
      const copied = copyStore(archive, store)
      refuseNewer(store)
      takeNotes(target, [dirname(archive)])
      await rename(store, join(target, 'skein.db'))
      return copied
    }
    const { head, manifest } = await readArchive(archive, {
      ...readOptions(archive, { ...deps, progress: (share) => deps.progress(0.5 + share) }, room, 2),
      take: (member) =>
        member.name === STORED_SECRETS ? storeSecrets(member, target, deps.env) : unpack(member, target, store),
    })
    examineStore(store, manifest)
    refuseNewer(store)
    await adaptConfig(target, head)
    takeNotes(target, [dirname(archive), ownNotesFolder(head.dataDir)])
    await rename(store, join(target, 'skein.db'))
    return report(head, manifest)
  } catch (error) {
    for (const name of readdirSync(target)) await rm(join(target, name), { recursive: true, force: true })
    for (const folder of created.toReversed()) await rm(folder, { recursive: true, force: true })
    throw error
  } finally {
    for (const name of ['lock.db', 'lock.pid']) await rm(join(target, name), { force: true })
    lock.release()
  }
}

/** Takes over the notes of what was erased, so that the first start erases it again. */
function takeNotes(target: string, folders: string[]): void {
  const notes = folders.flatMap(readNotes)
  if (notes.length === 0) return
  makeFolder(ownNotesFolder(target))
  addNotes(ownNotesFolder(target), notes)
}

function assertEmpty(target: string): void {
  const stat = statSync(target, { throwIfNoEntry: false })
  if (stat && (!stat.isDirectory() || readdirSync(target).length > 0))
    throw new UsageError(backupMessages.targetNotEmpty(target))
}

function nearestFolder(path: string): string {
  return existsSync(path) ? path : nearestFolder(dirname(resolve(path)))
}

/** `passes`: how often the archive is read in all. */
function readOptions(archive: string, deps: CheckDeps, room: string, passes: number): Omit<ReadOptions, 'take'> {
  const { bavail, bsize } = statfsSync(room)
  const size = Math.max(1, statSync(archive).size)
  let read = 0
  return {
    keys: deps.keys,
    signal: deps.signal,
    maxBytes: bavail * bsize,
    progress(bytes) {
      read += bytes
      deps.progress(Math.min(1, read / size) / passes)
    },
  }
}

async function skip(content: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of content);
}

function unpack({ name, isExecutable, content }: ReadMember, target: string, store: string): Promise<void> {
  if (name === STORE_MEMBER) return writeMember(content, store)
  const [folder = '', ...parts] = name.split('/')
  return writeMember(content, join(target, ...placeOf(folder), ...parts), isExecutable ? 0o700 : 0o600)
}

/** They are never written in the clear. */
async function storeSecrets({ content }: ReadMember, target: string, env: NodeJS.ProcessEnv): Promise<void> {
  const pieces: Uint8Array[] = []
  for await (const piece of content) pieces.push(piece)
  const secrets = readSecretsMember(Buffer.concat(pieces).toString('utf8'))
  if (!secrets) throw new ArchiveRefusal('damaged')
  changeStoredSecrets({ ...env, SKEIN_DATA: target }, (all) => {
    for (const [name, value] of secrets) all.set(name, value)
  })
}

/** The files of the folders `config` and `secrets` go directly into the data directory. */
function placeOf(folder: string): string[] {
  return folder === 'config' || folder === 'secrets' ? [] : [folder]
}

// `wx`: two names can be one file where case makes no difference. Nothing is ever written through or over another member.
async function writeMember(content: AsyncIterable<Uint8Array>, path: string, mode = 0o600): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await pipeline(Readable.from(content), createWriteStream(path, { flags: 'wx', mode, flush: true }))
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    throw ['EEXIST', 'EISDIR', 'ENOTDIR'].includes(code) ? new ArchiveRefusal('hostile', { cause: error }) : error
  }
}

function examineStore(store: string, { rows }: Manifest): void {
  try {
    if (isDeepStrictEqual(examineSnapshot(store), rows)) return
  } catch (error) {
    if (!isDamage(error)) throw error
  }
  throw new ArchiveRefusal('damaged')
}

/** The next start would only refuse it. */
function refuseNewer(store: string): void {
  const db = openReadOnly(store)
  try {
    if (compareSchema(db) === 'newer') throw new ArchiveRefusal('newer')
  } finally {
    db.close()
  }
}

/** Passwords in files of the data directory are referred to with their full path. */
async function adaptConfig(target: string, { dataDir }: ArchiveHead): Promise<void> {
  for (const name of ['config.toml', 'set-here.json']) {
    const file = join(target, name)
    if (!existsSync(file)) continue
    const text = await readFile(file, 'utf8')
    await writeFile(file, text.replaceAll(`file:${dataDir}/`, `file:${resolve(target)}/`), { mode: 0o600 })
  }
}

function copyStore(file: string, target: string): ArchiveReport {
  const { rows, takenAt } = takeStoreCopy(file, target)
  const head = { takenAt, secrets: false }
  return { head, files: 1, bytes: statSync(target).size, messages: rows.message ?? 0, leftOut: 0 }
}

function report(head: ArchiveHead, { members, rows, leftOut }: Manifest): ArchiveReport {
  const bytes = members.reduce((sum, member) => sum + member.bytes, 0)
  return { head, files: members.length, bytes, messages: rows.message ?? 0, leftOut }
}

// A store without anything beside it, as litestream or another tool for SQLite restores it. It can be restored like an
// archive, so that it too is checked, and so that the daemon that serves from it repeats nothing.

function isStoreCopy(file: string): boolean {
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
function takeStoreCopy(file: string, target: string): AdoptedCopy {
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

function isDamage(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return error instanceof DamagedError || /^SQLITE_(CORRUPT|NOTADB|ERROR)/.test(code)
}
