import type { Channel } from '../../channels/channel.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { TaskDeps } from '../task-deps.ts'
import type { Safeguards } from './safeguards.ts'

/** Why the daemon does not answer messages now. */
export type Unready = 'starting' | 'stuck' | 'safe mode' | 'disk full'

/** For the watchdog and for probes from outside. Neither touches the store, so they may be called often. */
export interface Readiness {
  /** Whether every channel keeps trying to receive. Without a network it still tries. */
  isAlive(): boolean
  /** Undefined if messages are received and answered. */
  obstacle(): Unready | undefined
  /** Call it when the loops run. */
  started(): void
}

export interface ReadinessDeps extends Pick<Safeguards, 'disk' | 'safeMode'> {
  channels: TaskDeps['channels']
  clock: Clock
}

/** A channel that has made no attempt for this long counts as dead. */
const MAX_ATTEMPT_GAP_MS = 45_000

export function createReadiness({ channels, clock, disk, safeMode }: ReadinessDeps): Readiness {
  let isStarted = false
  const keepsTrying = (channel: Channel) => clock.mono() - channel.lastAttempt() < MAX_ATTEMPT_GAP_MS
  // Before the loops run nobody has tried yet, and a start may take long.
  const isAlive = () => !isStarted || [...channels.values()].every(keepsTrying)
  return {
    isAlive,
    obstacle() {
      if (!isStarted) return 'starting'
      if (!isAlive()) return 'stuck'
      if (safeMode.isOn()) return 'safe mode'
      return disk.level() === 'full' ? 'disk full' : undefined
    },
    started() {
      isStarted = true
    },
  }
}
