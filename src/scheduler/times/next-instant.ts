import type { When } from '../../domain/job.ts'
import { instantOf, isZone, wallAt } from '../../lib/time/zone.ts'
import { type Cron, readCron } from './cron.ts'
import { isDueOn } from './due-days.ts'

/**
 * The first instant strictly after another at which a job is due; undefined where none is left, or where the line or the
 * zone cannot be read.
 *
 * A cron line names times on the wall, and each of them is due once. One that the clocks go forward over is due at the
 * first instant after that gap, together with all others of the gap; one that comes twice is due the first time. A line for
 * every hour is due both times, so that what is wanted every half hour has no pause.
 */
export function nextInstant(when: When, after: Date, timezone: string): Date | undefined {
  const at = after.getTime()
  switch (when.kind) {
    case 'once':
      return when.at > at ? dateOf(when.at) : undefined
    case 'every':
      return when.ms > 0 ? dateOf(at < when.from ? when.from : latestOf(when, at) + when.ms) : undefined
    case 'cron':
      return withCron(when, after, timezone, nextOf)
  }
}

/** The latest instant until `before`, that one included, and after `notBefore`: of all that a long sleep left out, the newest. */
export function previousInstant(when: When, before: Date, timezone: string, notBefore: Date): Date | undefined {
  const found = latestUntil(when, before, timezone)
  return found && found > notBefore ? found : undefined
}

function latestUntil(when: When, before: Date, timezone: string): Date | undefined {
  const at = before.getTime()
  switch (when.kind) {
    case 'once':
      return when.at <= at ? dateOf(when.at) : undefined
    case 'every':
      return when.ms > 0 && at >= when.from ? dateOf(latestOf(when, at)) : undefined
    case 'cron':
      return withCron(when, before, timezone, previousOf)
  }
}

function latestOf({ from, ms }: { from: number; ms: number }, at: number): number {
  return from + Math.floor((at - from) / ms) * ms
}

/** Undefined beyond what a date can hold. */
function dateOf(ms: number): Date | undefined {
  const date = new Date(ms)
  return Number.isNaN(date.getTime()) ? undefined : date
}

type CronWhen = Extract<When, { kind: 'cron' }>
/** A line, and the Monday from which its weeks are counted. */
type Times = Cron & { weeks?: { count: number; monday: number } }

function withCron(when: CronWhen, at: Date, timezone: string, find: typeof nextOf): Date | undefined {
  const read = readCron(when.line)
  // Years of four digits: no zone has rules beyond them.
  const isTellable = at.getTime() >= 0 && at.getTime() < Date.UTC(9900, 0)
  if (read.status !== 'read' || !isTellable || !isZone(timezone)) return undefined
  const { weeks: count, from } = when
  if (count === undefined || from === undefined) return find(read.cron, at, timezone)
  return find({ ...read.cron, weeks: { count, monday: mondayOf(wallMs(new Date(from), timezone)) } }, at, timezone)
}

// Instants follow each other as their times on the wall do, and several of those may share one: so the nearest time on
// the wall whose instant lies on the right side is the one. At most those of one overlap are tried in vain.

function nextOf(cron: Times, after: Date, timezone: string): Date | undefined {
  const at = nextShown(cron, after, timezone)
  return at && isRepeated(cron, hoursBefore(after), at, timezone) ? nextRepeated(cron, after, timezone) : at
}

function nextShown(cron: Times, after: Date, timezone: string): Date | undefined {
  let shown = wallMs(after, timezone)
  for (;;) {
    const found = nearestTime(cron, shown + MINUTE_MS, 1)
    if (found === undefined) return undefined
    const at = instantAt(found, timezone)
    if (at > after) return at
    shown = found
  }
}

/** Clocks are never set back by more. */
const MOST_REPEATED_MS = 3 * 3_600_000
const hoursBefore = (at: Date) => new Date(at.getTime() - MOST_REPEATED_MS)
const offsetAt = (at: Date, timezone: string) => wallMs(at, timezone) - Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS

/** Whether the clocks are set back between two instants, and what they show twice is due twice. */
function isRepeated({ times }: Times, from: Date, to: Date, timezone: string): boolean {
  if (offsetAt(from, timezone) <= offsetAt(to, timezone)) return false
  return new Set(times.map((time) => Math.floor(time / 60))).size === 24
}

