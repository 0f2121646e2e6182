import { closeSync, lstatSync, openSync, readlinkSync, readSync, realpathSync, statfsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { ConfigError } from '../../domain/errors.ts'
import { runChild } from '../../lib/child.ts'
import { installed } from '../../lib/folders.ts'
import { parseJson } from '../../lib/text/json.ts'
import type { Database } from '../database.ts'
import { DamagedError } from './damage.ts'
import { type LogReading, readLog } from './log-file.ts'
import { type LogTrouble, readSeal, type Seal } from './seal.ts'

/**
 * The files of a store. SQLite keeps its log beside the database file, even if the data directory holds only a link to
 * it.
 */
export interface StoreFiles {
  database: string
  log: string
  seal: string
}

export function storeFiles(dataDir: string): StoreFiles {
  const named = join(dataDir, 'skein.db')
  const database = statSync(named, { throwIfNoEntry: false }) ? realpathSync(named) : named
  return { database, log: `${database}-wal`, seal: `${named}.seal` }
}

/** What we can tell about a store before SQLite touches it. */
export interface Condition {
  /** How much of it must be read before we may serve from it. */
  look: 'nothing' | 'a sample' | 'everything' | 'closely'
  /** A store existed here before. */
  isKnown: boolean
  trouble: LogTrouble | undefined
}

/** Below this size, reading everything is as fast as reading a sample. */
const SMALL_BYTES = 8 * 1024 * 1024

/**
 * Looks at the files and at what the seal says about them. Throws if opening them would lose or mix data: SQLite
 * recreates a missing file, treats an empty file as an empty store, and replays any log it finds. Call this only before
 * the database is open, because closing a second descriptor of the file would drop SQLite's locks.
 */
export function examineFiles(files: StoreFiles): Condition {
  for (const file of Object.values(files)) mustBeFile(file)
  const seal = readSeal(files.seal)
  const missing = whyMissing(files)
  if (missing !== undefined) throw new ConfigError(missing)
  const stat = statSync(files.database, { throwIfNoEntry: false })
  const isNew = stat === undefined || (stat.size === 0 && seal === undefined && isEmpty(files.log))
  if (isNew) return { look: 'nothing', isKnown: false, trouble: undefined }
  // A truncated file is a valid, empty database. Only the files beside it show that there was more.
  if (stat.size === 0) throw new DamagedError('it was cut to nothing')
  const log = readLog(files.log)
  // If there is a log to replay, SQLite repairs the file itself.
  if (log.status === 'none') mustBeWhole(files.database, stat.size)
  const isKnown = seal !== undefined
  const found = compare(files, seal ?? { state: 'void' }, log)
  const isSmall = stat.size <= SMALL_BYTES
  return {
    isKnown,
    look: found.look === 'a sample' && isSmall ? 'everything' : found.look,
    trouble: found.trouble ?? seal?.trouble,
  }
}

/** Why a data directory without a database is not simply new; undefined if it is new or the database exists. */
export function whyMissing({ database, log, seal }: StoreFiles): string | undefined {
  if (statSync(database, { throwIfNoEntry: false })) return undefined
  if (lstatSync(database, { throwIfNoEntry: false }))
    return `The store ${database} is a link to ${readlinkSync(database)}, where nothing is. Nothing was changed. Bring back what should be there (a disk that is not mounted?), or remove the link to begin empty.`
  const left = [...(isEmpty(log) ? [] : [log]), ...(readSeal(seal) ? [seal] : [])]
  if (left.length === 0) return undefined
  return (
    `The store ${database} is missing, but ${left.join(' and ')} beside it ${left.length === 1 ? 'says' : 'say'} that there was one. ` +
    `Nothing was changed. Put the same file back; or a copy of it (see ${join(dirname(seal), 'backups')}), and move ${left.join(' and ')} away; ` +
    'or only move them away, to begin empty.'
  )
}

/** Describes the database file, so that a clean stop can be recognized at the next start. */
export function fingerprint(file: string): string {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false })
  return stat ? `${stat.size}:${stat.mtimeNs}:${stat.ino}` : ''
}

export function isEmpty(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0
}

function mustBeFile(path: string): void {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat && !stat.isFile())
    throw new ConfigError(`${path} is not a file, so the store was not opened. Move it away and start again.`)
}

