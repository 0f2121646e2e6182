import { closeSync, lstatSync, openSync, readlinkSync, readSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ConfigError } from '../../domain/errors.ts'
import { healthMessages } from '../../messages/health-messages.ts'
import type { LocalizedText } from '../../messages/localized.ts'
import { DamagedError } from './damage.ts'
import { countRestarts, type LogReading, readLog, USER_VERSION_OFFSET } from './log-file.ts'
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
  const path = join(dataDir, 'skein.db')
  const database = statSync(path, { throwIfNoEntry: false }) ? realpathSync(path) : path
  return { database, log: `${database}-wal`, seal: `${path}.seal` }
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
const SMALL_STORE_BYTES = 8 * 1024 * 1024

/**
 * Looks at the files and at what the seal says about them. Throws if opening them would lose or mix data: SQLite
 * recreates a missing file, treats an empty file as an empty store, and replays any log it finds. Call this only before
 * the database is open, because closing a second descriptor of the file would drop SQLite's locks.
 */
export function examineFiles(files: StoreFiles): Condition {
  for (const file of Object.values(files)) mustBeFile(file)
  const seal = readSeal(files.seal)
  const missing = describeMissingStore(files)
  if (missing !== undefined) throw new ConfigError(missing)
  const stat = statSync(files.database, { throwIfNoEntry: false })
  const isNew = stat === undefined || (stat.size === 0 && seal === undefined && bytesOf(files.log) === 0)
  if (isNew) return { look: 'nothing', isKnown: false, trouble: undefined }
  // A truncated file is a valid, empty database. Only the files beside it show that there was more.
  if (stat.size === 0) throw new DamagedError('it was cut to nothing')
  const log = readLog(files.log)
  // If there is a log to replay, SQLite repairs the file itself.
  if (log.status === 'none') mustEndOnPage(files.database, stat.size)
  const isKnown = seal !== undefined
  const verdict = compare(files, seal ?? { state: 'void' }, log)
  const isSmall = stat.size <= SMALL_STORE_BYTES
  return {
    isKnown,
    look: verdict.look === 'a sample' && isSmall ? 'everything' : verdict.look,
    trouble: verdict.trouble ?? seal?.trouble,
  }
}

/** Why a data directory without a database is not simply new; undefined if it is new or the database exists. */
export function describeMissingStore({ database, log, seal }: StoreFiles): LocalizedText | undefined {
  if (statSync(database, { throwIfNoEntry: false })) return undefined
  if (lstatSync(database, { throwIfNoEntry: false }))
    return healthMessages.storeLinkBroken(database, readlinkSync(database))
  const leftovers = [...(bytesOf(log) === 0 ? [] : [log]), ...(readSeal(seal) ? [seal] : [])]
  return leftovers.length === 0
    ? undefined
    : healthMessages.storeMissing(database, leftovers, join(dirname(seal), 'backups'))
}

/** Describes the database file, so that a clean stop can be recognized at the next start. */
export function fingerprint(file: string): string {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false })
  return stat ? `${stat.size}:${stat.mtimeNs}:${stat.ino}` : ''
}

/** 0 if there is no such file. */
export function bytesOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

function mustBeFile(path: string): void {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat && !stat.isFile())
    throw new ConfigError(`${path} is not a file, so the store was not opened. Move it away and restart.`)
}

function compare(files: StoreFiles, seal: Seal, log: LogReading): Pick<Condition, 'look' | 'trouble'> {
  const isHarmed = log.status === 'unreadable' || (log.status === 'read' && log.isHarmed)
  const byLog: Pick<Condition, 'look' | 'trouble'> = isHarmed
    ? { look: 'closely', trouble: 'harmed' }
    : { look: 'everything', trouble: undefined }
  if (seal.state === 'void') return byLog
  if (seal.state === 'closed') {
    const isSame = seal.file === fingerprint(files.database)
    if (log.status !== 'none' && !(isSame && isLogOfOtherProgram(files, log)))
      throw foreignLog(files, 'was closed cleanly and had no log')
    return isSame && log.status === 'none' ? { look: 'a sample', trouble: undefined } : byLog
  }
  // A different file means that somebody restored a copy. Then the log must have been removed together with its file.
  if (seal.life !== undefined && seal.life !== lifeOf(files.database)) {
    if (log.status !== 'none') throw foreignLog(files, 'is another file than the one the log was written for')
    return byLog
  }
  if (log.status === 'none') return { look: 'closely', trouble: 'gone' }
  if (log.status === 'unreadable') return byLog
  const restarts = countRestarts(seal.log, log.mark)
  if (restarts > MAX_RESTARTS) throw foreignLog(files, 'had another log when it was last used')
  const isCut = restarts === 0 && log.mark.frames < seal.log.frames
  return isCut ? { look: 'closely', trouble: 'harmed' } : byLog
}

/** Since the seal was noted, seconds before a crash. A log of another store, or an older one, seems to have billions. */
const MAX_RESTARTS = 100_000

/**
 * After a clean stop another program, such as litestream, may have opened the store before us and begun a log. Each log
 * of ours that was never merged begins with the first page and its life, so a log of ours from another time is not
 * mistaken for it.
 */
function isLogOfOtherProgram({ database }: StoreFiles, log: LogReading): boolean {
  if (log.status !== 'read' || log.isHarmed || log.mark.checkpoints > 0) return false
  const life = lifeOf(database)
  return [...log.lives].every((each) => each === life)
}

function foreignLog({ database, log }: StoreFiles, why: string): ConfigError {
  return new ConfigError(
    `The log ${log} does not belong to the store next to it, which ${why}. Opening them together would mix data of two stores, ` +
      `so nothing was opened or changed. Stop any other program that uses ${database}. Then restore the store and the log that ` +
      'belong together, or move the log away to continue without it.',
  )
}

/**
 * None of SQLite's checks notices bytes cut off a page that is currently unused, and the next write would build on it.
 * The page size is in the file header (file format, 1.3.2).
 */
function mustEndOnPage(file: string, size: number): void {
  const head = readHeader(file)
  if (!head.subarray(0, MAGIC.length).equals(MAGIC)) return
  const storedSize = head.readUInt16BE(PAGE_SIZE_OFFSET)
  const pageSize = storedSize === 1 ? 65_536 : storedSize
  if (pageSize < MIN_PAGE_BYTES || size % pageSize === 0) return
  throw new DamagedError('it was cut in the middle of a page')
}

const MAGIC = Buffer.from('SQLite format 3\0', 'latin1')
const HEADER_BYTES = 64
const PAGE_SIZE_OFFSET = 16
const MIN_PAGE_BYTES = 512

/** SQLite's user_version as the file header has it. A newer value in the log does not count. */
function lifeOf(file: string): number {
  return readHeader(file).readInt32BE(USER_VERSION_OFFSET)
}

function readHeader(file: string): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES)
  const fd = openSync(file, 'r')
  try {
    readSync(fd, bytes, 0, bytes.length, 0)
  } finally {
    closeSync(fd)
  }
  return bytes
}
