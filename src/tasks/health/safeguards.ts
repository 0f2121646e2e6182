import type { Config } from '../../config/config.ts'
import type { Log } from '../../lib/log.ts'
import { later, type SteadyClock } from '../../lib/time/clock.ts'
import { healthMessages } from '../../messages/health-messages.ts'
import type { AnyText } from '../../messages/localized.ts'
import type { Database } from '../../store/database.ts'
import { readSnapshotMark } from '../../store/file/snapshot-mark.ts'
import { type Crash, recentCrashes } from '../../store/work/crashes.ts'
import { uncleanStarts } from '../../store/work/instances.ts'
import { createDiskGate, type DiskGate } from './disk-gate.ts'

export interface SafeguardsDeps {
  db: Database
  clock: SteadyClock
  log: Log
  instance: number
  dataDir: string
  config(): Config
  /** Tells the owner. */
  trouble(sentence: AnyText): void
}

export interface Safeguards {
  disk: DiskGate
  safeMode: SafeMode
  /** Whether a task may start now. */
  mayBegin(): boolean
}

const MB = 1024 * 1024

/** Holds work back while the disk is too full or after several crashes in a row. */
export function createSafeguards({ db, clock, log, instance, dataDir, config, trouble }: SafeguardsDeps): Safeguards {
  const { lowMb, fullMb, ballastMb } = config().disk
  const disk = createDiskGate({
    dir: dataDir,
    clock,
    log,
    lowBytes: lowMb * MB,
    fullBytes: fullMb * MB,
    ballastBytes: ballastMb * MB,
    changed(level, was) {
      if (level === 'full') trouble(healthMessages.diskFullNotice(dataDir, fullMb))
      else if (level === 'low' && was === 'ok') trouble(healthMessages.diskLowNotice(dataDir, lowMb, fullMb))
      else if (level === 'ok') trouble(healthMessages.diskHasRoom)
    },
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

interface SafeModeDeps {
  db: Database
  clock: SteadyClock
  instance: number
  /** This many unclean starts within the window switch safe mode on; 0 disables it. It is read each time. */
  after(): number
  forMs: number
}

const CRASH_WINDOW_MS = 5 * 60_000

export interface SafeMode {
  isOn(): boolean
  /** When it ends; undefined while it is off. */
  endsAt(): Date | undefined
  /** The crashes that switched it on, as far as they were recorded. */
  crashes(): Crash[]
}

/** After several crashes in a row, messages are accepted but no task starts for a while. */
export function createSafeMode({ db, clock, instance, after, forMs }: SafeModeDeps): SafeMode {
  // The crashes in a backup happened in another life, perhaps on another machine.
  const mark = readSnapshotMark(db)
  const isFirstOfRestored = mark !== undefined && mark.startedAt === undefined
  const unclean = isFirstOfRestored ? 0 : uncleanStarts(db, instance, later(clock.steady(), -CRASH_WINDOW_MS))
  const until = clock.mono() + forMs
  const isOn = () => after() > 0 && unclean >= after() && clock.mono() < until
  return {
    isOn,
    crashes: () => recentCrashes(db, unclean),
    endsAt: () => (isOn() ? new Date(clock.now().getTime() + until - clock.mono()) : undefined),
  }
}
