import { withoutCredentials } from '../../lib/text/secrets.ts'
import { joinTexts } from '../../messages/localized.ts'
import { type ChoosePassages, createPassages } from '../choosing/passages.ts'
import { isSmallTalk } from '../choosing/small-talk.ts'
import {
  filterAdjacent,
  filterPlaces,
  type HistorySource,
  NO_HITS,
  type PastQuery,
  type Recalled,
  type RecallResult,
} from '../history-source.ts'
import type { PastMessage } from '../past.ts'
import { type GatewaySettings, isBackground, type Question, questionText } from '../question.ts'
import { reasonMessages } from '../reason-messages.ts'
import type { EvidenceBar } from '../recall/evidence-stop.ts'
import { referredKinds, refersTo } from './background-references.ts'
import type { Arrival } from './lane-past.ts'
import { pointsAtResult } from './previous-tasks.ts'
import type { LinesAround } from './recalled-block.ts'

/** A hit from another lane must score this share higher than the best hit of this lane, unless the question names its lane. */
const OTHER_LANE_MARGIN = 0.25

/** How many lines say what the conversation is about. */
const TAIL_LINES = 8
const MAX_HITS = 2000
/** "The briefing" means one of the latest results. */
const LATEST_RESULTS = 50
/** Hardly any rendered line is shorter, so this limits how many lines the budget can hold. */
const SHORT_LINE_CHARS = 60

/** How much of a message that is replied to says what it is about, and how many later lines on that are shown. */
const MAX_TARGET_CHARS = 400
const MAX_LATER_LINES = 3

/** After nothing but small talk the session has hardly any of the past, so the next message gets more of it. */
export function evidenceBarFor({ candidates }: Arrival): EvidenceBar {
  const humanLines = candidates.active.filter(({ author }) => author === 'human')
  return humanLines.length > 0 && humanLines.every(({ text }) => isSmallTalk(text)) ? 'greeted' : 'continuing'
}

/** The relevant lines of the whole past, best first, without what the model sees anyway. Small talk recalls nothing. */
export function recallFor(
  source: HistorySource,
  question: Question,
  arrival: Arrival,
  settings: GatewaySettings,
  { known, bar }: { known: number[]; bar: EvidenceBar },
): RecallResult {
  const text = questionText(question)
  if (settings.recallShare === 0 || arrival.smallTalk) return NO_HITS
  const { bound, marks, questionIds: own, recent, target } = arrival
  const mayRefer = !isBackground(question) && !pointsAtResult(arrival)
  const exclude = new Set([...known, ...own, ...(target ? [target.id] : [])])
  const query = {
    text,
    meaning: question.meaning,
    chat: question.chat,
    lane: question.lane,
    chats: question.person.chats,
    privateFactsOf: question.person.privateFactsOf,
    bound,
    after: marks.clearedAt,
    timezone: question.person.timezone,
    tail: recent.slice(0, TAIL_LINES).toReversed(),
    exclude,
    bar,
    activeMinutes: settings.activeMinutes,
    limit: Math.min(MAX_HITS, Math.ceil((settings.maxTokens * 4) / SHORT_LINE_CHARS)),
  }
  const { hits, relation } = source.recall(query)
  const later = target ? laterOnSameMatter(source, query, target) : []
  const laterIds = new Set(later.map(({ message }) => message.id))
  const allowedHits = [...later, ...hits.filter(({ message }) => !laterIds.has(message.id))].filter(
    ({ message: { id, origin } }) => !exclude.has(id) && (origin === 'chat' || (mayRefer && refersTo(origin, text))),
  )
  const referredResults = mayRefer
    ? latestReferredResults(source, question, arrival).filter(({ id }) => !exclude.has(id))
    : []
  const referredIds = new Set(referredResults.map(({ id }) => id))
  const referredHits = referredResults.map((message) =>
    withMaskedCredentials({ message, score: 0, reason: reasonMessages.found.newest(message.origin) }),
  )
  const others = filterByLane(allowedHits, question, marks.clearedAt).filter(
    ({ message }) => !referredIds.has(message.id),
  )
  return { hits: [...referredHits, ...others], relation: referredHits.length > 0 ? 'clear' : relation }
}

