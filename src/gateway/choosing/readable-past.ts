import type { ReadableChats } from '../../domain/recall.ts'
import type { HistorySource } from '../history-source.ts'
import { carriedTrust, type PastMessage, type Summary, UNSTORED } from '../past.ts'
import { isBackground, isFromSources, type Question } from '../question.ts'

/** The past that may be shown for this question. */
export function pastFor(everything: HistorySource, question: Question): HistorySource {
  const readable = begunAnew(behindWall(everything, question.person.chats), question)
  if (isFromSources(question)) return withoutPast(readable)
  return isBackground(question) ? withoutOtherJobs(readable) : readable
}

/** Removes everything that the person may not read, whatever the store returns. */
function behindWall(source: HistorySource, chats: ReadableChats): HistorySource {
  const isReadable = (message: PastMessage) => chats.has(message.chat)
  return {
    ...source,
    messages: (...asked) => source.messages(...asked).filter(isReadable),
    message: (id) => [source.message(id)].find((message) => message && isReadable(message)),
    neighbours: (...asked) => source.neighbours(...asked).filter(isReadable),
    background: (...asked) => source.background(...asked).filter(isReadable),
    recall: (query) => source.recall(query).filter(({ message }) => isReadable(message)),
  }
}

/** After /new, older text with untrusted words is not shown again unless the person replies to it or searches for it. */
function begunAnew(source: HistorySource, { lane, asOf, now }: Question): HistorySource {
  const { newAt, continueAt } = source.marks(lane, { asOf: asOf ?? now, before: UNSTORED })
  if (!newAt || (continueAt && continueAt > newAt)) return source
  const isOurs = (message: PastMessage) => message.at > newAt || carriedTrust(message) !== 'untrusted'
  const ours = (summary: Summary | undefined) =>
    summary && (summary.toAt > newAt || summary.trust !== 'untrusted') ? summary : undefined
  return {
    ...source,
    messages: (...asked) => source.messages(...asked).filter(isOurs),
    conversations: (...asked) => source.conversations(...asked).map((one) => ({ ...one, summary: ours(one.summary) })),
    laneSummary: (...asked) => ours(source.laneSummary(...asked)),
    background: (...asked) => source.background(...asked).filter(isOurs),
    recall: (query) => source.recall(query).filter(({ message }) => isOurs(message)),
  }
}

/** A job does not answer our open question, and the output of other jobs does not concern it. */
function withoutOtherJobs(source: HistorySource): HistorySource {
  return { ...source, background: () => [], pendingQuestion: () => undefined }
}

/** A job with sources needs nothing of the past. */
function withoutPast(source: HistorySource): HistorySource {
  return {
    ...withoutOtherJobs(source),
    messages: () => [],
    conversations: () => [],
    laneSummary: () => undefined,
    neighbours: () => [],
    recall: () => [],
    nearest: () => [],
  }
}
