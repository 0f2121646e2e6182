import type { AssembledPart } from '../../gateway/assembly.ts'
import { failureSentence } from '../../gateway/part-names.ts'
import type { Database } from '../../store/database.ts'
import { pastMessages } from '../../store/recall/lane-history.ts'
import { callsOf } from '../../store/work/usage.ts'
import { formatNumber, formatPercent } from './context-growth.ts'

/** One turn, stored or from a preview. */
export interface SeenTurn {
  status: string
  reason: string
  /** Our estimate of the tokens of the past. */
  tokens: number
  parts: AssembledPart[]
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

/** The same, with the steps that failed. */
export function whyAndFailures(db: Database, seen: SeenTurn, reader: WhyReader): string[] {
  return [...whySentences(db, seen, reader), ...seen.failures.map(failureSentence)]
}

/** Three sentences: what the model saw, how it understood the message, and what that cost. */
export function whySentences(db: Database, seen: Omit<SeenTurn, 'failures'>, reader: WhyReader): string[] {
  return [shownWords(db, seen, reader), describeStatus(seen), costWords(db, seen)]
}

function shownWords(db: Database, { parts, opens }: Pick<SeenTurn, 'parts' | 'opens'>, reader: WhyReader): string {
  const dates = (ids: number[]) =>
    spanWords(
      pastMessages(db, ids).map(({ at }) => at),
      reader,
    )
  const of = (...kinds: AssembledPart['kind'][]) => parts.filter(({ kind }) => kinds.includes(kind))
  const recalled = of('recalled')
  const found = idsOf(recalled)
  const said = idsOf(of('history', 'since-last-turn')).filter((id) => !found.includes(id))
  const told = [
    found.length > 0 && `${count(found.length, 'line')}${subjects(recalled)}${dates(found)}`,
    said.length > 0 &&
      (said.length === 1 ? 'the last line' : `${isLast(parts) ? 'the last ' : ''}${formatNumber(said.length)} lines`),
    ...of('lane-summary').map(({ reason }) => `a summary${upTo(db, reason, reader)}`),
    counted(of('conversation-summary').length, 'summary of a conversation', 'summaries of conversations'),
    of('facts').length > 0 && 'what it remembers about this',
    counted(idsOf(of('previous-tasks')).length, 'result of a job', 'results of jobs'),
    of('quoted-reply').length > 0 && 'the line that was replied to',
    of('open-question').length > 0 && 'the question it had asked',
    of('sources').length > 0 && 'what was gathered for it',
  ].filter((piece) => piece !== false)
  const before = opens ? '' : 'Beside what it had read before in this conversation, '
  if (told.length === 0)
    return opens ? 'The model saw the message and nothing of the past.' : `${before}it saw the message alone.`
  return `${before}${opens ? 'The model' : 'it'} saw ${listed(told)}.`
}

/** The words by which messages were found, such as " about the rent". */
function subjects(parts: AssembledPart[]): string {
  const words = parts.flatMap(({ reason }) => /(?:^|; )shares ([^;]+)/.exec(reason)?.[1]?.split(', ') ?? [])
  const often = new Map<string, number>()
  for (const word of words) often.set(word, (often.get(word) ?? 0) + 1)
  const most = [...often].toSorted(([, a], [, b]) => b - a).map(([word]) => word)
  return most.length === 0 ? '' : ` about ${listed(most.slice(0, 3))}`
}

/** Whether the history is just the last messages, and none were picked for another reason. */
function isLast(parts: AssembledPart[]): boolean {
  return !parts.some(({ kind, reason }) => kind === 'history' && /picked|beside|asked a question/.test(reason))
}

function upTo(db: Database, reason: string, reader: WhyReader): string {
  const id = /up to (\d+)$/.exec(reason)?.[1]
  const [last] = id === undefined ? [] : pastMessages(db, [Number(id)])
  return last ? ` up to ${dayWords(last.at, reader)}` : ''
}

/** " from 3 November", " from August and October", " from March 2024 to May 2025". */
function spanWords(all: Date[], reader: WhyReader): string {
  const dates = all.toSorted((a, b) => a.getTime() - b.getTime())
  const days = [...new Set(dates.map((at) => dayWords(at, reader)))]
  if (days.length <= 1) return days.length === 0 ? '' : ` from ${days[0]}`
  const months = [...new Set(dates.map((at) => inZone(at, reader, { month: 'long' })))]
  return months.length <= 3 ? ` from ${listed(months)}` : ` from ${months[0]} to ${months.at(-1)}`
}

function dayWords(at: Date, reader: WhyReader): string {
  return inZone(at, reader, { day: 'numeric', month: 'long' })
}

/** With the year if it is not the current one. */
function inZone(at: Date, { timezone: timeZone, now }: WhyReader, form: Intl.DateTimeFormatOptions): string {
  const year = (date: Date) => date.toLocaleDateString('en-GB', { timeZone, year: 'numeric' })
  return at.toLocaleDateString('en-GB', { timeZone, ...form, ...(year(at) !== year(now) && { year: 'numeric' }) })
}

export function describeStatus({ status, reason }: Pick<SeenTurn, 'status' | 'reason'>): string {
  const [why] = reason.split('; ')
  if (status === 'BACKGROUND') return 'A job asked, apart from any conversation.'
  if (status === 'CONTINUATION') return `The message was taken as part of the conversation, because ${why}.`
  if (status === 'OPEN') return `Whether the message goes on or begins something new was left to the model: ${why}.`
  return `The message was taken as the beginning of something new, because ${why}.`
}

function costWords(db: Database, { tokens, taskId }: Pick<SeenTurn, 'tokens' | 'taskId'>): string {
  const past = `That is ${count(tokens, 'token')} of the past`
  const calls = taskId === undefined || taskId === null ? [] : callsOf(db, taskId)
  const sum = (amount: (call: (typeof calls)[number]) => number) => calls.reduce((all, call) => all + amount(call), 0)
  const read = sum((call) => call.inputTokens + call.cacheReadTokens + call.cacheWriteTokens)
  if (read === 0) return `${past}, as we estimate it.`
  const usd = sum((call) => call.usd)
  const often = calls.length === 1 ? '' : ` in ${formatNumber(calls.length)} calls`
  const facts = [
    `the model read ${formatNumber(read)} in all${often}`,
    ...(usd > 0 ? [priceWords(usd)] : []),
    `${formatPercent(sum((call) => call.cacheReadTokens) / read)} from cache`,
  ]
  return `${past}; ${facts.join(', ')}.`
}

function priceWords(usd: number): string {
  if (usd >= 1) return `$${usd.toFixed(2)}`
  return usd < 0.0005 ? 'less than 0.1 cents' : `${(usd * 100).toFixed(1)} cents`
}

function idsOf(parts: AssembledPart[]): number[] {
  return [...new Set(parts.flatMap(({ messages }) => messages))]
}

function counted(amount: number, one: string, many: string): string | false {
  return amount > 0 && (amount === 1 ? `a ${one}` : `${formatNumber(amount)} ${many}`)
}

function count(amount: number, what: string): string {
  return `${formatNumber(amount)} ${what}${amount === 1 ? '' : 's'}`
}

function listed(words: string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
