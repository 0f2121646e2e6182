import type { When } from '../../domain/job.ts'
import type { JobChange } from '../../domain/job-service.ts'
import { momentIn } from '../phrases/ask-model.ts'
import { DOUBTS, isSettled } from '../phrases/doubts.ts'
import { type Unclear, understand, understandTime } from '../phrases/understand.ts'
import { readCron } from '../times/cron.ts'

export interface DueProblem {
  problem: string
  cancels?: boolean
  /** A model may know which time the words mean. */
  isUnclear?: boolean
}

export function problemOf({ ask, cancels }: Unclear): DueProblem {
  return { problem: ask, ...(cancels && { cancels }), ...(!isSettled(ask) && { isUnclear: true }) }
}

/** When something is due, in words or as a program writes it. */
export function readDue(words: string, { timezone, now }: { timezone: string; now: Date }): { due: When } | DueProblem {
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

/** A cron line with a text behind it. Numbers alone may be anything else, so a star must be among the fields. */
const cronFirst =
  /^[`"']?(@(?:hourly|daily|midnight|weekly|monthly|yearly|annually)|[\d*][\d*,/-]{0,60}(?:\s[\d*?lw][\w*,/?#-]{0,60}){3}\s[\w*?][\w*,/?#-]{0,60})[`"']?[\s:,]\s{0,3}(\S[\s\S]*)$/i

/** When something is due and what it is about, in words or as a cron line with a text behind it. */
export function readDueText(
  words: string,
  spoken: { timezone: string; now: Date },
): { due: When; text: string } | DueProblem {
  const [, line, text] = cronFirst.exec(words.trim()) ?? []
  if (line === undefined || text === undefined || !/[*@]/.test(line)) {
    const read = understand(words, spoken)
    return read.status === 'unclear' ? problemOf(read) : { due: read.when, text: read.what }
  }
  const read = readCron(line)
  return read.status === 'read' ? { due: { kind: 'cron', line }, text } : { problem: read.problem }
}

/** The new time, the new text, or both. Words without a time are a text. */
export function readChange(
  { when, text, words }: JobChange,
  spoken: { timezone: string; now: Date },
): { due?: When; text?: string | undefined } | DueProblem {
  const time = when ?? words
  if (time === undefined) return { text }
  const read = readDue(time, spoken)
  if ('due' in read) return { ...read, text }
  if (words === undefined) return read
  const both = readDueText(words, spoken)
  if (!('problem' in both)) return both
  return both.problem === DOUBTS.none && !/\d/.test(words) ? { text: words } : both
}
