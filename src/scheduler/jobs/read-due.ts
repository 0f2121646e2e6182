import type { Schedule } from '../../domain/job.ts'
import type { JobChange } from '../../domain/job-service.ts'
import type { AnyText } from '../../messages/localized.ts'
import { doubtMessages } from '../../messages/when-messages.ts'
import { momentIn } from '../phrases/ask-model.ts'
import { isSettled } from '../phrases/doubts.ts'
import { type Unclear, understand, understandTime } from '../phrases/understand.ts'
import { readCron } from '../times/cron.ts'

export interface DueProblem {
  problem: AnyText
  cancels?: boolean
  /** Whether a model may be able to tell which time the words mean. */
  isUnclear?: boolean
}

export function problemOf({ ask, cancels }: Unclear): DueProblem {
  return { problem: ask, ...(cancels && { cancels }), ...(!isSettled(ask) && { isUnclear: true }) }
}

/** Reads when something is due, from words, an exact time or a cron line. */
export function readDue(
  words: string,
  { timezone, now }: { timezone: string; now: Date },
): { due: Schedule } | DueProblem {
  const text = words.trim()
  const at = momentIn(text, timezone)
  if (at !== undefined) return { due: { kind: 'once', at } }
  if (looksLikeCron.test(text)) {
    const read = readCron(text)
    return read.status === 'read' ? { due: { kind: 'cron', line: text } } : { problem: read.problem }
  }
  const time = understandTime(text, { timezone, now })
  return time.status === 'understood' ? { due: time.when } : problemOf(time)
}

const looksLikeCron = /^(?:@\w+|[\d*][\d*,/-]*(?:\s+[\w*,/?#-]+){4,5})$/

/** A cron line followed by a text. At least one field must be a star, because five numbers could be anything. */
const cronFirst =
  /^[`"']?(@(?:hourly|daily|midnight|weekly|monthly|yearly|annually)|[\d*][\d*,/-]{0,60}(?:\s[\d*?lw][\w*,/?#-]{0,60}){3}\s[\w*?][\w*,/?#-]{0,60})[`"']?[\s:,]\s{0,3}(\S[\s\S]*)$/i

/** Reads when something is due and what it is about, from words or from a cron line followed by a text. */
export function readDueText(
  words: string,
  spoken: { timezone: string; now: Date },
): { due: Schedule; text: string } | DueProblem {
  const [, line, text] = cronFirst.exec(words.trim()) ?? []
  if (line === undefined || text === undefined || !/[*@]/.test(line)) {
    const read = understand(words, spoken)
    return read.status === 'unclear' ? problemOf(read) : { due: read.when, text: read.what }
  }
  const read = readCron(line)
  return read.status === 'read' ? { due: { kind: 'cron', line }, text } : { problem: read.problem }
}

/** The new time, the new text, or both. Words without a time are the new text. */
export function readChange(
  { when, text, words }: JobChange,
  spoken: { timezone: string; now: Date },
): { due?: Schedule; text?: string | undefined } | DueProblem {
  const time = when ?? words
  if (time === undefined) return { text }
  const read = readDue(time, spoken)
  if ('due' in read) return { ...read, text }
  if (words === undefined) return read
  const timeAndText = readDueText(words, spoken)
  if (!('problem' in timeAndText)) return timeAndText
  return timeAndText.problem === doubtMessages.noTimeFound && !/\d/.test(words) ? { text: words } : timeAndText
}