/** When the wall shows this for the first and for the last time. */
function bothInstants(shown: number, timezone: string): [first: Date, last: Date] {
  const first = instantAt(shown, timezone)
  const later = offsetAt(new Date(first.getTime() + MOST_REPEATED_MS), timezone)
  const last = new Date(shown - later)
  return last > first && wallMs(last, timezone) === shown ? [first, last] : [first, first]
}

function nextRepeated(cron: Times, after: Date, timezone: string): Date | undefined {
  let best: Date | undefined
  for (let shown = wallMs(hoursBefore(after), timezone); ; ) {
    const found = nearestTime(cron, shown + MINUTE_MS, 1)
    if (found === undefined) return best
    const [first, last] = bothInstants(found, timezone)
    const at = first > after ? first : last
    if (at > after && (!best || at < best)) best = at
    if (first > after) return best
    shown = found
  }
}

function previousOf(cron: Times, before: Date, timezone: string): Date | undefined {
  const at = previousShown(cron, before, timezone)
  return at && isRepeated(cron, at, before, timezone) ? previousRepeated(cron, before, timezone) : at
}

function previousRepeated(cron: Times, before: Date, timezone: string): Date | undefined {
  let best: Date | undefined
  for (let shown = wallMs(before, timezone) + MOST_REPEATED_MS; ; ) {
    const found = nearestTime(cron, shown, -1)
    if (found === undefined) return best
    const [first, last] = bothInstants(found, timezone)
    const at = last <= before ? last : first
    if (at <= before && (!best || at > best)) best = at
    if (last <= before) return best
    shown = found - MINUTE_MS
  }
}

function previousShown(cron: Times, before: Date, timezone: string): Date | undefined {
  const shown = wallMs(before, timezone)
  // Shown for the second time: what the wall showed after the first time is over as well, and no later than so much.
  const repeatedMs = Math.max(0, before.getTime() - instantAt(shown, timezone).getTime())
  let latest = shown + repeatedMs
  for (;;) {
    const found = nearestTime(cron, latest, -1)
    if (found === undefined) return undefined
    const at = instantAt(found, timezone)
    if (at <= before) return at
    latest = found - MINUTE_MS
  }
}

/** The minute on the wall, as if it were one of UTC: so it can be counted with. */
function wallMs(at: Date, timezone: string): number {
  const { year, month, day, hour, minute } = wallAt(at, timezone)
  return Date.UTC(year, month - 1, day, hour, minute)
}

function instantAt(shown: number, timezone: string): Date {
  const wall = new Date(shown)
  return instantOf(
    {
      year: wall.getUTCFullYear(),
      month: wall.getUTCMonth() + 1,
      day: wall.getUTCDate(),
      hour: wall.getUTCHours(),
      minute: wall.getUTCMinutes(),
      second: 0,
    },
    timezone,
  )
}

/** The nearest time of a line on the wall, from one on and that included, forward or back. */
function nearestTime(cron: Times, from: number, step: 1 | -1): number | undefined {
  const start = Math.floor(from / DAY_MS) * DAY_MS
  const minute = Math.floor((from - start) / MINUTE_MS)
  for (let day = start; Math.abs(day - start) < LONGEST_WAIT_MS; day = nextDay(cron, day, step)) {
    if (!isDueOn(cron, new Date(day)) || !isDueWeek(cron, day)) continue
    const isFirst = day === start
    const time =
      step === 1
        ? cron.times.find((time) => !isFirst || time >= minute)
        : cron.times.findLast((time) => !isFirst || time <= minute)
    if (time !== undefined) return day + time * MINUTE_MS
  }
  return undefined
}

function isDueWeek({ weeks }: Times, day: number): boolean {
  return !weeks || (mondayOf(day) - weeks.monday) % (weeks.count * 7 * DAY_MS) === 0
}

/** The Monday of a date, both as if they were dates of UTC. */
function mondayOf(shown: number): number {
  const day = Math.floor(shown / DAY_MS) * DAY_MS
  return day - ((new Date(day).getUTCDay() + 6) % 7) * DAY_MS
}

/** Over the months that are not of the line at once. */
function nextDay(cron: Cron, day: number, step: 1 | -1): number {
  const next = new Date(day + step * DAY_MS)
  if (cron.months.includes(next.getUTCMonth() + 1)) return next.getTime()
  const [year, month] = [next.getUTCFullYear(), next.getUTCMonth()]
  return step === 1 ? Date.UTC(year, month + 1, 1) : Date.UTC(year, month, 0)
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** From a Monday that is a 29 February to the next one can be 40 years, when a century without a leap day lies between. */
const LONGEST_WAIT_MS = 41 * 366 * DAY_MS
