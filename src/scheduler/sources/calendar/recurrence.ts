import ICAL from 'ical.js'
import { type WrittenDate, wallOf, writtenDateOf } from './property.ts'

/** How many steps are left, for all rules of a calendar together. */
export interface Budget {
  left: number
}

export interface Series {
  /** "FREQ=WEEKLY;BYDAY=MO" */
  rule: string
  start: Pick<WrittenDate, 'wall' | 'isDate'>
  /** Converts the end of the series to local time. */
  toWall: (until: WrittenDate) => number
}

/** The steps for one rule. A sensible rule, restarted near the window, needs a few hundred. */
const MAX_STEPS = 10_000
const MAX_RULE_CHARS = 250
/** About a day of seconds. The library steps through larger intervals month by month, where we cannot count its steps. */
const MAX_INTERVAL = 100_000
const DAY_MS = 86_400_000

/**
 * The occurrences of a rule in a window, in local time, at most `limit`. A rule may match nothing or every second,
 * and then the library would search forever within one call. So we count its steps and stop it. The occurrences found
 * until then are returned.
 */
export function occurrences(
  series: Series,
  window: { from: number; until: number },
  budget: Budget,
  limit: number,
): number[] {
  const walls: number[] = []
  const steps = { left: Math.min(MAX_STEPS, budget.left) }
  const stepsBefore = steps.left
  try {
    const iterator = createIterator(series, window.from, steps)
    while (walls.length < limit) {
      const time = iterator?.next()
      if (!time) break
      const wall = wallOf(time)
      if (wall >= window.until) break
      if (wall >= window.from) walls.push(wall)
    }
  } catch {
    // The rule contradicts itself, or the steps are used up.
  }
  budget.left -= stepsBefore - steps.left
  return walls
}

function createIterator({ rule: text, start, toWall }: Series, near: number, steps: Budget) {
  if (text.length > MAX_RULE_CHARS) return undefined
  const rule = ICAL.Recur.fromString(text)
  if (rule.interval > MAX_INTERVAL) return undefined
  const until = rule.until ? writtenDateOf(rule.until, undefined) : undefined
  // An end that is a date includes the whole day.
  if (until) rule.until = toIcalTime(toWall(until) + (until.isDate && !start.isDate ? DAY_MS - 1000 : 0), start.isDate)
  const wall = rule.count ? start.wall : moveStartNear(start.wall, near, rule)
  return createCountedIterator(rule, toIcalTime(wall, start.isDate), { text, steps })
}

const units: Record<string, number> = {
  SECONDLY: 1000,
  MINUTELY: 60_000,
  HOURLY: 3_600_000,
  DAILY: DAY_MS,
  WEEKLY: 7 * DAY_MS,
}

/** A series without COUNT can be started later, by a whole number of its own intervals, with the same result. */
function moveStartNear(
  start: number,
  near: number,
  { freq, interval }: { freq: string | null; interval: number },
): number {
  const step = (units[freq ?? ''] ?? 0) * interval
  if (step > 0) return start + Math.max(0, Math.floor((near - start) / step) - 1) * step
  const date = new Date(start)
  const years = Math.floor((new Date(near).getUTCFullYear() - date.getUTCFullYear()) / interval) - 1
  // Most years have no 29 February to start on.
  if (years > 0 && !(date.getUTCMonth() === 1 && date.getUTCDate() === 29))
    date.setUTCFullYear(date.getUTCFullYear() + years * interval)
  return date.getTime()
}

function toIcalTime(wall: number, isDate: boolean) {
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

/** The iterator of the library. Each of its loops calls one of these methods. */
function createCountedIterator(
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
