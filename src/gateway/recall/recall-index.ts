import type { ChatId, Lane } from '../../domain/ids.ts'
import type { Author, Origin } from '../../domain/message.ts'
import type { Trust } from '../../domain/person.ts'
import type { Meaning, Readable } from '../../domain/recall.ts'

/** What recall needs from the store. The cost of each call is independent of how many messages and chats are stored. */
export interface RecallIndex {
  size(chats: Readable): CorpusSize
  /** The people who spoke here lately, and those elsewhere whose names contain one of these words. */
  speakers(chats: Readable, words: string[]): string[]
  /** For each word the messages that contain it, newest first, at most `most` and none newer than `asOf`. */
  messagesContaining(chats: Readable, words: string[], bounds: { most: number; asOf: Date }): number[][]
  /** At most `most` messages of a time span, those of this chat first. */
  between(chats: Readable, span: { from: Date; until: Date }, most: number): number[]
  /** The messages up to this many steps before and after these in their conversations. */
  around(ids: number[], steps: number): number[]
  /** The first message of each conversation. */
  firstMessages(conversations: number[]): number[]
  /** In any order, without messages that the person may not read. */
  lines(chats: Readable, ids: number[]): RecallLine[]
  /** The messages nearest in meaning, best first; empty without vectors. */
  nearest(chats: Readable, meaning: Meaning, bounds: { most: number; asOf: Date }): number[]
  /** How similar these messages are in meaning, from -1 to 1, without those that have no vector. */
  likeness(meaning: Meaning, ids: number[]): Map<number, number>
}

export interface CorpusSize {
  messages: number
  botMessages: number
  chars: number
}

/** A stored line with its place in its conversation. */
export interface RecallLine {
  id: number
  chat: ChatId
  lane: Lane
  author: Author
  name: string
  at: Date
  text: string
  /** The names of its attachments, by which it is found too. */
  files: string[]
  origin: Origin
  trust: Trust
  /** When its lane was cleared after it. From then on only an explicit search finds it. */
  cleared: Date | undefined
  /** Its conversation; undefined for background output. */
  conversation: { id: number; chars: number } | undefined
  /** The message before it in its conversation. */
  previous: number | undefined
}
