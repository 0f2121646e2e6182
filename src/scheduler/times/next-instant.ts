import type { When } from '../../domain/job.ts'
import { instantOf, isZone, wallAt } from '../../lib/time/zone.ts'
import { type Cron, readCron } from './cron.ts'
import { isDueOn } from './due-days.ts'

/**
 * The first instant strictly after another at which a job is due; undefined where none is left, or where the line or the
 * zone cannot be read.
 *
 * A cron line names times on the wall, and each of them is due once. One that the clocks go forward over is due at the
 * first instant after that gap, together with all others of the gap; one that comes twice is due the first time.
 */
export function nextInstant(when: When, after: Date, timezone: string): Date | undefined {
  const at = after.getTime()
  switch (when.kind) {
    case 'once':
      return when.at > at ? dateOf(when.at) : undefined
    case 'every':
      return when.ms > 0 ? dateOf(at < when.from ? when.from : latestOf(when, at) + when.ms) : undefined
    case 'cron':
      return withCron(when.line, after, timezone, nextOf)
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
      return withCron(when.line, before, timezone, previousOf)
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

function withCron(line: string, at: Date, timezone: string, find: typeof nextOf): Date | undefined {
  const read = readCron(line)
  // Years of four digits: no zone has rules beyond them.
  const isTellable = at.getTime() >= 0 && at.getTime() < Date.UTC(9900, 0)
  return read.status === 'read' && isTellable && isZone(timezone) ? find(read.cron, at, timezone) : undefined
}

// Instants follow each other as their times on the wall do, and several of those may share one: so the nearest time on
// the wall whose instant lies on the right side is the one. At most those of one overlap are tried in vain.

function nextOf(cron: Cron, after: Date, timezone: string): Date | undefined {
  let shown = wallMs(after, timezone)
  for (;;) {
    const found = nearestTime(cron, shown + MINUTE_MS, 1)
    if (found === undefined) return undefined
    const at = instantAt(found, timezone)
    if (at > after) return at
    shown = found
  }
}

function previousOf(cron: Cron, before: Date, timezone: string): Date | undefined {
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
function nearestTime(cron: Cron, from: number, step: 1 | -1): number | undefined {
  const start = Math.floor(from / DAY_MS) * DAY_MS
  const minute = Math.floor((from - start) / MINUTE_MS)
  for (let day = start; Math.abs(day - start) < LONGEST_WAIT_MS; day = nextDay(cron, day, step)) {
    if (!isDueOn(cron, new Date(day))) continue
    const isFirst = day === start
    const time =
      step === 1
        ? cron.times.find((time) => !isFirst || time >= minute)
        : cron.times.findLast((time) => !isFirst || time <= minute)
    if (time !== undefined) return day + time * MINUTE_MS
  }
  return undefined
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