function compare(files: StoreFiles, seal: Seal, log: LogReading): Pick<Condition, 'look' | 'trouble'> {
  const isHarmed = log.status === 'unreadable' || (log.status === 'read' && log.isHarmed)
  const found: Pick<Condition, 'look' | 'trouble'> = isHarmed
    ? { look: 'closely', trouble: 'harmed' }
    : { look: 'everything', trouble: undefined }
  if (seal.state === 'void') return found
  if (seal.state === 'closed') {
    if (log.status !== 'none') throw foreignLog(files, 'was stopped cleanly and had none')
    return seal.file === fingerprint(files.database) ? { look: 'a sample', trouble: undefined } : found
  }
  // A different file means that somebody restored a copy. Then the log must have been removed together with its file.
  if (seal.life !== undefined && seal.life !== lifeOf(files.database)) {
    if (log.status !== 'none') throw foreignLog(files, 'is not the file it belongs to')
    return found
  }
  if (log.status === 'none') return { look: 'closely', trouble: 'gone' }
  if (log.status === 'unreadable') return found
  const { lineage, checkpoints, frames } = log.mark
  if (lineage !== seal.log.lineage || checkpoints < seal.log.checkpoints)
    throw foreignLog(files, 'had another one when it was last in use')
  const isCut = checkpoints === seal.log.checkpoints && frames < seal.log.frames
  return isCut ? { look: 'closely', trouble: 'harmed' } : found
}

function foreignLog({ database, log }: StoreFiles, why: string): ConfigError {
  return new ConfigError(
    `The log ${log} does not belong to the store beside it, which ${why}. Together they would make a store that never was, ` +
      `so nothing was opened or changed. End any other program that uses ${database}; put back what belongs together, ` +
      `or move the log away to go on without it.`,
  )
}

/**
 * None of SQLite's checks notices bytes cut off a page that is currently unused, and the next write would build on it.
 * The page size is in the file header (file format, 1.3.2).
 */
function mustBeWhole(file: string, size: number): void {
  const head = headOf(file)
  if (!head.subarray(0, MAGIC.length).equals(MAGIC)) return
  const written = head.readUInt16BE(16)
  const pageSize = written === 1 ? 65_536 : written
  if (pageSize < 512 || size % pageSize === 0) return
  throw new DamagedError('it was cut in the middle of a page')
}

const MAGIC = Buffer.from('SQLite format 3\0', 'latin1')

/** SQLite's user_version as the file header has it. A newer value in the log does not count. */
function lifeOf(file: string): number {
  return headOf(file).readInt32BE(60)
}

function headOf(file: string): Buffer {
  const bytes = Buffer.alloc(64)
  const fd = openSync(file, 'r')
  try {
    readSync(fd, bytes, 0, bytes.length, 0)
  } finally {
    closeSync(fd)
  }
  return bytes
}

/** The disk space that a data directory uses. */
export interface StoreSize {
  databaseBytes: number
  /** Bytes that are written to the log but not yet to the database file. */
  logBytes: number
  files: { count: number; bytes: number }
  /** Free space on the disk that we may use. */
  freeBytes: number
}

export function sizeOfStore(db: Database, dataDir: string): StoreSize {
  const { database, log } = storeFiles(dataDir)
  const { bavail, bsize } = statfsSync(dataDir)
  const files = db.statement('SELECT count(*) AS count, coalesce(sum(bytes), 0) AS bytes FROM file').get()
  return {
    databaseBytes: bytesOf(database),
    logBytes: bytesOf(log),
    files: files as StoreSize['files'],
    freeBytes: bavail * bsize,
  }
}

function bytesOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

const program = installed('scripts/check-store.mjs')

const foundSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('sound') }),
  z.object({ status: z.literal('damaged'), problem: z.string() }),
])

/** The result of reading a whole store. `unfinished` says why the check did not complete. */
type FullCheck = z.infer<typeof foundSchema> | { status: 'unfinished'; reason: string }

/** Hours are enough for any disk; a check that takes longer hangs. */
const LIMITS = { timeoutMs: 6 * 3_600_000, maxBytes: 100_000 }

/** Reads all of a store that is in use, in a low-priority process that ends with the signal. */
export async function checkEverything(database: string, signal: AbortSignal): Promise<FullCheck> {
  const command = { file: process.execPath, args: [program, database], env: {} }
  const { stdout, stderr, ...outcome } = await runChild(command, LIMITS, signal)
  const found = foundSchema.safeParse(parseJson(stdout))
  return found.data ?? { status: 'unfinished', reason: `${JSON.stringify(outcome)} ${stderr.slice(0, 500)}` }
}
