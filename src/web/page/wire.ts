// What travels between the server and the page. No imports, so that both sides compile it: the tree of a text
// is the one of lib/markdown.ts, and the server does not compile when the two differ.

export interface State {
  person: string
  brain: { name: string; banner?: string; trouble?: { sentence: string; until: number } }
  chats: ChatSummary[]
}

export interface ChatSummary {
  id: string
  title: string
  at: number
}

/** Lines before the oldest one known are asked for by its id. */
export interface LinePage {
  lines: Line[]
  older: boolean
}

export type Line = HumanLine | BotLine

export interface HumanLine {
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
  /** The name this page gave the line before it was stored. */
  key?: string
  receipt?: Receipt
}

export interface BotLine {
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
  /** What the question in it was and how it ended, on one line. */
  settled?: Block[]
  /** What was done for it, in order. */
  actions?: { line: string; failed: boolean }[]
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
  reason?: string
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

/** What the model saw on one turn. */
export interface Turn {
  status: string
  /** Why it is that. */
  reason: string
  /** In sentences: what it saw, how the message was taken, and what it took. */
  why: string[]
  /** How lines were chosen, and what could not be understood. */
  also: string[]
  /** The first of a session, with a system prompt made for it. */
  opens: boolean
  at: number
  /** Of the past, and how many it might have been. */
  tokens: number
  budget: number
  /** How full the context was with it. */
  use: ContextUse
  parts: TurnPart[]
  leftOut: LeftOut[]
  /** What it was given, to the letter. */
  system: string
  text: string
}

export interface ContextUse {
  /** The model counted; otherwise it is an estimate. */
  measured: boolean
  brain?: string
  model?: string
  tokens: number
  window?: number
  /** They add up to the tokens. */
  shares: { name: ShareName; what: string; tokens: number }[]
  /** Where something happens by itself. */
  marks: { tokens: number; what: string }[]
  next: string[]
}

export type ShareName = 'system' | 'summary' | 'history' | 'recalled' | 'tools' | 'message' | 'rest'

export interface TurnPart {
  kind: string
  /** What it is, for people. */
  name: string
  reason: string
  tokens: number
  lines: Glimpse[]
}

/** What was left out for one reason: the nearest, and how many more. */
export interface LeftOut {
  reason: string
  lines: Glimpse[]
  more: number
}

/** The beginning of a line. */
export interface Glimpse {
  id: number
  who: string
  at: number
  text: string
}

/** Best first. */
export interface Found {
  lines: FoundLine[]
}

export interface FoundLine {
  id: number
  chat: string
  title: string
  who: string
  at: number
  pieces: Piece[]
}

/** A piece of a text; a hit is a word that was looked for. */
export interface Piece {
  text: string
  hit: boolean
}

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
  /** Newest first. */
  runs: JobRun[]
}

export interface JobRun {
  id: number
  at: number
  state: 'queued' | 'held' | 'delivered' | 'silent' | 'failed' | 'cancelled' | 'missed' | 'skipped'
  reason?: string
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
  | { kind: 'chats'; chats: ChatSummary[] }

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
  | { kind: 'code'; text: string }
  | { kind: 'strong' | 'em' | 'strike'; inlines: Inline[] }
  | { kind: 'link'; href: string; inlines: Inline[] }
  | { kind: 'break' }

export type Align = 'left' | 'center' | 'right' | 'none'
