import { factReference } from '../../domain/fact.ts'
import type { AssembledPart } from '../../gateway/assembly.ts'
import { failureSentence, reasonClauses } from '../../gateway/part-names.ts'
import { reasonMessages } from '../../gateway/reason-messages.ts'
import { contextMessages as texts } from '../../messages/context-messages.ts'
import { type AnyText, inEachLanguage, joinTexts, type LocalizedText, textIn } from '../../messages/localized.ts'
import type { Database } from '../../store/database.ts'
import { pastMessages } from '../../store/recall/lane-history.ts'
import { callsOf } from '../../store/work/usage.ts'
import { percentOf } from './context-growth.ts'

/** One turn, stored or from a preview. */
export interface SeenTurn {
  status: string
  reason: AnyText
  /** Our estimate of the tokens of the past. */
  tokens: number
  parts: AssembledPart[]
  /** Whether a new session with the model began, so that it had seen nothing before. */
  opens: boolean
  /** Steps of the assembly that failed. */
  failures: { step: string; left: string }[]
  taskId?: number | null
}

/** Whose time zone and date are used in the text. */
export interface WhyReader {
  timezone: string
  now: Date
}

/** The three sentences, and one for each step that failed. */
export function whyAndFailures(db: Database, seen: SeenTurn, reader: WhyReader): LocalizedText[] {
  return [...whySentences(db, seen, reader), ...seen.failures.map(failureSentence)]
}

/** Three sentences: what the model saw, how it understood the message, and what that cost. */
export function whySentences(db: Database, seen: Omit<SeenTurn, 'failures'>, reader: WhyReader): LocalizedText[] {
  return [describeShown(db, seen, reader), describeStatus(seen), describeCost(db, seen)]
}

