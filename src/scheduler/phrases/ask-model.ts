import { z } from 'zod'
import type { Schedule } from '../../domain/job.ts'
import type { AskModel, ReadWords } from '../../domain/job-service.ts'
import { parseJson } from '../../lib/text/json.ts'
import { dateAndTime } from '../../lib/time/calendar.ts'
import { instantOf, isZone } from '../../lib/time/zone.ts'
import { readCron } from '../times/cron.ts'
import { nextInstant } from '../times/next-instant.ts'
import type { Doubt } from './doubts.ts'
import { fold } from './fold.ts'
import { namesRepetition, namesZone } from './leftover-words.ts'
import { cronLine, everySpan, findTimeDoubt, type Spoken } from './resolve.ts'
import { MAX_CHARACTERS } from './understand.ts'

const text = z.string().max(MAX_CHARACTERS)
const answerSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('once'), at: z.string(), zone: z.string().optional(), text }),
  z.strictObject({ kind: z.literal('repeat'), cron: z.string(), weeks: z.int().min(1).max(52).optional(), text }),
  z.strictObject({ kind: z.literal('every'), minutes: z.number().positive(), text }),
  z.strictObject({ kind: z.literal('unclear') }),
])
type Answer = z.infer<typeof answerSchema>

/**
 * Lets a model read words that the tables do not read with certainty. Its answer counts only if the time exists, is in the
 * future and does not contradict the words. Otherwise the result is undefined, and the person is asked.
 */
export async function interpret(
  words: string,
  spoken: Spoken,
  ask: AskModel,
  signal: AbortSignal,
): Promise<ReadWords | undefined> {
  const answer = readAnswer(await ask(promptFor(words, spoken), signal))
  if (!answer || answer.kind === 'unclear') return undefined
  const due = toSchedule(answer, words, spoken)
  return typeof due === 'string' || !isQuotedFrom(answer.text, words) ? undefined : { due, text: answer.text.trim() }
}

function promptFor(words: string, { now, timezone }: Spoken): string {
  return `A person wants to be reminded of something, or to have something done, at a time. Work out which time they mean.
It is ${now.toLocaleDateString('en-GB', { timeZone: timezone, weekday: 'long' })}, ${dateAndTime(now, timezone)}, in the time zone ${timezone}.

Their words, between the marks:
<<<
${words}
>>>

Answer with one JSON object and nothing else, in one of these forms:
{"kind":"once","at":"2026-12-24 18:00","text":"light the candles"} for one time. Add "zone", such as "America/New_York", only if they name another time zone; then "at" is the time there.
{"kind":"repeat","cron":"0 9 * * 1","text":"water the plants"} for a repetition, as a cron line of five fields in their time zone. "1#1" as the weekday is the first Monday of the month, "5L" its last Friday, "L" as the day its last day. Add "weeks":2 for every second week.
{"kind":"every","minutes":90,"text":"stretch"} for a fixed distance.
{"kind":"unclear"} if a careful reader could understand their words in more than one way, if they name no time, if they name several times, a limit or an exception, or if they want to cancel something.

"text" is what is left of their words without the time and without "remind me to". Copy it word for word; it is empty if they name only a time. A day without a time of day means 09:00, a morning 09:00, an afternoon 15:00, an evening 19:00. An hour from 1 to 5 without a part of the day means the afternoon. Never guess: answer {"kind":"unclear"} instead.`
}

function readAnswer(reply: string | undefined): Answer | undefined {
  const start = reply?.indexOf('{') ?? -1
  if (reply === undefined || start < 0) return undefined
  return answerSchema.safeParse(parseJson(reply.slice(start, reply.lastIndexOf('}') + 1))).data
}

/** The answer must pass the same checks as a reading of the tables, and must not contradict the words. */
function toSchedule(answer: Exclude<Answer, { kind: 'unclear' }>, words: string, spoken: Spoken): Schedule | Doubt {
  const foldedWords = fold(words)
  const zone = answer.kind === 'once' ? answer.zone : undefined
  if (namesZone(foldedWords) !== (zone !== undefined)) return 'otherZone'
  if (answer.kind === 'every') return everySpan(answer.minutes * 60_000, spoken.now)
  if (answer.kind === 'repeat') {
    if (readCron(answer.cron).status === 'wrong') return 'unsupportedRepetition'
    const due = cronLine(answer.cron, answer.weeks ?? 1, spoken)
    return typeof due === 'string' || nextInstant(due, spoken.now, spoken.timezone) ? due : 'impossibleDate'
  }
  if (namesRepetition(foldedWords.folded)) return 'unsupportedRepetition'
  if (zone !== undefined && !isZone(zone)) return 'otherZone'
  const at = momentIn(answer.at, zone ?? spoken.timezone)
  return at === undefined ? 'impossibleDate' : (findTimeDoubt(at, spoken.now) ?? { kind: 'once', at })
}

/** Whether the person said every word of the text. */
function isQuotedFrom(text: string, words: string): boolean {
  const foldedWords = fold(words).folded
  return (fold(text).folded.match(/[\p{L}\p{N}]+/gu) ?? []).every((word) => foldedWords.includes(word))
}

/** Reads "2026-12-01 09:00" in a zone. Undefined for any other text, and if there is no such day. */
export function momentIn(text: string, timezone: string): number | undefined {
  const [, ...parts] = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d)(?::\d\d)?$/.exec(text) ?? []
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = parts.map(Number)
  const daysInMonth = new Date(Date.UTC(year, month, 0)).getUTCDate()
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth || hour > 23 || minute > 59) return undefined
  return instantOf({ year, month, day, hour, minute, second: 0 }, timezone).getTime()
}
