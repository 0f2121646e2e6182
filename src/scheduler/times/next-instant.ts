import type { Schedule } from '../../domain/job.ts'
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
export function nextInstant(when: Schedule, after: Date, timezone: string): Date | undefined {
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
export function previousInstant(when: Schedule, before: Date, timezone: string, notBefore: Date): Date | undefined {
  const foundMs = latestUntil(when, before, timezone)
  return foundMs && foundMs > notBefore ? foundMs : undefined
}

function latestUntil(when: Schedule, before: Date, timezone: string): Date | undefined {
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

type CronSchedule = Extract<Schedule, { kind: 'cron' }>
/** A cron line, and the Monday from which its weeks are counted. */
type CronTimes = Cron & { weeks?: { count: number; monday: number } }

function withCron(when: CronSchedule, at: Date, timezone: string, find: typeof nextOf): Date | undefined {
  const read = readCron(when.line)
  // No zone has rules for years of more than four digits.
  const isSupported = at.getTime() >= 0 && at.getTime() < Date.UTC(9900, 0)
  if (read.status !== 'read' || !isSupported || !isZone(timezone)) return undefined
  const { weeks: count, from } = when
  if (count === undefined || from === undefined) return find(read.cron, at, timezone)
  return find({ ...read.cron, weeks: { count, monday: mondayOf(wallMs(new Date(from), timezone)) } }, at, timezone)
}

// Instants have the same order as their local times, and several local times may share an instant. So the result is the
// nearest local time whose instant is on the right side. At most the local times of one overlap are tried in vain.

function nextOf(cron: CronTimes, after: Date, timezone: string): Date | undefined {
  const at = nextWallInstant(cron, after, timezone)
  return at && isRepeated(cron, hoursBefore(after), at, timezone) ? nextRepeated(cron, after, timezone) : at
}

function nextWallInstant(cron: CronTimes, after: Date, timezone: string): Date | undefined {
  let shownMs = wallMs(after, timezone)
  for (;;) {
    const foundMs = nearestTime(cron, shownMs + MINUTE_MS, 1)
    if (foundMs === undefined) return undefined
    const at = instantAt(foundMs, timezone)
    if (at > after) return at
    shownMs = foundMs
  }
}

/** No zone sets its clocks back by more than this. */
const MAX_REPEATED_MS = 3 * 3_600_000
const hoursBefore = (at: Date) => new Date(at.getTime() - MAX_REPEATED_MS)
const offsetAt = (at: Date, timezone: string) => wallMs(at, timezone) - Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS

/** Whether the clocks are set back soon after `from` and until `to`, and the line is due at both occurrences of the hour. */
function isRepeated({ times }: CronTimes, from: Date, to: Date, timezone: string): boolean {
  // Half a year later the clocks are as far ahead again.
  const soon = new Date(Math.min(to.getTime(), from.getTime() + 2 * MAX_REPEATED_MS))
  if (offsetAt(from, timezone) <= offsetAt(soon, timezone)) return false
  return new Set(times.map((time) => Math.floor(time / 60))).size === 24
}

/** The first and the last instant at which the local clock shows this time. */
function bothInstants(shownMs: number, timezone: string): [first: Date, last: Date] {
  const first = instantAt(shownMs, timezone)
  const later = offsetAt(new Date(first.getTime() + MAX_REPEATED_MS), timezone)
  const last = new Date(shownMs - later)
  return last > first && wallMs(last, timezone) === shownMs ? [first, last] : [first, first]
}

function nextRepeated(cron: CronTimes, after: Date, timezone: string): Date | undefined {
  let best: Date | undefined
  for (let shownMs = wallMs(hoursBefore(after), timezone); ; ) {
    const foundMs = nearestTime(cron, shownMs + MINUTE_MS, 1)
    if (foundMs === undefined) return best
    const [first, last] = bothInstants(foundMs, timezone)
    const at = first > after ? first : last
    if (at > after && (!best || at < best)) best = at
    if (first > after) return best
    shownMs = foundMs
  }
}

function previousOf(cron: CronTimes, before: Date, timezone: string): Date | undefined {
  const at = previousWallInstant(cron, before, timezone)
  return at && isRepeated(cron, at, before, timezone) ? previousRepeated(cron, before, timezone) : at
}

function previousRepeated(cron: CronTimes, before: Date, timezone: string): Date | undefined {
  let best: Date | undefined
  for (let shownMs = wallMs(before, timezone) + MAX_REPEATED_MS; ; ) {
    const foundMs = nearestTime(cron, shownMs, -1)
    if (foundMs === undefined) return best
    const [first, last] = bothInstants(foundMs, timezone)
    const at = last <= before ? last : first
    if (at <= before && (!best || at > best)) best = at
    if (last <= before) return best
    shownMs = foundMs - MINUTE_MS
  }
}

function previousWallInstant(cron: CronTimes, before: Date, timezone: string): Date | undefined {
  const shownMs = wallMs(before, timezone)
  // This is the second occurrence of the hour, so the rest of the first occurrence is over, too.
  const repeatedMs = Math.max(0, before.getTime() - instantAt(shownMs, timezone).getTime())
  let latest = shownMs + repeatedMs
  for (;;) {
    const foundMs = nearestTime(cron, latest, -1)
    if (foundMs === undefined) return undefined
    const at = instantAt(foundMs, timezone)
    if (at <= before) return at
    latest = foundMs - MINUTE_MS
  }
}

/** The local time as if it were UTC, so that it can be calculated with. */
function wallMs(at: Date, timezone: string): number {
  const { year, month, day, hour, minute } = wallAt(at, timezone)
  return Date.UTC(year, month - 1, day, hour, minute)
}

function instantAt(shownMs: number, timezone: string): Date {
  const wall = new Date(shownMs)
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
function nearestTime(cron: CronTimes, from: number, step: 1 | -1): number | undefined {
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

function isDueWeek({ weeks }: CronTimes, day: number): boolean {
  return !weeks || (mondayOf(day) - weeks.monday) % (weeks.count * 7 * DAY_MS) === 0
}

/** The Monday of the week of a date, both in UTC. */
function mondayOf(shownMs: number): number {
  const day = Math.floor(shownMs / DAY_MS) * DAY_MS
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
