import type { HowLongWords } from '../words/how-long-words.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** How long something has been so, in the one unit that says enough. */
export function howLong(since: number, words: HowLongWords, now = Date.now()): string {
  const ms = Math.max(0, now - since)
  if (ms < minuteMs) return words.seconds(Math.floor(ms / 1000))
  if (ms < hourMs) return words.minutes(Math.floor(ms / minuteMs))
  if (ms < 2 * dayMs) return words.hours(Math.floor(ms / hourMs))
  return words.days(Math.floor(ms / dayMs))
}
