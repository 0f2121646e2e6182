import type { AnyText } from '../../../messages/localized.ts'
import type { ChatListPage, ChatSummary } from './chat-wire.ts'

// The data that the server and the page exchange. Both compile these files, so they import nothing else. The text tree
// must match lib/markdown.ts, or the server does not compile.

/** As in domain/person.ts. */
export type Role = 'owner' | 'member' | 'guest'

export interface State {
  person: string
  /** Only the owner sees more than chats. */
  role: Role
  brain: { name: string; banner?: AnyText }
  standstill?: WireStandstill
  /** The first page of the chat list. */
  chats: ChatListPage
}

/** What keeps every message from being answered until somebody does something about it. */
export type WireStandstill =
  | { kind: 'disk' | 'crashes' }
  /** `until` is when the model is tried again. */
  | { kind: 'model'; brain: string; why: AnyText; until: number }

/** Older, newer or surrounding lines are requested by a line's id. */
export interface LinePage {
  lines: ThreadLine[]
  older: boolean
  /** There are newer lines to load. */
  newer?: boolean
  /** The chat, together with its newest lines. Missing for a chat without messages. */
  chat?: ChatSummary
}

export type ThreadLine = HumanLine | BotLine

export interface HumanLine extends LineStory {
  author: 'human'
  id: number
  chat: string
  kind: LineKind
  name: string
  at: number
  files?: LineFile[]
  /** The line it replies to. */
  repliesTo?: Replied
  text: string
  /** The same text as Markdown, if it contains any. */
  blocks?: WireBlock[]
  /** The key the page gave the message before it was stored. */
  key?: string
  receipt?: MessageReceipt
}

export interface BotLine extends LineStory {
  author: 'bot'
  id: number
  chat: string
  kind: LineKind
  name: string
  at: number
  files?: LineFile[]
  task?: number
  blocks: WireBlock[]
  /** Buttons of an open question or action. */
  buttons?: { label: string; data: string }[]
  /** The deadline of an open question. No answer means no. */
  waitsUntil?: number
  /** The outcome of the question, in one line. */
  settled?: WireBlock[]
  /** The actions taken for it, in order. */
  actions?: { line: string; failed: boolean }[]
  /** What the model wrote between its actions, if it did. */
  turn?: WireTurn
  making?: WireAnswerFacts
  /** Why the answer is incomplete. */
  unfinished?: 'stopped' | 'cut off'
}

/** The text of a turn in order: each text with the number of actions after it, and what follows the last action. */
export interface WireTurn {
  before: { said: WireBlock[]; actions: number }[]
  rest: WireBlock[]
}

/** `at` counts from 1. The neighbours are the versions before and after the shown one. */
export interface WireVersions {
  at: number
  count: number
  previous?: number
  next?: number
}

/** From this line on, another version is shown now. Missing if it was shown already. */
export interface VersionChange {
  from?: number
}

/** The quotation of a line. */
export interface Replied {
  id: number
  who: string
  text: string
}

/** Served at /api/files/<line id>/<index>. */
export interface LineFile {
  name: string
  bytes: number
  /** Can be shown as a picture. */
  picture: boolean
  /** Can be played. */
  sound?: true
}

/** An uploaded file, as a message refers to it. */
export interface UploadedFile {
  hash: string
  name: string
  bytes: number
  proof: string
}

export type LineKind = 'conversation' | 'command' | 'notice'

export interface MessageReceipt {
  state: ReceiptState
  reason?: AnyText
  retryAt?: number
}

export type ReceiptState =
  | 'queued'
  | 'leased'
  | 'running'
  | 'waiting'
  | 'retry'
  | 'interrupted'
  | 'answered'
  | 'refused'
  | 'cancelled'
  | 'expired'
  | 'failed'
  | 'quarantined'

/** The events of the live stream. */
export type LiveEvent =
  | { kind: 'line'; line: ThreadLine }
  /** `kept` means that the text so far follows as a line. */
  | { kind: 'receipt'; chat: string; task: number; messages: number[]; receipt: MessageReceipt; kept?: boolean }
  /**
   * The blocks of the text since the last step, from index `from` on. Earlier ones are unchanged. `parts` is everything
   * before that text, for a page that has none of it or has to forget it.
   */
  | { kind: 'draft'; chat: string; task: number; from: number; blocks: WireBlock[]; parts?: DraftPart[] }
  /** A step begins. The text before it is complete. */
  | { kind: 'tool'; chat: string; task: number; line: string }
  /** The thinking from character `from` on. */
  | { kind: 'thought'; chat: string; task: number; from: number; text: string }
  | { kind: 'chats'; chats: ChatListPage }
  /** From this line on, another version is shown. */
  | { kind: 'version'; chat: string; from: number }

/** A part of an answer in progress. */
export type DraftPart = { said: WireBlock[] } | { step: string }

export type WireBlock =
  | { kind: 'paragraph'; inlines: WireInline[] }
  | { kind: 'heading'; level: number; inlines: WireInline[] }
  /** Footnotes stand below everything else, as a list. */
  | { kind: 'list'; start?: number; items: WireBlock[][]; footnotes?: true }
  | { kind: 'quote'; blocks: WireBlock[] }
  | { kind: 'code'; language: string; text: string }
  | { kind: 'table'; align: WireAlign[]; head: WireInline[][]; rows: WireInline[][][] }
  | { kind: 'rule' }

export type WireInline =
  /** A reference to a footnote is its number in brackets. */
  | { kind: 'text'; text: string; footnote?: number }
  /** A formula that can be drawn comes with its MathML. Others are shown as written. */
  | { kind: 'code'; text: string; formula?: 'inline' | 'display'; math?: MathNode }
  | { kind: 'strong' | 'em' | 'strike'; inlines: WireInline[] }
  | { kind: 'link'; href: string; inlines: WireInline[] }
  | { kind: 'break' }

export type WireAlign = 'left' | 'center' | 'right' | 'none'

/** A MathML element. The server sends only known elements, attributes and styles. */
export interface MathNode {
  tag: string
  given?: Record<string, string>
  /** Styles that depend on the formula, such as cell padding. */
  looks?: Record<string, string>
  within: (MathNode | string)[]
}

/** Who wrote an answer, how long it took and what it cost. */
export interface WireAnswerFacts {
  /** The model, or the brain if no call named a model. */
  who: string
  ms: number
  usd: number
  /** The reasoning can be read. */
  thinks: boolean
}

/** The actions and the reasoning behind an answer. */
export interface AnswerSteps {
  steps: { line: string; failed: boolean; input?: string; output?: string }[]
  thought?: string
}

/** The first line of a chat since a time. Missing if there is none. */
export interface LineSince {
  line?: number
}

export interface LineStory {
  /** It is the first line of one of several versions of what follows. */
  versions?: WireVersions
  /** Missing for the bot, and for the owner in chats without others. */
  speaker?: 'owner' | 'other'
  conversation?: number
  /** The lane inside the chat. Missing for the main one. */
  lane?: { kind: 'topic' | 'reply'; name: string }
  /** When it was deleted, and where. */
  deleted?: { at: number; channel: string }
  /** Earlier versions, oldest first. */
  earlier?: { text: string; at: number }[]
  /** The line with the current version. */
  later?: number
  /** A secret was removed from it. */
  holdsSecret?: true
}
