import type { ReadableChats } from '../../domain/recall.ts'
import { filterAdjacent, filterHits, type HistorySource, NO_HITS } from '../history-source.ts'
import { carriedTrust, type PastMessage, type Summary, UNSTORED } from '../past.ts'
import { isBackground, isFromSources, type Question } from '../question.ts'

/** The past that may be shown for this question. */
export function readablePast(history: HistorySource, question: Question): HistorySource {
  const readable = withoutUntrustedBeforeNew(onlyReadable(history, question.person.chats), question)
  if (isFromSources(question)) return withoutPast(readable)
  return isBackground(question) ? withoutOtherJobs(readable) : readable
}

/** Removes everything that the person may not read, whatever the store returns. */
function onlyReadable(source: HistorySource, chats: ReadableChats): HistorySource {
  const isReadable = (message: PastMessage) => chats.has(message.chat)
  return {
    ...source,
    messages: (...args) => source.messages(...args).filter(isReadable),
    message: (id) => [source.message(id)].find((message) => message && isReadable(message)),
    neighbours: (...args) => source.neighbours(...args).filter(isReadable),
    adjacent: (...args) => filterAdjacent(source.adjacent(...args), isReadable),
    background: (...args) => source.background(...args).filter(isReadable),
    recall: (query) => filterHits(source.recall(query), isReadable),
  }
}

/** After /new, older text with untrusted words is not shown again unless the person replies to it or searches for it. */
function withoutUntrustedBeforeNew(source: HistorySource, { lane, asOf, now }: Question): HistorySource {
  const { newAt, continueAt } = source.marks(lane, { asOf: asOf ?? now, before: UNSTORED })
  if (!newAt || (continueAt && continueAt > newAt)) return source
  const isShowable = (message: PastMessage) => message.at > newAt || carriedTrust(message) !== 'untrusted'
  const showableSummary = (summary: Summary | undefined) =>
    summary && (summary.toAt > newAt || summary.trust !== 'untrusted') ? summary : undefined
  return {
    ...source,
    messages: (...args) => source.messages(...args).filter(isShowable),
    conversations: (...args) =>
      source
        .conversations(...args)
        .map((conversation) => ({ ...conversation, summary: showableSummary(conversation.summary) })),
    laneSummary: (...args) => showableSummary(source.laneSummary(...args)),
    adjacent: (...args) => filterAdjacent(source.adjacent(...args), isShowable),
    background: (...args) => source.background(...args).filter(isShowable),
    recall: (query) => filterHits(source.recall(query), isShowable),
  }
}

/**
 * A job does not answer our open question, and the output of other jobs does not concern it. It is shown no passages of
 * the library unasked, because with text from others it could do less, and nobody is there to allow more.
 */
function withoutOtherJobs(source: HistorySource): HistorySource {
  return { ...source, background: () => [], pendingQuestion: () => undefined, library: () => [] }
}

/** A job with sources needs nothing of the past. */
function withoutPast(source: HistorySource): HistorySource {
  return {
    ...withoutOtherJobs(source),
    messages: () => [],
    conversations: () => [],
    laneSummary: () => undefined,
    neighbours: () => [],
    places: () => new Map(),
    adjacent: () => new Map(),
    facts: () => [],
    library: () => [],
    recall: () => NO_HITS,
    nearest: () => [],
  }
}
