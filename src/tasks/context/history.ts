import type { Config } from '../../config/config.ts'
import type { ChatId } from '../../domain/ids.ts'
import { onlyIn } from '../../domain/recall.ts'
import {
  type AdjacentLines,
  type Bound,
  type HistorySource,
  type LinePlace,
  NO_HITS,
  type PastQuery,
  type Recalled,
} from '../../gateway/history-source.ts'
import { type PastMessage, UNSTORED } from '../../gateway/past.ts'
import { reasonMessages } from '../../gateway/reason-messages.ts'
import type { LibraryRecall } from '../../gateway/recall/library-recall.ts'
import { createRecall, type Hit, type RecallMethod } from '../../gateway/recall/recall.ts'
import { plainWords } from '../../lib/text/words.ts'
import type { Database } from '../../store/database.ts'
import { chatTitles, laneMarks } from '../../store/messages/chats.ts'
import {
  backgroundIn,
  conversationsIn,
  laneHistory,
  neighboursOf,
  type PastRow,
  pastMessages,
  placesInConversation,
} from '../../store/recall/lane-history.ts'
import { pendingQuestionAt } from '../../store/recall/pending-questions.ts'
import { canRead } from '../../store/recall/readable.ts'
import { createRecallSource } from '../../store/recall/recall-source.ts'
import { conversationSummaries, laneSummary, type StoredSummary } from '../../store/recall/summaries.ts'
import type { DayNotes } from '../recall/day-notes.ts'
import { createFactFinder, type FactFinder } from './fact-finder.ts'
import { idsOf, toPastMessages } from './past-messages.ts'

/** With fewer messages than this a distance says little, so the search by meaning is skipped. */
const MIN_MESSAGES_FOR_DISTANCE = 60

/** What can be shown besides messages and facts; each may be absent. */
export interface OtherSources {
  notes?: DayNotes | undefined
  library?: LibraryRecall | undefined
}

/** Gives the gateway access to all stored messages as they were at the time of the question. */
export function createHistorySource(
  db: Database,
  config: () => Pick<Config, 'conversation'>,
  method?: RecallMethod,
  { notes, library }: OtherSources = {},
): HistorySource {
  const source = createRecallSource(db)
  const { recall } = createRecall(source, method)
  const facts = createFactFinder(db, source)
  return {
    messages(lane, bound, page) {
      const mostOfEach = config().conversation.cacheMaxPerConversation || undefined
      return toPastMessages(db, laneHistory(db, lane, bound, { ...page, mostOfEach }))
    },
    conversations(lane, bound, since) {
      const rows = conversationsIn(db, lane, bound, since)
      const { clearedAt } = marksAt(db, lane, bound.asOf)
      const summaries = conversationSummaries(db, idsOf(rows), { asOf: bound.asOf, after: clearedAt })
      return rows.map((row) => ({ ...row, summary: withoutHidden(summaries.get(row.id)) }))
    },
    laneSummary: (lane, { asOf }) =>
      withoutHidden(laneSummary(db, lane, { asOf, after: marksAt(db, lane, asOf).clearedAt })),
    message: (id) => toPastMessages(db, pastMessages(db, [id]))[0],
    neighbours: (message, each, bound) => toPastMessages(db, neighboursOf(db, message, each, bound)),
    places: (messages, { asOf }) => readPlaces(db, idsOf(messages), asOf),
    adjacent: (messages, bound) => readAdjacent(db, idsOf(messages), bound),
    background: (lane, since, bound, limit) => toPastMessages(db, backgroundIn(db, lane, { since, bound, limit })),
    pendingQuestion: (lane, { asOf }) => pendingQuestionAt(db, lane, asOf),
    marks: (lane, { asOf }) => marksAt(db, lane, asOf),
    facts: (query) => [...facts.find(query), ...(notes?.find(query) ?? [])],
    nearest({ meaning, chat, bound, limit: most }) {
      if (source.size(onlyIn(chat)).messages < MIN_MESSAGES_FOR_DISTANCE) return []
      return source.nearest(onlyIn(chat), meaning, { most, asOf: bound.asOf })
    },
    library: (query) => library?.recall(query) ?? [],
    recall(query) {
      // If the model sees every message anyway, there is nothing left to find.
      const shown = query.exclude.size - (query.exclude.has(UNSTORED) ? 1 : 0)
      if (source.size(query.chats).messages <= shown) return NO_HITS
      const { hits, relation } = recall(query)
      const messages = toPastMessages(db, hits.map(toRow))
      const isNamed = createNameTest(db, query, hits)
      const found = hits.flatMap(({ score, reason }, index) => {
        const message = messages[index]
        return message ? [{ message, score, reason, named: isNamed(message.chat) }] : []
      })
      return { hits: withSources(found, readFactSources(db, facts, query, found)), relation }
    },
  }
}

