import type { ChatId, Lane } from '../../domain/ids.ts'
import type { Meaning } from '../../domain/meaning.ts'
import type { Author, Origin } from '../../domain/message.ts'
import type { Trust } from '../../domain/person.ts'
import type { Readable } from '../../domain/readable.ts'

/** What recall needs of the place where messages are stored. Nothing here costs more because there is more stored, or in more chats. */
export interface RecallIndex {
  size(chats: Readable): CorpusSize
  /** Who spoke lately here, and of those who speak elsewhere the ones who go by one of these words. */
  speakers(chats: Readable, words: string[]): string[]
  /** For each word the messages that hold it, newest first, no more than asked for, none newer than `asOf`. */
  holders(chats: Readable, words: string[], bounds: { most: number; asOf: Date }): number[][]
  /** Messages of a stretch of time, those said here first, no more than asked for. */
  between(chats: Readable, span: { from: Date; until: Date }, most: number): number[]
  /** What was said up to so many steps before and after these in their conversations. */
  around(ids: number[], steps: number): number[]
  /** The first message of each conversation. */
  openings(conversations: number[]): number[]
  /** In any order; a message that is not theirs to read is left out. */
  lines(chats: Readable, ids: number[]): RecallLine[]
  /** What means the nearest to this, best first; none where there are no vectors. Called only with a meaning. */
  nearest(chats: Readable, meaning: Meaning, bounds: { most: number; asOf: Date }): number[]
  /** How alike these are to it, from -1 to 1; those without a vector are left out. */
  likeness(meaning: Meaning, ids: number[]): Map<number, number>
}

export interface CorpusSize {
  messages: number
  botMessages: number
  chars: number
}

/** A stored line with where it stands in its conversation. */
export interface RecallLine {
  id: number
  chat: ChatId
  lane: Lane
  author: Author
  name: string
  at: Date
  text: string
  /** Names of what hangs on it: it is found by them too. */
  files: string[]
  origin: Origin
  trust: Trust
  /** When its lane was cleared after it was said: from then on only an explicit search reaches it. */
  cleared: Date | undefined
  /** The conversation it is part of; undefined for background output. */
  conversation: { id: number; chars: number } | undefined
  /** What was said before it in its conversation. */
  previous: number | undefined
}
