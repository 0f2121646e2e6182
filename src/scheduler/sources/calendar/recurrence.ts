import ICAL from 'ical.js'
import { type WrittenDate, wallOf, writtenDateOf } from './property.ts'

/** How much may still be tried, of all rules of a calendar together. */
export interface Budget {
  left: number
}

export interface Series {
  /** "FREQ=WEEKLY;BYDAY=MO" */
  rule: string
  start: Pick<WrittenDate, 'wall' | 'isDate'>
  /** The end that the rule gives, as the wall shows it where it takes place. */
  toWall: (until: WrittenDate) => number
}

/** Of one rule; a true one, begun anew near the window, needs a few hundred. */
const MOST_STEPS = 10_000
const LONGEST_RULE = 250
/** A day of seconds and more; the library counts up larger ones month by month, and not where we could count along. */
const LARGEST_INTERVAL = 100_000
const DAY_MS = 86_400_000

/**
 * When a rule makes something take place from one moment to another, by the clock on the wall; never more than `most`. A
 * rule may be written so that it fits nothing, or every second for ever, and then the library looks on within one call: so
 * its steps are counted where it makes them, and it is stopped. What was found until then holds.
 */
export function occurrences(
  series: Series,
  window: { from: number; until: number },
  budget: Budget,
  most: number,
): number[] {
  const found: number[] = []
  const steps = { left: Math.min(MOST_STEPS, budget.left) }
  const before = steps.left
  try {
    const iterator = begin(series, window.from, steps)
    while (found.length < most) {
      const time = iterator?.next()
      if (!time) break
      const wall = wallOf(time)
      if (wall >= window.until) break
      if (wall >= window.from) found.push(wall)
    }
  } catch {
    // A rule that contradicts itself, or the end of our patience.
  }
  budget.left -= before - steps.left
  return found
}

function begin({ rule: text, start, toWall }: Series, near: number, steps: Budget) {
  if (text.length > LONGEST_RULE) return undefined
  const rule = ICAL.Recur.fromString(text)
  if (rule.interval > LARGEST_INTERVAL) return undefined
  const until = rule.until ? writtenDateOf(rule.until, undefined) : undefined
  // A day without a time is meant to its end.
  if (until) rule.until = timeOf(toWall(until) + (until.isDate && !start.isDate ? DAY_MS - 1000 : 0), start.isDate)
  const wall = rule.count ? start.wall : broughtNear(start.wall, near, rule)
  return counted(rule, timeOf(wall, start.isDate), { text, steps })
}

const units: Record<string, number> = {
  SECONDLY: 1000,
  MINUTELY: 60_000,
  HOURLY: 3_600_000,
  DAILY: DAY_MS,
  WEEKLY: 7 * DAY_MS,
}

/** What repeats without being counted may as well have begun later, by a whole number of its own steps. */
function broughtNear(
  start: number,
  near: number,
  { freq, interval }: { freq: string | null; interval: number },
): number {
  const step = (units[freq ?? ''] ?? 0) * interval
  if (step > 0) return start + Math.max(0, Math.floor((near - start) / step) - 1) * step
  const date = new Date(start)
  const years = Math.floor((new Date(near).getUTCFullYear() - date.getUTCFullYear()) / interval) - 1
  // Most years have no 29th of February to begin on.
  if (years > 0 && !(date.getUTCMonth() === 1 && date.getUTCDate() === 29))
    date.setUTCFullYear(date.getUTCFullYear() + years * interval)
  return date.getTime()
}

function timeOf(wall: number, isDate: boolean) {
  const at = new Date(wall)
  const fields = {
    year: at.getUTCFullYear(),
    month: at.getUTCMonth() + 1,
    day: at.getUTCDate(),
    hour: at.getUTCHours(),
    minute: at.getUTCMinutes(),
    second: at.getUTCSeconds(),
    isDate,
  }
  return new ICAL.Time(fields, ICAL.Timezone.localTimezone)
}

/** The library's own iterator; each of its loops goes through one of these. */
function counted(
  rule: InstanceType<typeof ICAL.Recur>,
  dtstart: InstanceType<typeof ICAL.Time>,
  { text, steps }: { text: string; steps: Budget },
) {
  const charge = (cost: number) => {
    steps.left -= cost
    if (steps.left < 0) throw new Error('a rule without an end')
  }
  class Counted extends ICAL.RecurIterator {
    override check_contracting_rules(): boolean {
      charge(1 + text.length / 50)
      return super.check_contracting_rules()
    }
    override increment_monthday(days: number): void {
      charge(days / 5)
      super.increment_monthday(days)
    }
    override increment_month(): void {
      charge(1 + text.length / 20)
      super.increment_month()
    }
    override is_day_in_byday(day: unknown): 0 | 1 {
      charge(0.2 + text.length / 100)
      return super.is_day_in_byday(day)
    }
    override expand_year_days(year: number): number {
      charge(text.length)
      return super.expand_year_days(year)
    }
  }
  return new Counted({ rule, dtstart })
}
