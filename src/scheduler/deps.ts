import type { Button, Opened, Route } from '../domain/delivery.ts'
import type { NamedFile } from '../domain/file.ts'
import type { ChatId, Lane } from '../domain/ids.ts'
import type { Origin } from '../domain/message.ts'
import type { Address, Trust } from '../domain/person.ts'
import type { Log } from '../lib/log.ts'
import type { SteadyClock } from '../lib/time/clock.ts'
import type { AnyText } from '../messages/localized.ts'
import type { Database } from '../store/database.ts'
import type { StoredAction } from '../store/work/answers.ts'
import type { Hours } from './quiet-hours.ts'

/** A message from a job to a chat. */
export interface JobMessage {
  /** Never used again for another message. */
  key: string
  kind: 'reply' | 'notice'
  lane: Lane
  route: Route
  text: AnyText
  origin: Origin
  taskId?: number
  buttons?: Button<AnyText>[]
  trust?: Trust
  files?: NamedFile[]
  actions?: StoredAction[]
}

/** What the scheduler needs from the rest of the daemon. How messages are delivered and tasks are run is not its business. */
export interface SchedulerDeps {
  db: Database
  clock: SteadyClock
  log: Log
  settings(): SchedulerSettings
  /** Retries a write for as long as the disk refuses it. */
  persist<T>(write: () => T): Promise<T>
  /** Stores the message for delivery. Called inside the transaction that the message reports on. */
  say(line: JobMessage, now: Date): void
  /** Whether messages can be delivered to the chat at all. */
  reaches(chat: ChatId): boolean
  /** The prefix of commands in the chat: "/" or "!". */
  prefixIn(chat: ChatId): string
  /** A separate thread with the same person, so that a job does not disturb the conversation. Undefined where it does not. */
  ownThread?(route: Route, about: { title: string; key: string }): { route: Route; to: Address } | undefined
  /** Opens a chat with somebody who has not written to us yet. */
  open(to: Address, title: string, key: string, signal: AbortSignal): Promise<Opened>
  /** Called when there is something to run or to deliver. */
  planned(): void
  random(): number
}

/** Read again at each use, because they can change while running. */
export interface SchedulerSettings {
  /** The zone of people who have not set their own. */
  timezone: string
  /** The hours in which results are held back. */
  quietHours: Hours | undefined
  /** Late runs are spread over this time, so that they do not all start at once. */
  spreadMs: number
}
