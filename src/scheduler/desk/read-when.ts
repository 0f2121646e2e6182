import type { When } from '../../domain/job.ts'
import { instantOf } from '../../lib/time/zone.ts'
import { understandTime } from '../phrases/understand.ts'
import { readCron } from '../times/cron.ts'

/** When something is due, in words or as a program writes it. */
export function readWhen(
  words: string,
  { timezone, now }: { timezone: string; now: Date },
): { due: When } | { problem: string } {
  const text = words.trim()
  const at = momentIn(text, timezone)
  if (at !== undefined) return { due: { kind: 'once', at } }
  if (looksLikeCron.test(text)) {
    const read = readCron(text)
    return read.status === 'read' ? { due: { kind: 'cron', line: text } } : { problem: read.problem }
  }
  const time = understandTime(text, { timezone, now })
  return time.status === 'understood' ? { due: time.when } : { problem: time.ask }
}

const looksLikeCron = /^(?:@\w+|[\d*][\d*,/-]*(?:\s+[\w*,/?-]+){4,5})$/

/** "2026-12-01 09:00", in a zone; undefined when it is something else, or no day there is. */
export function momentIn(text: string, timezone: string): number | undefined {
  const [, ...parts] = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d)(?::\d\d)?$/.exec(text) ?? []
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = parts.map(Number)
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month) || hour > 23 || minute > 59) return undefined
  return instantOf({ year, month, day, hour, minute, second: 0 }, timezone).getTime()
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}
