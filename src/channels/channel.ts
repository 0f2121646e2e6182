import type { Delivery, Found, Opened, Receipt, Route } from '../domain/delivery.ts'
import type { ChannelName, ChatId } from '../domain/ids.ts'
import type { ChannelMemory, Cursor, InboundEvent, Unfinished } from '../domain/message.ts'
import type { Address } from '../domain/person.ts'
import type { Progress } from '../domain/progress.ts'

/** What every channel is to the rest of the daemon. */
export interface Channel {
  readonly name: ChannelName
  readonly manners: Manners
  /** Runs until the signal aborts. Rejects only for what no retry can heal. */
  listen(inbox: Inbox, signal: AbortSignal): Promise<void>
  /** Never rejects for what the platform answered; that is a Receipt. A rejection counts as `unknown`. */
  send(delivery: Delivery, signal: AbortSignal): Promise<Receipt>
  /** For a delivery of unknown outcome: is it there, and under which name? */
  reconcile(delivery: Delivery, signal: AbortSignal): Promise<Found>
  /** A place to write to somebody first. Asked again with the same key it is the same place; nobody sees anything of it yet. */
  open(opening: Opening, signal: AbortSignal): Promise<Opened>
  /** An address that says `/start CODE` to us when it is opened on a phone; undefined where there is none, or none yet. */
  startLink?(code: string): string | undefined
  /** Typing, draft, receipt. Best effort, never throws. */
  show(progress: Progress): void
  /** Monotonic ms of the last attempt to receive; the watchdog wants every loop to attempt, not to succeed. */
  lastAttempt(): number
  /**
   * Monotonic ms of the last time that the platform had told all it had; undefined before the first. A channel that is
   * told instead of asking has none.
   */
  lastRoundTrip?(): number | undefined
  /** After it has stopped listening and sending: lets go of what it still holds open. */
  close(): Promise<void>
}

/** Whom we want to write to, about what. */
export interface Opening {
  to: Address
  title: string
  /** Unique for ever. */
  key: string
}

export type CommandPrefix = '/' | '!'

/** What is the channel's own in how one speaks there. */
export interface Manners {
  /** Characters one part may hold. */
  textLimit: number
  commandPrefix: CommandPrefix
  /** What a body may hold: Markdown, or nothing but the words. */
  dialect: 'markdown' | 'plain'
  /** Whether an answer can be watched while it is written. */
  streaming: 'drafts' | 'none'
  /**
   * Cuts a text of ours into the bodies of its deliveries, in the channel's own writing; `send` gets each back unchanged,
   * so that a part means the same after a restart or an update. Without it the text is cut at `textLimit`.
   */
  parts?(text: string, foot?: Foot): string[]
  /**
   * A conversation of its own, with the same person, for something that comes unasked and perhaps again, such as the
   * results of a job. The same key always gives the same one. Without this, such lines go into the chat itself.
   */
  ownThread?(route: Route, about: Pick<Opening, 'title' | 'key'>): OwnThread | undefined
  /** How many sends may be under way at once, where that is few; the others wait without holding up another channel. */
  sendsAtOnce?: number
  /** Time for a message to show up on the other side, before one of unknown outcome is looked for. */
  reconcileAfterMs: number
  /** For how long a delivery is tried; time in which nobody is there to take it does not count. */
  retryForMs: number
}

export interface OwnThread {
  route: Route
  to: Address
}

/** What of an answer is seen there as it was meant: for whoever writes it. */
export interface Shows {
  markdown: boolean
  /** As a table, whatever its width. */
  tables: boolean
  code: boolean
  /** Characters of one message; a longer text comes in several, or as a file. Undefined where no answer is too long. */
  maxChars: number | undefined
  files: boolean
}

/** What is told below a text of ours. */
export interface Foot {
  /** What was done for it, in order. */
  actions?: { line: string; failed: boolean }[]
  unfinished?: Unfinished
}

export interface Inbox {
  /** One transaction. Throws when nothing was stored; then the platform must not be told that we have it. */
  accept(events: InboundEvent[], cursor?: Cursor, kept?: ChannelMemory[]): Accepted[]
  cursor(channel: ChannelName, account: string, stream: string): string | undefined
  /** Changes what the channel keeps for itself, in one transaction with these events. Throws when nothing was stored. */
  keep(memory: ChannelMemory, events?: InboundEvent[]): Accepted[]
  memory(channel: ChannelName, account: string, name: string): string | undefined
  /** Whether an answer to this message is still to come. */
  isWorkedOn(chat: ChatId, remoteId: string): boolean
  /** Whether whoever writes from there is let in. Of anybody else nothing is fetched, in whatever chat: asked before a byte is. */
  knows(sender: Address): boolean
}

/** What became of one event. `message` is our own id of the stored line. */
export type Accepted =
  | { status: 'stored'; message: number; task: number | undefined }
  | { status: 'duplicate'; message: number }
  | { status: 'stopped'; tasks: number }
  /** What whoever pressed is told. Once it is `done` there is nothing left to press. */
  | { status: 'pressed'; said: string; done?: boolean }
  | { status: 'ignored' }
