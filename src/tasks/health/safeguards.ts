import type { Config } from '../../config/config.ts'
import type { Log } from '../../lib/log.ts'
import type { SteadyClock } from '../../lib/time/clock.ts'
import type { Database } from '../../store/database.ts'
import { createDiskGate, type DiskGate } from './disk-gate.ts'
import { createSafeMode, type SafeMode } from './safe-mode.ts'

export interface SafeguardsDeps {
  db: Database
  clock: SteadyClock
  log: Log
  instance: number
  dataDir: string
  config(): Config
}

export interface Safeguards {
  disk: DiskGate
  safeMode: SafeMode
  /** Whether a task may be begun now. */
  mayBegin(): boolean
}

const MB = 1024 * 1024

/** What holds work back while it would do harm: too little room on the disk, and several crashes in a row. */
export function createSafeguards({ db, clock, log, instance, dataDir, config }: SafeguardsDeps): Safeguards {
  const { lowMb, fullMb, ballastMb } = config().disk
  const disk = createDiskGate({
    dir: dataDir,
    clock,
    log,
    lowBytes: lowMb * MB,
    fullBytes: fullMb * MB,
    ballastBytes: ballastMb * MB,
  })
  const safeMode = createSafeMode({
    db,
    clock,
    instance,
    after: () => config().workers.safeModeAfter,
    forMs: config().workers.safeModeMinutes * 60_000,
  })
  return { disk, safeMode, mayBegin: () => disk.level() === 'ok' && !safeMode.isOn() }
}
