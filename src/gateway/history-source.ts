import type { ChatId, Lane } from '../domain/ids.ts'
import type { Meaning, Readable } from '../domain/recall.ts'
import type { LocalizedText } from '../messages/localized.ts'
import type { PendingQuestion } from './choosing/pending-question.ts'
import type { Fact, PastMessage, Summary } from './past.ts'
import type { EvidenceBar } from './recall/evidence-stop.ts'
import type { LibraryHit, LibraryQuery } from './recall/library-recall.ts'
import type { Relation } from './recall/related-past.ts'

/**
 * The past as the gateway reads it: synchronously, and with the same result for the same query. Nothing is newer than the
 * bound, including summaries and marks, so that we can show later what a turn saw at its time.
 */
export interface HistorySource {
  /** The messages of a lane by time, newest first, without background output, commands and notices. */
  messages(lane: Lane, bound: Bound, page: MessagePage): PastMessage[]
  /** The conversations of a lane that ended at or after a moment, newest first, each with its newest summary. */
  conversations(lane: Lane, bound: Bound, since: Date): PastConversation[]
  /** The newest rolling summary of the lane. */
  laneSummary(lane: Lane, bound: Bound): Summary | undefined
  /** Any message, including background output. */
  message(id: number): PastMessage | undefined
  /** The messages just before and just after a message in its lane, by time, without it. */
  neighbours(message: PastMessage, each: number, bound: Bound): PastMessage[]
  /** Where each of these messages stands in its conversation, by the id of the message. */
  places(messages: PastMessage[], bound: Bound): Map<number, LinePlace>
  /** The lines right before and after each of these messages in its conversation, by the id of the message. */
  adjacent(messages: PastMessage[], bound: Bound): Map<number, AdjacentLines>
  /** Background results that were delivered in the lane after a moment, newest first; all of them without a moment. */
  background(lane: Lane, since: Date | undefined, bound: Bound, limit: number): PastMessage[]
  /** Our open question in the lane. */
  pendingQuestion(lane: Lane, bound: Bound): PendingQuestion | undefined
  marks(lane: Lane, bound: Bound): LaneMarks
  /** The passages of the owner's library that fit the question, best first; empty unless the owner alone reads the answer. */
  library(query: LibraryQuery): LibraryHit[]
  /** The remembered facts that speak to the question and may be shown where it is asked, best first. */
  facts(query: FactsQuery): Fact[]
  recall(query: PastQuery): RecallResult
  /** The messages of a chat that are nearest in meaning, best first; empty without vectors or with too few of them. */
  nearest(query: NearestQuery): number[]
}

/** The place of a line in its conversation, which costs much less to read than the lines around it. */
export interface LinePlace {
  beforeId: number | undefined
  /** The line before that one. */
  earlierId: number | undefined
  afterId: number | undefined
  /** We wrote the line after it. */
  isAnsweredByUs: boolean
}

export interface AdjacentLines {
  before: PastMessage | undefined
  after: PastMessage | undefined
}

/** The same places, as if the lines that the test rejects did not exist. */
export function filterPlaces(places: Map<number, LinePlace>, isKept: (id: number) => boolean): Map<number, LinePlace> {
  const keep = (id: number | undefined) => (id !== undefined && isKept(id) ? id : undefined)
  return new Map(
    Array.from(places, ([id, { beforeId, afterId, earlierId, isAnsweredByUs }]) => {
      const keptAfter = keep(afterId)
      const isAnswered = isAnsweredByUs && keptAfter !== undefined
      return [id, { beforeId: keep(beforeId), afterId: keptAfter, earlierId, isAnsweredByUs: isAnswered }]
    }),
  )
}

/** The same result without the lines that the test rejects. */
export function filterAdjacent(
  adjacent: Map<number, AdjacentLines>,
  isKept: (message: PastMessage) => boolean,
): Map<number, AdjacentLines> {
  const keep = (message: PastMessage | undefined) => (message && isKept(message) ? message : undefined)
  return new Map(Array.from(adjacent, ([id, { before, after }]) => [id, { before: keep(before), after: keep(after) }]))
}

export interface NearestQuery {
  meaning: Meaning
  chat: ChatId
  bound: Bound
  limit: number
}

export interface FactsQuery extends Pick<PastQuery, 'text' | 'chat' | 'lane' | 'chats' | 'bound' | 'privateFactsOf'> {
  /**
   * When the session was opened, on a later turn of it: facts that were learned elsewhere since then are included, and
   * those that are only shown because they always hold are not.
   */
  since?: Date | undefined
}

/** Where the past ends. Our own lines have no upper id, because an answer is often stored after the next question. */
export interface Bound {
  asOf: Date
  /** Messages of people count only when their id is below this one. */
  before: number
}

export interface MessagePage {
  /** The last message of the previous page. */
  olderThan?: PastMessage
  /** Only messages after this moment. */
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

/** When the person last used each command that decides where their conversation begins. */
export interface LaneMarks {
  /** /new */
  newAt: Date | undefined
  /** /continue */
  continueAt: Date | undefined
  /** /context clear: tiers, summary and automatic recall show nothing older. */
  clearedAt: Date | undefined
}

export interface PastQuery {
  text: string
  meaning: Meaning | undefined
  chat: ChatId
  lane: Lane
  /** What the person may read. */
  chats: Readable
  /** The person whose private facts may be shown; undefined if others can read the answer. */
  privateFactsOf?: number | undefined
  bound: Bound
  after: Date | undefined
  timezone: string
  /** The last lines of the current conversation, oldest first. */
  tail: PastMessage[]
  /** Messages that the model sees anyway. */
  exclude: ReadonlySet<number>
  /** How much evidence a line needs. */
  bar: EvidenceBar
  /** A conversation is current when its last line is not older than this. */
  activeMinutes: number
  /** The most lines that could fit. */
  limit: number
}

export interface RecallResult {
  /** The relevant messages of the whole past, best first. */
  hits: Recalled[]
  /** How much the message has in common with the past. */
  relation: Relation
}

/** When nothing is known about the past, nothing of it is withheld. */
export const NO_HITS: RecallResult = { hits: [], relation: 'clear' }

/** The same result without the messages that the test rejects. */
export function filterHits({ hits, relation }: RecallResult, isKept: (message: PastMessage) => boolean): RecallResult {
  return { hits: hits.filter(({ message }) => isKept(message)), relation }
}

export interface Recalled {
  message: PastMessage
  score: number
  /** Why it was found, in words for people. */
  reason: LocalizedText
  /** The question names the thread or chat it is from. */
  named?: boolean
}
