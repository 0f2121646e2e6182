import type { Button, Opened, Route } from '../domain/delivery.ts'
import type { NamedFile } from '../domain/file.ts'
import type { ChatId, Lane } from '../domain/ids.ts'
import type { Origin } from '../domain/message.ts'
import type { Address, Trust } from '../domain/person.ts'
import type { Log } from '../lib/log.ts'
import type { SteadyClock } from '../lib/time/clock.ts'
import type { Database } from '../store/database.ts'
import type { StoredAction } from '../store/work/answers.ts'
import type { Hours } from './quiet-hours.ts'

/** One line of ours, to whoever has a job. */
export interface JobMessage {
  /** Unique for ever. */
  key: string
  kind: 'reply' | 'notice'
  lane: Lane
  route: Route
  text: string
  origin: Origin
  taskId?: number
  buttons?: Button[]
  trust?: Trust
  files?: NamedFile[]
  actions?: StoredAction[]
}

/** What everything here works with. Nothing of it knows how a line is delivered or a task is run. */
export interface SchedulerDeps {
  db: Database
  clock: SteadyClock
  log: Log
  settings(): SchedulerSettings
  /** Repeats a write while the disk refuses it. */
  persist<T>(write: () => T): Promise<T>
  /** Writes the line down, to be delivered. Called inside the transaction that makes it true. */
  say(line: JobMessage, now: Date): void
  /** Whether lines can be delivered there at all. */
  reaches(chat: ChatId): boolean
  /** How commands are written there. */
  prefixIn(chat: ChatId): string
  /** Where a job writes to the same person without disturbing the conversation there; undefined where it does not disturb. */
  ownThread?(route: Route, about: { title: string; key: string }): { route: Route; to: Address } | undefined
  /** A chat in which we write to somebody first. */
  open(to: Address, title: string, key: string, signal: AbortSignal): Promise<Opened>
  /** There is something to run or to deliver. */
  planned(): void
  random(): number
}

/** Read anew at each use. */
export interface SchedulerSettings {
  /** Of whoever has none of their own. */
  timezone: string
  /** When results wait. */
  quietHours: Hours | undefined
  /** Over how long runs that are late are spread. */
  spreadMs: number
}
