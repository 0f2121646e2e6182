import type { Database } from '../../store/database.ts'
import { activeJobs, type Job, updateJob } from '../../store/schedule/jobs.ts'
import { hasRun } from '../../store/schedule/runs.ts'
import { nextInstant } from '../times/next-instant.ts'

/** After the clock was set back by days, a job for every minute has thousands of instants that were already handled. */
const MAX_STEPS = 20_000

/** The first instant after a moment that has no run yet; undefined if there is none. */
export function openInstant(db: Database, job: Pick<Job, 'id' | 'due' | 'timezone'>, after: Date): Date | undefined {
  let instant = nextInstant(job.due, after, job.timezone)
  for (let step = 0; instant && step < MAX_STEPS && hasRun(db, job.id, instant.getTime()); step++)
    instant = nextInstant(job.due, instant, job.timezone)
  return instant
}

/** Whether the job is due at this instant. A run at any other instant was started by a person. */
export function isDueAt({ due, timezone }: Pick<Job, 'due' | 'timezone'>, instant: number): boolean {
  return nextInstant(due, new Date(instant - 1), timezone)?.getTime() === instant
}

/**
 * Recalculates the next instants after the clock was set back or the daemon was stopped. An instant is never moved to a
 * later time, so that instants missed meanwhile are still noticed.
 */
export function recalculateInstants(db: Database, now: Date): void {
  for (const job of activeJobs(db)) {
    const next = openInstant(db, job, now)?.getTime()
    if (next !== undefined && next < (job.nextAt ?? Number.POSITIVE_INFINITY)) updateJob(db, job.id, { nextAt: next })
  }
}
