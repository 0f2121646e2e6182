import type { Schedule } from '../../../../src/domain/job.ts'
import { instantOf, wallAt } from '../../../../src/lib/time/zone.ts'

/**
 * What a person says; when it is meant, in the wall time of its zone; what it is about. All of it is said on Monday,
 * 2026-11-16, at 09:30 in Berlin, or in `zone`.
 */
export type Said = [words: string, due: string, what: string, zone?: string]

export const BERLIN = 'Europe/Berlin'

export const spokenIn = (timezone: string) => ({
  now: instantOf({ year: 2026, month: 11, day: 16, hour: 9, minute: 30, second: 0 }, timezone),
  timezone,
})

/** As the tables write it: "once 2026-11-17 09:00", "cron 0 7 * * 1-5", "every 20m". */
export function dueIn(when: Schedule, timezone: string): string {
  if (when.kind === 'cron') return `cron ${when.line}`
  if (when.kind === 'once') return `once ${wallText(when.at, timezone)}`
  const minutes = when.ms / 60_000
  const first = when.from - spokenIn(timezone).now.getTime()
  if (first !== when.ms) return `every ${minutes}m, first after ${first} ms`
  return minutes % 60 === 0 ? `every ${minutes / 60}h` : `every ${minutes}m`
}

function wallText(at: number, timezone: string): string {
  const { year, month, day, hour, minute, second } = wallAt(new Date(at), timezone)
  const two = (value: number) => String(value).padStart(2, '0')
  const seconds = second === 0 ? '' : `:${two(second)}`
  return `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}${seconds}`
}
