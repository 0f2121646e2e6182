import type { Database } from '../../store/database.ts'
import { activeJobs, type Job, updateJob } from '../../store/schedule/jobs.ts'
import { hasRun } from '../../store/schedule/runs.ts'
import { nextInstant } from '../times/next-instant.ts'

/** After a clock was set back by days a job of every minute has thousands behind it. */
const MOST_STEPS = 20_000

/** The first instant after a moment of which nothing has come yet; undefined when there is none. */
export function openInstant(db: Database, job: Pick<Job, 'id' | 'due' | 'timezone'>, after: Date): Date | undefined {
  let instant = nextInstant(job.due, after, job.timezone)
  for (let step = 0; instant && step < MOST_STEPS && hasRun(db, job.id, instant.getTime()); step++)
    instant = nextInstant(job.due, instant, job.timezone)
  return instant
}

/** Whether the job itself is due then; a run at any other moment was asked for by somebody. */
export function isDueAt({ due, timezone }: Pick<Job, 'due' | 'timezone'>, instant: number): boolean {
  return nextInstant(due, new Date(instant - 1), timezone)?.getTime() === instant
}

/**
 * Looks anew for what comes next, after the clock was set back or the daemon was away: never later than it was, so that
 * what was slept through is still seen.
 */
export function lookAhead(db: Database, now: Date): void {
  for (const job of activeJobs(db)) {
    const next = openInstant(db, job, now)?.getTime()
    if (next !== undefined && next < (job.nextAt ?? Number.POSITIVE_INFINITY)) updateJob(db, job.id, { nextAt: next })
  }
}
