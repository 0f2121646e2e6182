import type { When } from '../../domain/job.ts'
import { instantOf, isZone, wallAt } from '../../lib/time/zone.ts'
import { type Cron, readCron } from './cron.ts'
import { isDueOn } from './due-days.ts'

/**
 * The first instant after `after` at which a job is due. Undefined if there is none, or if the cron line or the zone is
 * invalid.
 *
 * A cron line names local times, and each is due once. A local time that is skipped when the clocks go forward is due at
 * the first instant after the gap, together with all others in the gap. A local time that occurs twice is due the first
 * time. A line for every hour is due both times, so that a job for every half hour has no pause.
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

/** The latest instant up to and including `before`, but after `notBefore`: the newest one that was missed during a long sleep. */
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

/** Undefined if it is outside the range of a Date. */
function dateOf(ms: number): Date | undefined {
  const date = new Date(ms)
  return Number.isNaN(date.getTime()) ? undefined : date
}

type CronWhen = Extract<When, { kind: 'cron' }>
/** A cron line, and the Monday from which its weeks are counted. */
type Times = Cron & { weeks?: { count: number; monday: number } }

function withCron(when: CronWhen, at: Date, timezone: string, find: typeof nextOf): Date | undefined {
  const read = readCron(when.line)
  // No zone has rules for years of more than four digits.
  const isTellable = at.getTime() >= 0 && at.getTime() < Date.UTC(9900, 0)
  if (read.status !== 'read' || !isTellable || !isZone(timezone)) return undefined
  const { weeks: count, from } = when
  if (count === undefined || from === undefined) return find(read.cron, at, timezone)
  return find({ ...read.cron, weeks: { count, monday: mondayOf(wallMs(new Date(from), timezone)) } }, at, timezone)
}

// Instants have the same order as their local times, and several local times may share an instant. So the result is the
// nearest local time whose instant is on the right side. At most the local times of one overlap are tried in vain.

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

/** No zone sets its clocks back by more than this. */
const MAX_REPEATED_MS = 3 * 3_600_000
const hoursBefore = (at: Date) => new Date(at.getTime() - MAX_REPEATED_MS)
const offsetAt = (at: Date, timezone: string) => wallMs(at, timezone) - Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS

/** Whether the clocks are set back between two instants and the line is due at both occurrences of the repeated hour. */
function isRepeated({ times }: Times, from: Date, to: Date, timezone: string): boolean {
  if (offsetAt(from, timezone) <= offsetAt(to, timezone)) return false
  return new Set(times.map((time) => Math.floor(time / 60))).size === 24
}

/** The first and the last instant at which the local clock shows this time. */
function bothInstants(shown: number, timezone: string): [first: Date, last: Date] {
  const first = instantAt(shown, timezone)
  const later = offsetAt(new Date(first.getTime() + MAX_REPEATED_MS), timezone)
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
  for (let shown = wallMs(before, timezone) + MAX_REPEATED_MS; ; ) {
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
  // This is the second occurrence of the hour, so the rest of the first occurrence is over, too.
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

/** The local time as if it were UTC, so that it can be calculated with. */
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

/** The nearest local time of the line, from the given one on (inclusive), forward or backward. */
function nearestTime(cron: Times, from: number, step: 1 | -1): number | undefined {
  const start = Math.floor(from / DAY_MS) * DAY_MS
  const minute = Math.floor((from - start) / MINUTE_MS)
  for (let day = start; Math.abs(day - start) < MAX_WAIT_MS; day = nextDay(cron, day, step)) {
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

/** The Monday of the week of a date, both in UTC. */
function mondayOf(shown: number): number {
  const day = Math.floor(shown / DAY_MS) * DAY_MS
  return day - ((new Date(day).getUTCDay() + 6) % 7) * DAY_MS
}

/** Skips months that the line does not name. */
function nextDay(cron: Cron, day: number, step: 1 | -1): number {
  const next = new Date(day + step * DAY_MS)
  if (cron.months.includes(next.getUTCMonth() + 1)) return next.getTime()
  const [year, month] = [next.getUTCFullYear(), next.getUTCMonth()]
  return step === 1 ? Date.UTC(year, month + 1, 1) : Date.UTC(year, month, 0)
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** Between two Mondays that are a 29 February there can be 40 years, because 2100 is not a leap year. */
const MAX_WAIT_MS = 41 * 366 * DAY_MS
