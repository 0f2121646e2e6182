import type { When } from '../../domain/job.ts'
import { nextInstant, previousInstant } from './next-instant.ts'

/** Milliseconds from the last instant until `at`, or `at` itself, to the one after it; of the next two where none was yet. */
export function periodOf(when: When, at: Date, timezone: string): number | undefined {
  const next = nextInstant(when, at, timezone)
  if (!next) return undefined
  const last = previousInstant(when, at, timezone, new Date(0))
  if (last) return next.getTime() - last.getTime()
  const second = nextInstant(when, next, timezone)
  return second && second.getTime() - next.getTime()
}

/**
 * How close together the instants of a job get: enough of them to see a whole hour, and the days around it. Counted as if
 * no clock were ever set: a job is not refused for the one night in which it runs right after another time.
 */
export function shortestPeriod(when: When, now: Date): number | undefined {
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
