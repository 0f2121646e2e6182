import type { Delivery, Opened, Receipt, ReconcileResult, Route } from '../domain/delivery.ts'
import type { ChannelName, ChatId } from '../domain/ids.ts'
import type {
  ChannelMemory,
  Cursor,
  InboundEdit,
  InboundEvent,
  InboundMessage,
  UnfinishedReason,
} from '../domain/message.ts'
import type { Address } from '../domain/person.ts'
import type { Progress } from '../domain/task.ts'
import type { Language } from '../messages/languages.ts'
import type { LocalizedText } from '../messages/localized.ts'

/** The contract between one chat platform and the rest of the daemon. */
export interface Channel {
  readonly name: ChannelName
  readonly manners: Manners
  /** Runs until the signal aborts. Rejects only when retrying cannot help. */
  listen(inbox: Inbox, signal: AbortSignal): Promise<void>
  /** A refusal by the platform is a Receipt, not a rejection. If it does reject, the outcome counts as `unknown`. */
  send(delivery: Delivery, signal: AbortSignal): Promise<Receipt>
  /** For a delivery with an unknown outcome: did it arrive, and under which id? */
  reconcile(delivery: Delivery, signal: AbortSignal): Promise<ReconcileResult>
  /**
   * Prepares a conversation in which we write first. The same key always returns the same one. Nothing is visible to
   * the other person yet.
   */
  open(opening: ConversationOpening, signal: AbortSignal): Promise<Opened>
  /**
   * A link that sends us `/start CODE` when it is opened on a phone. Undefined if the channel has no such links or the
   * bot's name is not known yet.
   */
  startLink?(code: string): string | undefined
  /** Shows typing indicators, drafts and receipts. Best effort: it never throws. */
  show(progress: Progress): void
  /**
   * Monotonic ms of the last attempt to receive. The watchdog checks that the loop keeps trying, not that it succeeds.
   */
  lastAttempt(): number
  /**
   * Monotonic ms of the last time the platform had nothing more to tell us; undefined before the first time. Channels
   * that receive pushes instead of polling do not have this.
   */
  lastRoundTrip?(): number | undefined
  /** Releases connections and timers, after listening and sending have stopped. */
  close(): Promise<void>
}

/** A conversation that we start: with whom, and about what. */
export interface ConversationOpening {
  to: Address
  title: string
  /** Never used twice. */
  key: string
}

export type CommandPrefix = '/' | '!'

/** The rules of one channel that the rest of the daemon has to know. */
export interface Manners {
  /** The most characters that fit in one part. */
  textLimit: number
  commandPrefix: CommandPrefix
  /** Buttons below a message are shown, so a question needs no commands. */
  hasButtons?: true
  /** Whether a message body may contain Markdown. */
  dialect: 'markdown' | 'plain'
  /** People can send and hear voice messages. */
  hasVoice?: true
  /** Whether people can watch an answer while it is being written. */
  streaming: 'drafts' | 'none'
  /**
   * Splits a text into the bodies of its deliveries, in the channel's own format. `send` gets each body back unchanged,
   * so a part stays the same after a restart or an update. Without this function the text is split at `textLimit`.
   */
  parts?(text: string, foot?: AnswerFooter): string[]
  /**
   * A separate conversation with the same person for messages nobody asked for, such as the results of a job. The same
   * key always returns the same conversation. Without this function such messages go to the chat itself.
   */
  ownThread?(route: Route, about: Pick<ConversationOpening, 'title' | 'key'>): OwnThread | undefined
  /**
   * How many sends may run at the same time, if the platform allows only a few. The others wait without delaying
   * another channel.
   */
  sendsAtOnce?: number
  /**
   * The platform shows us messages again that we have read before, because it keeps the history and we only remember
   * how far we have read.
   */
  showsAgain?: true
  /** How long a message may take to become visible before we look for one with an unknown outcome. */
  reconcileAfterMs: number
  /** How long we keep trying to deliver. Time while the platform is unreachable does not count. */
  retryForMs: number
}

export interface OwnThread {
  route: Route
  to: Address
}

/** What the channel can display; the model is told so that it writes accordingly. */
export interface DisplaySupport {
  markdown: boolean
  /** Tables are shown as tables, however wide they are. */
  tables: boolean
  code: boolean
  /** The most characters of one message; longer texts are split or sent as a file. Undefined if there is no limit. */
  maxChars: number | undefined
  files: boolean
  /** Only the sender of a message is shown its answer, also where several people read the chat. */
  onlyToSender: boolean
}

/** What is appended to an answer. */
export interface AnswerFooter {
  /** What was done for the answer, in order. */
  actions?: { line: string; failed: boolean }[]
  unfinished?: UnfinishedReason
  /** The language of the chat; English by default. */
  language?: Language
}

export interface Inbox {
  /**
   * Stores everything in one transaction. Throws if nothing was stored; then the platform must not get an
   * acknowledgement.
   */
  accept(events: InboundEvent[], cursor?: Cursor, kept?: ChannelMemory[]): Accepted[]
  cursor(channel: ChannelName, account: string, stream: string): string | undefined
  /** Changes the channel's own memory in one transaction with these events. Throws if nothing was stored. */
  keep(memory: ChannelMemory, events?: InboundEvent[]): Accepted[]
  memory(channel: ChannelName, account: string, name: string): string | undefined
  /** Whether this message still waits for an answer. */
  isWorkedOn(chat: ChatId, remoteId: string): boolean
  /**
   * Whether this person is allowed in. Channels ask before they download anything: files from strangers are never
   * fetched.
   */
  knows(sender: Address): boolean
  /** Whether this was erased for good. Its server may still have it; then nothing of it is fetched or stored. */
  wasErased(event: Pick<InboundMessage | InboundEdit, 'kind' | 'chat' | 'remoteId' | 'keys'>): boolean
  /** The language in which we speak in a chat. */
  languageIn(chat: ChatId): Language
}

/** What happened to one event. `message` is our own id of the stored message. */
export type Accepted =
  /** From the line `from` on another version of the chat is shown. */
  | { status: 'stored'; message: number; task: number | undefined; from?: number }
  | { status: 'switched'; from: number }
  | { status: 'refused'; why: LocalizedText }
  | { status: 'duplicate'; message: number }
  | { status: 'stopped'; tasks: number }
  /** `said` is the reply to the person who pressed. Once it is `done`, the buttons can be removed. */
  | { status: 'pressed'; said: string; done?: boolean }
  | { status: 'ignored' }

/** When we answer in a group: when addressed, always, or never. With `off` nothing from the group is stored either. */
export type GroupMode = 'mention' | 'always' | 'off'
