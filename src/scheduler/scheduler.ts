import { crashPoint } from '../lib/crash-point.ts'
import { createWaker } from '../lib/time/timers.ts'
import { type DueJob, dueJobs, nextJobAt, updateJob } from '../store/schedule/jobs.ts'
import { nextHeldAt } from '../store/schedule/runs.ts'
import type { SchedulerDeps } from './deps.ts'
import { settleEndedRuns } from './runs/failed-runs.ts'
import { fire } from './runs/firing.ts'
import { recalculateInstants } from './runs/instants.ts'
import { sendHeld } from './runs/results.ts'

/** Starts one run for each instant of a job, never two, even if the clock is changed. */
export interface Scheduler {
  run(signal: AbortSignal): Promise<void>
  /** Call this when something may be due sooner than expected, or when the task of a job has ended. */
  wake(): void
  /** When it last looked for due jobs. For the watchdog. */
  lastPass(): number
  /** Handles everything that is due now. `run` does this by itself. */
  look(): void
}

/** Nothing reports that the system clock was changed, so we check it this often. */
const CHECK_INTERVAL_MS = 10_000
const MIN_WAIT_MS = 10
const MAX_JOBS_PER_QUERY = 20

export function createScheduler(deps: SchedulerDeps): Scheduler {
  const { db, clock, log } = deps
  const waker = createWaker()
  let lastCheck: Date | undefined
  let passedAt = clock.mono()

  function runDue(): void {
    const now = clock.now()
    // The clock may have been changed while the daemon was not running.
    if (!lastCheck || now < lastCheck) db.transaction(() => recalculateInstants(db, now))
    lastCheck = now
    let doneCount = db.transaction(() => settleEndedRuns(deps, now) + sendHeld(deps, now))
    for (let due = dueJobs(db, now, MAX_JOBS_PER_QUERY); due.length > 0; due = dueJobs(db, now, MAX_JOBS_PER_QUERY)) {
      for (const job of due) begin(job, now)
      doneCount += due.length
    }
    if (doneCount > 0) deps.planned()
  }

  /** One transaction per job, so that a broken job does not block the others. */
  function begin(due: DueJob, now: Date): void {
    crashPoint('schedule.before-commit')
    try {
      db.transaction(() => {
        fire(deps, due, now)
        crashPoint('schedule.inside-commit')
      })
    } catch (err) {
      if (isStoreFailure(err)) throw err
      log.error({ err, job: due.job.id }, 'a job could not be started and was disabled')
      updateJob(db, due.job.id, { state: 'disabled', againAt: null, changedAt: now.getTime() })
    }
    crashPoint('schedule.after-commit')
  }

  function msUntilNext(): number {
    const next = Math.min(nextJobAt(db) ?? Number.POSITIVE_INFINITY, nextHeldAt(db) ?? Number.POSITIVE_INFINITY)
    return Math.max(MIN_WAIT_MS, Math.min(CHECK_INTERVAL_MS, next - clock.now().getTime()))
  }

  return {
    look: runDue,
    wake: () => waker.wake(),
    lastPass: () => passedAt,
    async run(signal) {
      while (!signal.aborted) {
        passedAt = clock.mono()
        let waitMs = CHECK_INTERVAL_MS
        try {
          runDue()
          waitMs = msUntilNext()
        } catch (err) {
          log.error({ err }, 'a pass of the scheduler failed; it tries again')
        }
        await waker.wait(waitMs, signal)
      }
    },
  }
}

/** A full disk or a busy file is not the fault of the job. A violated constraint is. */
function isStoreFailure(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return code.startsWith('SQLITE_') && !code.startsWith('SQLITE_CONSTRAINT')
}
