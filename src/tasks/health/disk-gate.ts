import { existsSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
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
  /** The size of a file that is deleted when the disk is full, because SQLite needs space even to delete rows. */
  ballastBytes: number
  clock: Clock
  log: Log
}

const CHECK_INTERVAL_MS = 2000

export function createDiskGate(deps: DiskGateDeps): DiskGate {
  const ballast = join(deps.dir, 'ballast')
  let checkedAt = Number.NEGATIVE_INFINITY
  let level: DiskLevel = 'ok'

  function checkDisk(): DiskLevel {
    const { bavail, bsize } = statfsSync(deps.dir)
    const free = bavail * bsize
    if (free < deps.fullBytes) {
      rmSync(ballast, { force: true })
      return 'full'
    }
    if (free < deps.lowBytes) return 'low'
    if (!existsSync(ballast) && free - deps.ballastBytes > deps.lowBytes) {
      writeFileSync(ballast, Buffer.alloc(deps.ballastBytes), { mode: 0o600 })
    }
    return 'ok'
  }

  function current(): DiskLevel {
    if (deps.clock.mono() - checkedAt < CHECK_INTERVAL_MS) return level
    checkedAt = deps.clock.mono()
    const newLevel = checkDisk()
    if (newLevel !== level)
      deps.log.warn({ level: newLevel, was: level }, 'the free space of the data directory changed')
    level = newLevel
    return level
  }

  return {
    level: current,
    assertNotFull() {
      if (current() === 'full') throw new NotStoredError(healthMessages.diskFull)
    },
  }
}
