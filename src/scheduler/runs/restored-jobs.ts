import type { AnyText } from '../../messages/localized.ts'
import type { Database } from '../../store/database.ts'
import { dueJobs, type Job, updateJob } from '../../store/schedule/jobs.ts'
import { insertRun } from '../../store/schedule/runs.ts'
import { openInstant } from './instants.ts'

const MAX_JOBS = 10_000

/**
 * Skips what came due while nobody knows whether it ran, and moves every job to its next instant. Returns the jobs that
 * a person would miss. Call it inside a transaction.
 */
export function skipDueJobs(db: Database, reason: AnyText, now: Date): Job[] {
  const skipped = new Map<number, Job>()
  for (const { job, isSnoozed } of dueJobs(db, now, MAX_JOBS)) {
    const instant = isSnoozed ? job.againAt : job.nextAt
    if (instant === null) continue
    insertRun(db, { jobId: job.id, instant, state: 'skipped', reason, finishedAt: now.getTime() }, now)
    if (isSnoozed) updateJob(db, job.id, { againAt: null })
    else updateJob(db, job.id, nextOf(db, job, now))
    if (job.kind !== 'heartbeat') skipped.set(job.id, job)
  }
  return [...skipped.values()]
}

/** A reminder without a next instant stays open until somebody marks it as done. */
function nextOf(db: Database, job: Job, now: Date): Partial<Job> {
  const next = openInstant(db, job, now)
  if (next || job.kind === 'reminder') return { nextAt: next?.getTime() ?? null }
  return { nextAt: null, state: 'done', changedAt: now.getTime() }
}