function describeShown(
  db: Database,
  { parts, opens }: Pick<SeenTurn, 'parts' | 'opens'>,
  reader: WhyReader,
): LocalizedText {
  const partsOf = (...kinds: AssembledPart['kind'][]) => parts.filter(({ kind }) => kinds.includes(kind))
  const recalled = partsOf('recalled')
  const recalledIds = idsOf(recalled)
  const recentCount = idsOf(partsOf('history', 'since-last-turn')).filter((id) => !recalledIds.includes(id)).length
  const recent = isUnpicked(parts) ? texts.lastMessages : texts.someMessages
  const conversations = partsOf('conversation-summary').length
  const factIds = partsOf('facts').flatMap(({ facts = [] }) => facts)
  const passages = partsOf('library').flatMap((part) => part.passages ?? [])
  const files = [...new Set(passages.map(({ file }) => `\`${file.replaceAll('`', '')}\``))]
  const jobResults = idsOf(partsOf('previous-tasks')).length
  const pieces = [
    recalledIds.length > 0 &&
      texts.recalled(recalledIds.length, describeSubjects(recalled), describeDates(db, recalledIds, reader)),
    recentCount > 0 && (recentCount === 1 ? texts.lastMessage : recent(recentCount)),
    ...partsOf('lane-summary').map(({ reason }) => describeSummary(db, reason, reader)),
    conversations > 0 && texts.conversationSummaries(conversations),
    factIds.length > 0 && texts.facts(factIds.map(factReference)),
    files.length > 0 && texts.library(nameSome(files)),
    jobResults > 0 && texts.jobResults(jobResults),
    partsOf('quoted-reply').length > 0 && texts.quotedMessage,
    partsOf('open-question').length > 0 && texts.openQuestion,
    partsOf('sources').length > 0 && texts.sources,
  ].filter((piece) => piece !== false)
  if (pieces.length === 0) return opens ? texts.sawNothing : texts.sawNothingNew
  return opens ? texts.saw(pieces) : texts.sawAlso(pieces)
}

// What a part says about its messages is only in its recorded reason, so it is read back with the catalogue that wrote it.
const sharesPrefix = textIn(reasonMessages.found.shares([]), 'en')
const pickedPrefixes = [
  reasonMessages.selection.picked,
  reasonMessages.nextToRepliedTo,
  reasonMessages.askedFor(''),
].map((text) => textIn(text, 'en'))

function clausesOf({ reason }: AssembledPart): string[] {
  return reasonClauses(reason).map((clause) => textIn(clause, 'en'))
}

/** The first files by name, and how many more there are. */
function nameSome(files: string[]): AnyText[] {
  const more = files.length - MAX_NAMED_FILES
  return [...files.slice(0, MAX_NAMED_FILES), ...(more > 0 ? [texts.moreFiles(more)] : [])]
}

const MAX_SUBJECTS = 3
const MAX_NAMED_FILES = 3

/** The words by which messages were found, such as " about the rent". */
function describeSubjects(parts: AssembledPart[]): AnyText {
  const words = parts
    .flatMap(clausesOf)
    .filter((clause) => clause.startsWith(sharesPrefix))
    .flatMap((clause) => clause.slice(sharesPrefix.length).split(', '))
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  const mostFrequent = [...counts].toSorted(([, a], [, b]) => b - a).map(([word]) => word)
  return mostFrequent.length === 0 ? '' : texts.about(mostFrequent.slice(0, MAX_SUBJECTS))
}

/** Whether the history is just the last messages, and none were picked for another reason. */
function isUnpicked(parts: AssembledPart[]): boolean {
  const isPicked = (clause: string) => pickedPrefixes.some((prefix) => clause.startsWith(prefix))
  return !parts.some((part) => part.kind === 'history' && clausesOf(part).some(isPicked))
}

function describeSummary(db: Database, reason: AnyText, reader: WhyReader): LocalizedText {
  const id = /\d{1,15}$/.exec(textIn(reason, 'en'))?.[0]
  const [last] = id === undefined ? [] : pastMessages(db, [Number(id)])
  return last ? texts.summaryUpTo(formatDay(last.at, reader)) : texts.summary
}

const MAX_NAMED_MONTHS = 3

/** " from 3 November", " from August and October", " from March 2024 to May 2025". */
function describeDates(db: Database, ids: number[], reader: WhyReader): AnyText {
  const dates = pastMessages(db, ids).map(({ at }) => at)
  const sorted = dates.toSorted((a, b) => a.getTime() - b.getTime())
  const days = distinct(sorted.map((at) => formatDay(at, reader)))
  if (days.length <= 1) return days.length === 0 ? '' : texts.fromDates(days)
  const months = distinct(sorted.map((at) => formatDate(at, reader, { month: 'long' })))
  const [first = '', last = ''] = [months[0], months.at(-1)]
  return months.length <= MAX_NAMED_MONTHS ? texts.fromDates(months) : texts.fromTo(first, last)
}

function distinct(dates: LocalizedText[]): LocalizedText[] {
  return [...new Map(dates.map((date) => [date.en, date])).values()]
}

function formatDay(at: Date, reader: WhyReader): LocalizedText {
  return formatDate(at, reader, { day: 'numeric', month: 'long' })
}

/** With the year if it is not the current one. */
function formatDate(at: Date, { timezone: timeZone, now }: WhyReader, form: Intl.DateTimeFormatOptions): LocalizedText {
  const year = (date: Date) => date.toLocaleDateString('en-GB', { timeZone, year: 'numeric' })
  const options = { timeZone, ...form, ...(year(at) !== year(now) && { year: 'numeric' as const }) }
  return inEachLanguage((language) => at.toLocaleDateString(language === 'en' ? 'en-GB' : language, options))
}

export function describeStatus({ status, reason }: Pick<SeenTurn, 'status' | 'reason'>): LocalizedText {
  const why = reasonClauses(reason)[0] ?? ''
  if (status === 'BACKGROUND') return texts.statuses.BACKGROUND
  if (status === 'CONTINUATION' || status === 'OPEN') return texts.statuses[status](why)
  return texts.statuses.new(why)
}

function describeCost(db: Database, { tokens, taskId }: Pick<SeenTurn, 'tokens' | 'taskId'>): LocalizedText {
  const calls = taskId === undefined || taskId === null ? [] : callsOf(db, taskId)
  const sum = (amount: (call: (typeof calls)[number]) => number) => calls.reduce((all, call) => all + amount(call), 0)
  const readTokens = sum((call) => call.inputTokens + call.cacheReadTokens + call.cacheWriteTokens)
  if (readTokens === 0) return texts.costEstimated(texts.tokens(tokens))
  const usd = sum((call) => call.usd)
  const facts = [
    texts.read(texts.number(readTokens), calls.length),
    ...(usd > 0 ? [formatPrice(usd)] : []),
    texts.fromCache(percentOf(sum((call) => call.cacheReadTokens) / readTokens)),
  ]
  return texts.cost(texts.tokens(tokens), joinTexts(facts, ', '))
}

/** Below half of the smallest amount that is shown, 0.1 cents. */
const NEGLIGIBLE_USD = 0.0005

function formatPrice(usd: number): LocalizedText {
  if (usd >= 1) return texts.dollars(usd)
  return usd < NEGLIGIBLE_USD ? texts.lessThanCents : texts.cents(usd * 100)
}

function idsOf(parts: AssembledPart[]): number[] {
  return [...new Set(parts.flatMap(({ messages }) => messages))]
}
