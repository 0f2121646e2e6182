import type { Channel } from '../channels/channel.ts'
import type { Config } from '../config/config.ts'
import type { ChannelName } from '../domain/ids.ts'
import type { Log } from '../lib/log.ts'
import type { SteadyClock } from '../lib/time/clock.ts'
import type { Database } from '../store/database.ts'

/** What every part of the road works with. */
export interface TaskDeps {
  db: Database
  clock: SteadyClock
  log: Log
  channels: ReadonlyMap<ChannelName, Channel>
  /** This run of the daemon; every lease and send is signed with it. */
  instance: number
  settings(): TaskSettings
  /** Repeats a write while the disk refuses it: what is known already is not thrown away. */
  persist<T>(write: () => T): Promise<T>
}

/** Read anew at each use, because /config may change it while running. */
export interface TaskSettings {
  maxWorkers: number
  /** How long a message may wait for its turn. */
  expireMs: number
  /** How long one run may take in all. */
  totalMs: number
  /** How long a conversation may be silent and still be one. */
  idleMs: number
  /** Bind everybody but the owner. */
  tasksPerHour: number
  queue: number
  /** Of whoever has none of their own. */
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
