import type { ChannelName, ChatId, Lane } from '../domain/ids.ts'
import type { SourceBlock } from '../domain/job.ts'
import type { Meaning } from '../domain/meaning.ts'
import type { Role, Trust } from '../domain/person.ts'
import type { ReadableChats } from '../domain/readable.ts'
import type { PastMessage } from './past.ts'

/** What arrived, who sent it and who will read it. */
export interface Question {
  chat: ChatId
  lane: Lane
  /** What is asked now, oldest first, at least one. One that is not stored has the id `UNSTORED`. */
  messages: PastMessage[]
  /** Of an instruction to answer somebody: what they wrote. What counts is whether that went on with something. */
  answers?: Pick<PastMessage, 'id' | 'replyTo'> | undefined
  /** What was gathered for it; where it replies to background output, what that was written from. */
  sources?: SourceBlock[] | undefined
  now: Date
  /** Nothing newer is shown; `now` unless said. Where the clock was set back, what was just said is later than now. */
  asOf?: Date
  /** What they are about together, where vectors are on. */
  meaning?: Meaning | undefined
  /** Whose eyes it is for: their zone, how far they are trusted, and which chats they may read, this one included. */
  person: { timezone: string; trust: Trust; chats: ReadableChats }
  /** Undefined where nobody could say. */
  place?: Place | undefined
  /** See `fenceOf`; the same for all turns of an epoch. */
  fence: string
  /** What the model reported of tokens, divided by what we estimated: 1 until it did. */
  factor: number
}

/** Where it is asked, and by whom it is heard: what a thoughtful person would know before they answer. */
export interface Place {
  /** What we are called. */
  assistant: string
  /** What the owner is called, as they said at set-up; never the login. */
  owner: string | undefined
  channel: ChannelName
  audience: 'private' | 'group'
  /** Of a group, as it is called now. Whoever may rename it wrote this: data. */
  title: string | undefined
  /** Of a group: who of those we let in is known to be there, who spoke last first, at most 12. */
  members: { name: string; role: Role }[]
  /** How many more are known, strangers among them: what a stranger is called stands by their own lines only. */
  more: number
  /** What the channel can show. */
  shows: { markdown: boolean; tables: boolean; code: boolean; maxChars: number | undefined; files: boolean }
}

/** What an epoch has put before the model so far. */
export interface Shown {
  openedAt: Date
  /** Every message that its prompt or one of its turns showed. */
  ids: ReadonlySet<number>
  /** What the lane gained since its last turn, background results included, oldest first. Not its own answers. */
  gained: PastMessage[]
}

/** `[conversation]`, and what is known of the brain. */
export interface GatewaySettings {
  enabled: boolean
  lookbackCount: number
  skipSelectionThreshold: number
  /** Seconds. */
  selectionTimeout: number
  useSelection: 'auto' | boolean
  alwaysIncludeRecent: number
  /** Characters kept of each of our own lines; 0 = all. */
  contextTruncation: number
  /** 0 = no limit. */
  contextRecencyHours: number
  contextMinMessages: number
  previousTasksCount: number
  maxTokens: number
  maxBytes: number
  activeMinutes: number
  olderDays: number
  recallShare: number
  /** Whether the brain can search for itself. */
  tools: boolean
  /** Layer 2, when there is one. */
  persona?: string
  /** What only the brain that answers has to be told. */
  note?: string
}

/** Asked by a job at its time: nobody said it, and nobody waits. */
export function isBackground({ messages }: Pick<Question, 'messages'>): boolean {
  return messages.every(({ origin }) => origin !== 'chat')
}

/** A job that writes from what was gathered for it, and from nothing else. */
export function isFromSources(question: Pick<Question, 'messages' | 'sources'>): boolean {
  return isBackground(question) && question.sources !== undefined
}

/** The stored message that it replies to, other than one of its own. */
export function repliedBy({ messages }: Pick<Question, 'messages'>): number | undefined {
  const own = new Set(messages.map(({ id }) => id))
  return messages.findLast(({ replyTo }) => replyTo !== undefined && !own.has(replyTo))?.replyTo
}

export function wordsOf(question: Pick<Question, 'messages'>): string {
  return question.messages.map(({ text }) => text).join('\n')
}
