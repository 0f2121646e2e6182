import type { Clock } from '../../src/lib/time/clock.ts'
import type { Random } from '../../test/support/seeded.ts'

/** Who waits for an answer looks so often. */
export const LOOK_MS = 50

/** Somewhere people write and read, on whatever channel. */
export interface Place {
  name: string
  /** What a command begins with. */
  mark: '/' | '!'
  /** Whether the model may change files here without asking. */
  mayChange: boolean
  /** Somebody says it here; resolves when the platform has it. */
  say(text: string, file?: SentFile): Promise<void>
  /** Changes the words of what was said last, where people can do that. */
  edit?(text: string): void
  /** What the bot said here since `forget`, as it reads now. */
  answers(): string[]
  /** Drops what was judged: a server that keeps everything would grow beside the daemon. */
  forget(): void
}

export interface SentFile {
  name: string
  bytes: Buffer
}

export interface VenueDeps {
  clock: Clock
  random: Random
  /** How long a second of the server takes. */
  secondMs: number
}

/** One channel with its server, and the places on it. */
export interface Venue {
  /** The lines of the daemon's configuration. */
  config: string
  places: Place[]
  /** After the daemon was started. */
  begun?(): Promise<void>
  /** Drops what the server itself keeps of the past. */
  forget?(): Promise<void>
  close(): Promise<void>
}
