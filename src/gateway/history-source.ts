import type { ChatId, Lane } from '../domain/ids.ts'
import type { Meaning } from '../domain/meaning.ts'
import type { Readable } from '../domain/readable.ts'
import type { PendingQuestion } from './choosing/pending-question.ts'
import type { Fact, PastMessage, Summary } from './past.ts'
import type { Bar } from './recall/evidence-stop.ts'

/**
 * What the gateway needs to know of the past; synchronous, and the same for the same question. Nothing it gives is
 * newer than the bound, summaries and marks included: what a turn would have seen then can be shown at any time.
 */
export interface HistorySource {
  /** What was said in a lane by time, newest first: no background output, commands or notices. */
  messages(lane: Lane, bound: Bound, page: Page): PastMessage[]
  /** Those of a lane that ended at or after a moment, newest first, each with its newest summary. */
  conversations(lane: Lane, bound: Bound, since: Date): PastConversation[]
  /** The newest rolling summary of the lane. */
  laneSummary(lane: Lane, bound: Bound): Summary | undefined
  /** Any message, background output included. */
  message(id: number): PastMessage | undefined
  /** What was said just before and just after a message in its lane, by time, without it. */
  neighbours(message: PastMessage, each: number, bound: Bound): PastMessage[]
  /** Background results delivered in the lane after a moment (ever, when undefined), newest first. */
  background(lane: Lane, since: Date | undefined, bound: Bound, limit: number): PastMessage[]
  /** What we asked in the lane and did not hear yet. */
  pendingQuestion(lane: Lane, bound: Bound): PendingQuestion | undefined
  marks(lane: Lane, bound: Bound): LaneMarks
  /** What is remembered and fits the question, best first: only what these chats may know. */
  facts(query: FactsQuery): Fact[]
  /** Best first. */
  recall(query: RecallQuery): Recalled[]
  /** What means the nearest to it of all that was said in a chat, best first; nothing without vectors, or of too few. */
  nearest(query: NearestQuery): number[]
}

export interface NearestQuery {
  meaning: Meaning
  chat: ChatId
  bound: Bound
  most: number
}

export type FactsQuery = Pick<RecallQuery, 'text' | 'meaning' | 'chat' | 'lane' | 'chats' | 'bound'>

/** Up to where the past goes. Our own lines count whenever they were stored: an answer often comes after the next question. */
export interface Bound {
  asOf: Date
  /** What people said counts only below this message. */
  before: number
}

export interface Page {
  /** Goes on below this one. */
  olderThan?: PastMessage
  /** Nothing at or before this moment. */
  after?: Date
  limit: number
}

export interface PastConversation {
  id: number
  startedAt: Date
  lastAt: Date
  messages: number
  summary: Summary | undefined
}

/** What the person said about where their conversation begins. */
export interface LaneMarks {
  /** /new */
  newAt: Date | undefined
  /** /continue */
  continueAt: Date | undefined
  /** /context clear: the floor for tiers, summary and automatic recall. */
  clearedAt: Date | undefined
}

export interface RecallQuery {
  text: string
  meaning: Meaning | undefined
  chat: ChatId
  lane: Lane
  /** What the person may read. */
  chats: Readable
  bound: Bound
  after: Date | undefined
  timezone: string
  /** The end of the conversation as it stands, oldest first: what the question is asked in. */
  tail: PastMessage[]
  /** Not to be found: they are before the model anyway. */
  exclude: ReadonlySet<number>
  /** How much must speak for a line. */
  bar: Bar
  /** A conversation is going on when its last line is not older. */
  activeMinutes: number
  /** How many could find room at the very most. */
  limit: number
}

export interface Recalled {
  message: PastMessage
  score: number
  /** For people: why it was found. */
  reason: string
  /** The question names the thread or chat it is from. */
  named?: boolean
}
