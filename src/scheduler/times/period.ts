import type { Schedule } from '../../domain/job.ts'
import { nextInstant, previousInstant } from './next-instant.ts'

/** Milliseconds between the last instant up to `at` and the one after it. Before the first instant: between the next two. */
export function periodOf(when: Schedule, at: Date, timezone: string): number | undefined {
  const next = nextInstant(when, at, timezone)
  if (!next) return undefined
  const last = previousInstant(when, at, timezone, new Date(0))
  if (last) return next.getTime() - last.getTime()
  const second = nextInstant(when, next, timezone)
  return second && second.getTime() - next.getTime()
}

/**
 * The shortest time between two instants of a job. It looks at enough instants to see a whole hour and the days around
 * it. Clock changes are ignored, so that no job is refused because of one night in which two instants come close.
 */
export function shortestPeriod(when: Schedule, now: Date): number | undefined {
  if (when.kind === 'every') return when.ms
  let shortest: number | undefined
  let last = nextInstant(when, now, 'UTC')
  for (let i = 0; i < 50 && last; i++) {
    const next = nextInstant(when, last, 'UTC')
    if (next) shortest = Math.min(shortest ?? Number.POSITIVE_INFINITY, next.getTime() - last.getTime())
    last = next
  }
  return shortest
}
