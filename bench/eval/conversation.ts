import type { Random } from '../../test/support/seeded.ts'
import type { Topic } from './topic.ts'

/** A chat of an evaluated conversation. The first person of the conversation is the owner of the daemon. */
export interface EvalChat {
  name: string
  /** The only person who reads it. A chat without one is a group of everybody. */
  privateTo?: string
}

export interface EvalLine {
  chat: string
  /** The name of a person; undefined for an answer of the assistant. */
  from: string | undefined
  at: Date
  text: string
}

/** What a right answer is. */
export type Expected =
  | { kind: 'exact'; value: string /** What was true before. */; outdated: string[] }
  | { kind: 'one of'; values: string[] }
  | { kind: 'number'; min: number; max: number }
  /** Nobody told the person who asks, so the answer is that it is not known. */
  | { kind: 'unknown' }

export interface EvalQuestion {
  id: string
  chat: string
  from: string
  at: Date
  text: string
  expected: Expected
  /** What must be neither in the prompt nor in the answer, because it was said where the person cannot read. */
  secrets: string[]
}

export interface Conversation {
  people: string[]
  chats: EvalChat[]
  lines: EvalLine[]
  /** All are asked after the last line. */
  questions: EvalQuestion[]
  /** The phrasings it was written with. */
  topics: Topic[]
}

/** One kind of conversation. */
export interface Kind {
  name: string
  /** What is in it, in a few words. */
  about: string
  /** Nothing is ever tuned on it. Its figures are printed apart. */
  isHeldOut?: true
  make(random: Random, size: Size): Conversation
}

export interface Size {
  /** How many conversations of each kind. */
  conversations: number
  /** How many days each lasts. */
  days: number
  /** How many small exchanges each day has. */
  exchangesPerDay: number
  /** How many questions each conversation is asked, at most. */
  questions: number
}