/** This many facts lead to the line in which they were said. */
const MAX_FACT_SOURCES = 5

/**
 * The lines in which the facts that fit the question were said. A fact is often closer to the words of a question than
 * the line that it comes from.
 */
function readFactSources(db: Database, facts: FactFinder, query: PastQuery, found: Recalled[]): Recalled[] {
  const known = new Set([...query.exclude, ...found.map(({ message }) => message.id)])
  const matched = facts
    .match(query)
    .slice(0, MAX_FACT_SOURCES)
    .filter(({ fact: { messageId } }) => messageId !== undefined && !known.has(messageId))
  const lines = toPastMessages(db, pastMessages(db, [...new Set(matched.flatMap(({ fact }) => fact.messageId ?? []))]))
  const isKept = ({ at, conversation, chat }: PastMessage) =>
    conversation !== undefined &&
    at <= query.bound.asOf &&
    (query.after === undefined || at > query.after) &&
    canRead(db, query.chats, chat)
  return lines.filter(isKept).map((message) => {
    const reference = matched.find(({ fact }) => fact.messageId === message.id)?.fact.id ?? 0
    // It was found by what it says, so it may come from another lane as if the question had named that.
    return { message, score: 0, reason: reasonMessages.facts.source(`f${reference}`), named: true }
  })
}

/** Places the sources of facts between the hits, so that neither pushes the other out. */
function withSources(hits: Recalled[], sources: Recalled[]): Recalled[] {
  const all = [...hits]
  for (const [index, line] of sources.entries()) all.splice(index * 2, 0, { ...line, score: hits[0]?.score ?? 0 })
  return all
}

/** All lines are read at once, because a turn needs those around a hundred messages. */
function readPlaces(db: Database, ids: number[], asOf: Date): Map<number, LinePlace> {
  return new Map(
    placesInConversation(db, ids, asOf).map(({ id, earlier, before, after, isAnswered }) => [
      id,
      {
        beforeId: before ?? undefined,
        earlierId: earlier ?? undefined,
        afterId: after ?? undefined,
        isAnsweredByUs: isAnswered === 1,
      },
    ]),
  )
}

function readAdjacent(db: Database, ids: number[], { asOf, before }: Bound): Map<number, AdjacentLines> {
  const places = placesInConversation(db, ids, asOf)
  const adjacent = [...new Set(places.flatMap((place) => [place.before ?? [], place.after ?? []].flat()))]
  const lines = toPastMessages(db, pastMessages(db, adjacent)).filter(
    ({ id, at, author, origin }) => at <= asOf && (author === 'bot' || id < before) && origin === 'chat',
  )
  const lineById = new Map(lines.map((line) => [line.id, line]))
  const find = (id: number | null) => (id === null ? undefined : lineById.get(id))
  return new Map(places.map((place) => [place.id, { before: find(place.before), after: find(place.after) }]))
}

/** A text names another chat if it has all words of its title: "what did we say in House and garden?" */
function createNameTest(db: Database, { text, chat: current }: PastQuery, hits: Hit[]): (chat: ChatId) => boolean {
  const elsewhere = new Set(hits.map(({ line }) => line.chat).filter((chat) => chat !== current))
  if (elsewhere.size === 0) return () => false
  const questionWords = new Set(plainWords(text))
  const namedChats = [...chatTitles(db, [...elsewhere])].filter(([, title]) => {
    const words = plainWords(title)
    return words.length > 0 && words.every((word) => questionWords.has(word))
  })
  const ids = new Set(namedChats.map(([id]) => id))
  return (chat) => ids.has(chat)
}

function toRow({ line }: Hit): PastRow {
  const { id, chat, lane, author, name, at, text, origin, trust } = line
  return {
    id,
    chat,
    lane,
    author,
    name,
    at,
    text,
    origin,
    trust,
    conversation: line.conversation?.id,
    replyTo: undefined,
  }
}

/** Leaves out a summary that was hidden: it only marks which messages are covered, and has no text. */
function withoutHidden(summary: StoredSummary | undefined): StoredSummary | undefined {
  return summary?.text === '' && !summary.wanted ? undefined : summary
}

/** The marks of a lane as they were at `asOf`. */
function marksAt(db: Database, lane: Parameters<typeof laneMarks>[1], asOf: Date) {
  const { newAt, continueAt, clearedAt } = laneMarks(db, lane)
  const ifReached = (mark: Date | undefined) => (mark && mark <= asOf ? mark : undefined)
  return { newAt: ifReached(newAt), continueAt: ifReached(continueAt), clearedAt: ifReached(clearedAt) }
}
