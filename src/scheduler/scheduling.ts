import type { JobService } from '../domain/job-service.ts'
import type { AnyText } from '../messages/localized.ts'
import { runOfTask, updateRun } from '../store/schedule/runs.ts'
import type { Task } from '../store/work/tasks.ts'
import { createPrepare, type PrepareDeps, type PreparedRun } from './briefing/prepare.ts'
import { createJobService, type JobServiceDeps } from './jobs/job-service.ts'
import { endSilently, type RunResult, takeResult } from './runs/results.ts'
import { createScheduler, type Scheduler } from './scheduler.ts'

/** The model for jobs that name none. */
const DEFAULT_MODEL = 'fast'

/** The scheduler together with what the rest of the daemon needs from it. */
export interface Scheduling extends Scheduler {
  jobs: JobService
  /** Implements `Background` of tasks/run. */
  background: {
    prepare(task: Task, signal: AbortSignal): Promise<PreparedRun>
    take(task: Task, result: RunResult, now: Date): boolean
    staySilent(task: Task, reason: AnyText, now: Date): void
    modelFor(task: Pick<Task, 'id'>): string
  }
  silence: SilentRuns
}

/** For runs that may end without a message, because there was nothing to report. */
export interface SilentRuns {
  isAllowed(task: number): boolean
  staySilent(task: number, reason: string): void
}

export function createScheduling(deps: Omit<JobServiceDeps, 'changed'> & PrepareDeps): Scheduling {
  const { db } = deps
  const scheduler = createScheduler(deps)
  const changed = () => {
    scheduler.wake()
    deps.planned()
  }
  return {
    ...scheduler,
    jobs: createJobService({ ...deps, changed }),
    background: {
      prepare: createPrepare(deps),
      take: (task, result, now) => takeResult(deps, task, result, now),
      staySilent: (task, reason, now) => endSilently(deps, task, reason, now),
      modelFor: (task) => runOfTask(db, task.id)?.job.options.model ?? DEFAULT_MODEL,
    },
    silence: {
      isAllowed: (task) => runOfTask(db, task)?.job.options.silent === true,
      staySilent(task, reason) {
        const jobRun = runOfTask(db, task)
        if (jobRun) updateRun(db, jobRun.run.id, { quiet: true, reason })
      },
    },
  }
}
