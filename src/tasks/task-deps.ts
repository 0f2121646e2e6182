import type { Channel } from '../channels/channel.ts'
import type { Config } from '../config/config.ts'
import type { ChannelName } from '../domain/ids.ts'
import type { Log } from '../lib/log.ts'
import type { SteadyClock } from '../lib/time/clock.ts'
import type { Database } from '../store/database.ts'

/** What every part of the task pipeline works with. */
export interface TaskDeps {
  db: Database
  clock: SteadyClock
  log: Log
  channels: ReadonlyMap<ChannelName, Channel>
  /** The number of this run of the daemon. Every lease and every send carries it. */
  instance: number
  settings(): TaskSettings
  /** Repeats a write until the disk accepts it, so that no result is lost. */
  persist<T>(write: () => T): Promise<T>
}

/** Read again at each use, because /config may change it while the daemon runs. */
export interface TaskSettings {
  maxWorkers: number
  /** How long a message may wait in the queue. */
  expireMs: number
  /** The time limit of one run. */
  totalMs: number
  /** A conversation ends after a pause of this length. */
  idleMs: number
  /** These limits apply to everybody except the owner. */
  tasksPerHour: number
  queue: number
  /** The time zone of people who have not set one. */
  timezone: string
}

export function taskSettings({ workers, limits, conversation, timezone }: Config): TaskSettings {
  return {
    maxWorkers: workers.max,
    expireMs: workers.expireHours * 3_600_000,
    totalMs: workers.totalMinutes * 60_000,
    idleMs: conversation.activeMinutes * 60_000,
    tasksPerHour: limits.tasksPerHour,
    queue: limits.queue,
    timezone,
  }
}