/** "Does that still hold?" names nothing itself, so what was said after the message it replies to is found by its words. */
function laterOnSameMatter(source: HistorySource, query: PastQuery, target: PastMessage): Recalled[] {
  const text = target.text.slice(0, MAX_TARGET_CHARS)
  return source
    .recall({ ...query, text, meaning: undefined, tail: [] })
    .hits.filter(({ message }) => message.at > target.at)
    .slice(0, MAX_LATER_LINES)
    .map((hit) => ({ ...hit, reason: joinTexts([reasonMessages.found.laterOnSameMatter, hit.reason], '; ') }))
}

/** "What did the briefing say?" shares no word with the briefing and means the latest one. */
function latestReferredResults(source: HistorySource, question: Question, { bound, marks }: Arrival): PastMessage[] {
  const kinds = referredKinds(questionText(question))
  if (kinds.length === 0) return []
  const latest = source.background(question.lane, marks.clearedAt, bound, LATEST_RESULTS)
  return kinds.flatMap((kind) => latest.find(({ origin }) => origin === kind) ?? [])
}

/** Hits of other lanes must be named or clearly better. A line with a credential is shown only in its own chat. */
function filterByLane(hits: Recalled[], question: Question, clearedAt: Date | undefined): Recalled[] {
  const allowedHits = hits.filter(
    ({ message }) =>
      (!clearedAt || message.at > clearedAt) &&
      (message.chat === question.chat || withoutCredentials(message.text) === message.text),
  )
  const isHere = ({ message }: Recalled) => message.lane === question.lane
  // The hits need not be in order of their scores.
  const bestHere = allowedHits
    .filter(isHere)
    .reduce<number | undefined>((max, { score }) => Math.max(max ?? score, score), undefined)
  // Scores may be negative, so the margin is added instead of multiplied.
  const minScore = bestHere === undefined ? Number.NEGATIVE_INFINITY : bestHere + OTHER_LANE_MARGIN * Math.abs(bestHere)
  return allowedHits.filter((hit) => isHere(hit) || hit.named || hit.score > minScore).map(withMaskedCredentials)
}

/** Hides credentials, so that recall does not repeat them. */
function withMaskedCredentials(hit: Recalled): Recalled {
  return { ...hit, message: maskCredentials(hit.message) }
}

function maskCredentials(message: PastMessage): PastMessage {
  const text = withoutCredentials(message.text)
  return text === message.text ? message : { ...message, text }
}

/** Reads what stands around recalled lines, without lines that the model sees anyway or that recall may not show. */
export function createLinesAround(
  source: HistorySource,
  { chat }: Question,
  { bound, marks: { clearedAt }, questionIds, target }: Arrival,
  known: Iterable<number>,
): LinesAround {
  const knownIds = new Set([...known, ...questionIds, ...(target ? [target.id] : [])])
  const isAllowed = ({ id, at, chat: lineChat, text }: PastMessage) =>
    !knownIds.has(id) && (!clearedAt || at > clearedAt) && (lineChat === chat || withoutCredentials(text) === text)
  const mask = (line: PastMessage | undefined) => line && maskCredentials(line)
  return {
    places: (messages) => filterPlaces(source.places(messages, bound), (id) => !knownIds.has(id)),
    adjacent(messages) {
      const allowed = filterAdjacent(source.adjacent(messages, bound), isAllowed)
      return new Map(
        Array.from(allowed, ([id, lines]) => [id, { before: mask(lines.before), after: mask(lines.after) }]),
      )
    },
  }
}

/** The best hits say how rare a word of the question is among the texts that may have to be cut. */
export function passagesFor(recallText: string, recalled: Recalled[]): ChoosePassages {
  const texts = recalled.slice(0, MAX_COMPARED_HITS).map(({ message }) => message.text)
  return createPassages(recallText, texts)
}

/** How many hits are read to know how rare a word is. Reading more takes longer than it helps. */
const MAX_COMPARED_HITS = 8
