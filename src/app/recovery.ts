import { crashPoint } from '../lib/crash-point.ts'
import { backupMessages } from '../messages/backup-messages.ts'
import { skipDueJobs } from '../scheduler/runs/restored-jobs.ts'
import type { Database } from '../store/database.ts'
import type { ClosedSession } from '../store/recall/epochs.ts'
import { findCommon } from '../tasks/health/crash-report.ts'
import type { SafeMode } from '../tasks/health/safeguards.ts'
import { type Recovered, recover } from '../tasks/queue/recovery.ts'
import { type SkippedJob, settleRestored } from '../tasks/queue/restored-start.ts'
import type { TaskDeps } from '../tasks/task-deps.ts'

/**
 * Settles what an earlier run or a restored backup left unfinished. It may send notices, so it comes after everything
 * that is needed to send them.
 */
export function recoverAtStart(
  deps: TaskDeps,
  safeMode: SafeMode,
): { counts: Omit<Recovered, 'sessions'>; sessions: ClosedSession[] } {
  const { log } = deps
  const restored = settleRestored({ ...deps, skipDueJobs: (now) => skipJobsOf(deps.db, now) })
  const { sessions, ...counts } = recover(deps)
  if (restored)
    log.warn(
      { takenAt: restored.takenAt, held: restored.held, ended: restored.ended, jobs: restored.jobs },
      'the store was restored from a backup; what was unfinished then is not repeated',
    )
  if (safeMode.isOn())
    log.error(
      { ...findCommon(safeMode.crashes()) },
      'several crashes in a row: messages are accepted, but no task runs for a while',
    )
  crashPoint('start.after-recovery')
  return { counts, sessions: [...(restored?.sessions ?? []), ...sessions] }
}

/** The jobs that a restored store skips, with the places where they were planned. */
function skipJobsOf(db: Database, now: Date): SkippedJob[] {
  return skipDueJobs(db, backupMessages.restored.jobReason, now).map(({ name, lane, route }) => ({
    name,
    place: lane && route ? { lane, route } : undefined,
  }))
}
