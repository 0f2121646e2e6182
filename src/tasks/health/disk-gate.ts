import { randomFillSync } from 'node:crypto'
import { statfsSync, statSync, truncateSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { NotStoredError } from '../../domain/errors.ts'
import type { Log } from '../../lib/log.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { healthMessages } from '../../messages/health-messages.ts'

export type DiskLevel = 'ok' | 'low' | 'full'

export interface DiskGate {
  level(): DiskLevel
  /** Throws NotStoredError if the disk is too full to accept a message. The channel keeps the message until then. */
  assertNotFull(): void
}

export interface DiskGateDeps {
  dir: string
  lowBytes: number
  fullBytes: number
  /**
   * The size of a reserve file that is emptied when the disk is full, so that accepted messages can still be answered.
   * SQLite needs space even to delete rows.
   */
  ballastBytes: number
  clock: Clock
  log: Log
  /** Called after the level changed, never from within a transaction. */
  changed?(level: DiskLevel, was: DiskLevel): void
}

const CHECK_INTERVAL_MS = 2000
const RESERVE_RETRY_MS = 3_600_000

/**
 * Compares the free space with two limits. The reserve does not count as free space after it was given up: otherwise new
 * messages would be accepted into it, and nothing would be left to finish the old ones.
 */
export function createDiskGate(deps: DiskGateDeps): DiskGate {
  const { dir, log, clock } = deps
  const ballast = join(dir, 'ballast')
  let checkedAt = Number.NEGATIVE_INFINITY
  let level: DiskLevel = 'ok'
  let triedAt = Number.NEGATIVE_INFINITY

  function checkDisk(): DiskLevel {
    const { bavail, bsize } = statfsSync(dir)
    const reserved = statSync(ballast, { throwIfNoEntry: false })?.size
    // An empty file shows, even after a restart, that the reserve is in use.
    const inUse = reserved === undefined ? 0 : Math.max(0, deps.ballastBytes - reserved)
    const free = bavail * bsize - inUse
    if (free < deps.fullBytes) {
      if (reserved !== undefined && reserved > 0) truncateSync(ballast)
      return 'full'
    }
    if (free < deps.lowBytes) return 'low'
    const missing = deps.ballastBytes - (reserved ?? 0)
    if (missing > 0 && bavail * bsize - missing > deps.lowBytes) fillReserve()
    return 'ok'
  }

  function fillReserve(): void {
    if (clock.mono() - triedAt < RESERVE_RETRY_MS) return
    triedAt = clock.mono()
    writeReserveFile(ballast, deps.ballastBytes).then(
      () => {
        triedAt = Number.NEGATIVE_INFINITY
      },
      // A quota, for example, would let every attempt write much and then fail.
      (err: unknown) => log.warn({ err }, 'the reserve file could not be written'),
    )
  }

  function current(): DiskLevel {
    if (clock.mono() - checkedAt < CHECK_INTERVAL_MS) return level
    checkedAt = clock.mono()
    const was = level
    try {
      level = checkDisk()
    } catch (err) {
      // A disk that cannot even say how full it is has other troubles, which writing to it will show.
      log.warn({ err }, 'the free space of the data directory is unknown')
    }
    if (level !== was) {
      log.warn({ level, was }, 'the free space of the data directory changed')
      const now = level
      setImmediate(() => deps.changed?.(now, was))
    }
    return level
  }

  return {
    level: current,
    assertNotFull() {
      if (current() === 'full') throw new NotStoredError(healthMessages.diskFull)
    },
  }
}

const CHUNK_BYTES = 1024 * 1024

/**
 * Takes this much room on the disk. The bytes are random, because some file systems store zeros in no space, and written
 * in the background. The file gets its name when it is complete.
 */
async function writeReserveFile(path: string, bytes: number): Promise<void> {
  const unfinished = `${path}.unfinished`
  const chunk = Buffer.alloc(CHUNK_BYTES)
  try {
    const file = await open(unfinished, 'w', 0o600)
    try {
      for (let written = 0; written < bytes; written += CHUNK_BYTES) {
        randomFillSync(chunk)
        await file.write(chunk, 0, Math.min(CHUNK_BYTES, bytes - written))
      }
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}
