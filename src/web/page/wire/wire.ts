import type { AnyText } from '../../../messages/localized.ts'
// What travels between the server and the page. No imports but of its own kind, so that both sides compile it: the tree
// of a text is the one of lib/markdown.ts, and the server does not compile when the two differ.

import type { Making } from './answer-wire.ts'
import type { ChatPage, ChatSummary } from './chat-wire.ts'
import type { LineStory } from './line-wire.ts'
import type { MathNode } from './math-wire.ts'

export interface State {
  person: string
  brain: { name: string; banner?: string; trouble?: { sentence: AnyText; until: number } }
  /** The first page of the list. */
  chats: ChatPage
}

/** Lines before the oldest one known, after the newest or around any are asked for by its id. */
export interface LinePage {
  lines: Line[]
  older: boolean
  /** There are newer ones than the last of them. */
  newer?: boolean
  /** The chat itself, with its newest lines; left out where nothing was said yet. */
  chat?: ChatSummary
}

export type Line = HumanLine | BotLine

export interface HumanLine extends LineStory {
  author: 'human'
  id: number
  chat: string
  kind: LineKind
  name: string
  at: number
  files?: LineFile[]
  /** The line it answers. */
  repliesTo?: Replied
  text: string
  /** The same as Markdown, where it is some. */
  blocks?: Block[]
  /** The name this page gave the line before it was stored. */
  key?: string
  receipt?: Receipt
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
  blocks: Block[]
  /** To press below it, as long as it is a question, or waits to be seen to. */
  buttons?: { label: string; data: string }[]
  /** It is a question that somebody waits with: until then, and no answer means no. */
  waitsUntil?: number
  /** What the question in it was and how it ended, on one line. */
  settled?: Block[]
  /** What was done for it, in order. */
  actions?: { line: string; failed: boolean }[]
  making?: Making
  /** Why it ends before it was finished. */
  unfinished?: 'stopped' | 'cut off'
}

/** The beginning of a line that somebody answers. */
export interface Replied {
  id: number
  who: string
  text: string
}

/** Read at /api/files/<id of the line>/<place in the list>. */
export interface LineFile {
  name: string
  bytes: number
  /** Can be shown and not only downloaded. */
  picture: boolean
}

/** What came of an upload, and what a message names it by. */
export interface UploadedFile {
  hash: string
  name: string
  bytes: number
  proof: string
}

export type LineKind = 'conversation' | 'command' | 'notice'

export interface Receipt {
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

/** What may be done without a question. */
export interface Allowed {
  /** What people answered with "always"; the newest last. */
  given: { id: number; name: string; words: Block[]; at: number }[]
  /** What the configuration says, as it says it. */
  file: { key: string; role: string; rules: string[] }[]
}

/** What is to be done at its time. */
export interface Job {
  id: number
  kind: 'reminder' | 'scheduled' | 'briefing' | 'heartbeat'
  name: string
  text: string
  /** Stands in the configuration, and is changed only there. */
  isOfFile: boolean
  state: 'active' | 'paused' | 'disabled' | 'done' | 'removed'
  /** In words. */
  when: string
  next?: number
  person: string
  destinations: string[]
  /** A reminder that came, and nobody has seen to it. */
  isOpen: boolean
}

export interface JobStory {
  coming: number[]
  /** Newest first, a page of them. */
  runs: JobRun[]
  older: boolean
}

export interface JobRun {
  id: number
  at: number
  state: 'queued' | 'held' | 'delivered' | 'silent' | 'failed' | 'cancelled' | 'missed' | 'skipped'
  reason?: AnyText
  /** What came of it. */
  result?: Block[]
}

/** Newest first. */
export interface Briefings {
  briefings: (JobRun & { name: string })[]
  older: boolean
}

/** What is scheduled now, and the one that was just changed. */
export interface Jobs {
  jobs: Job[]
  changed?: Job
}

/** The events of the one stream that a page listens to. */
export type LiveEvent =
  | { kind: 'line'; line: Line }
  /** `kept`: what was said until then follows as a line. */
  | { kind: 'receipt'; chat: string; task: number; messages: number[]; receipt: Receipt; kept?: boolean }
  /** The draft's blocks from `from` on; those before are as they were. */
  | { kind: 'draft'; chat: string; task: number; from: number; blocks: Block[] }
  | { kind: 'tool'; chat: string; task: number; line: string }
  | { kind: 'chats'; chats: ChatPage }

export type Block =
  | { kind: 'paragraph'; inlines: Inline[] }
  | { kind: 'heading'; level: number; inlines: Inline[] }
  | { kind: 'list'; start?: number; items: Block[][] }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'code'; language: string; text: string }
  | { kind: 'table'; align: Align[]; head: Inline[][]; rows: Inline[][][] }
  | { kind: 'rule' }

export type Inline =
  | { kind: 'text'; text: string }
  /** A formula that can be drawn comes with how; another one is shown to the letter. */
  | { kind: 'code'; text: string; formula?: 'inline' | 'display'; math?: MathNode }
  | { kind: 'strong' | 'em' | 'strike'; inlines: Inline[] }
  | { kind: 'link'; href: string; inlines: Inline[] }
  | { kind: 'break' }

export type Align = 'left' | 'center' | 'right' | 'none'
