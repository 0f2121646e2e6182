import { runKey } from '../../domain/outbox-key.ts'
import type { EndState } from '../../domain/task.ts'
import type { LocalizedText } from '../../messages/localized.ts'
import { scheduleMessages } from '../../messages/schedule-messages.ts'
import { type Job, updateJob } from '../../store/schedule/jobs.ts'
import { endedRuns, listRuns, type Run, updateRun } from '../../store/schedule/runs.ts'
import type { Task } from '../../store/work/tasks.ts'
import type { SchedulerDeps } from '../deps.ts'
import { destinationsOf } from '../destinations.ts'

const { reasons } = scheduleMessages

/** After this many failures in a row, the job is disabled. */
const MAX_FAILURES_IN_A_ROW = 5

/** Ends runs whose task ended without a result, and reports it where the result would have gone. Needs a transaction. */
export function settleEndedRuns(deps: SchedulerDeps, now: Date): number {
  const ended = endedRuns(deps.db)
  for (const { run, job, task } of ended) settleRun(deps, job, run, task, now)
  return ended.length
}

type RunEnd = 'failed' | 'skipped' | 'cancelled' | 'silent'

const runEndByState: Record<EndState, RunEnd> = {
  answered: 'silent',
  refused: 'skipped',
  cancelled: 'cancelled',
  expired: 'failed',
  failed: 'failed',
  quarantined: 'failed',
}

/** Replaces reasons of tasks that are worded for a person who waits for an answer. */
const reasonByState: Partial<Record<EndState, LocalizedText>> = {
  answered: reasons.nothingToSay,
  cancelled: reasons.stopped,
  expired: reasons.waitedTooLong,
  quarantined: reasons.crashed,
}

function settleRun(deps: SchedulerDeps, job: Job, run: Run, task: Task, now: Date): void {
  const { db } = deps
  const state = runEndByState[task.state as EndState]
  const reason = reasonByState[task.state as EndState] ?? task.reason ?? reasons.ended(task.state)
  const previousRun = listRuns(db, job.id, 2).find(({ id }) => id !== run.id)
  updateRun(db, run.id, { state, reason, finishedAt: now.getTime() })
  if (state === 'skipped' && previousRun?.state !== 'skipped')
    return notify(deps, job, run, scheduleMessages.skipped(job.name, reason), now)
  if (state !== 'failed') return
  const failures = job.failures + 1
  updateJob(db, job.id, { failures })
  if (failures >= MAX_FAILURES_IN_A_ROW)
    return disableJob(deps, { ...job, failures }, reasons.failedOften(failures, reason), now, run)
  if (job.kind !== 'heartbeat')
    notify(deps, job, run, scheduleMessages.failed(job.name, reason), now, { canRunAgain: true })
}

/** Disables a job until somebody switches it on again. */
export function disableJob(deps: SchedulerDeps, job: Job, reason: LocalizedText, now: Date, run?: Run): void {
  updateJob(deps.db, job.id, { state: 'disabled', changedAt: now.getTime() })
  const lastRun = run ?? listRuns(deps.db, job.id, 1)[0]
  if (!lastRun) return
  const [destination] = destinationsOf(deps, job)
  if (!destination) return
  const resume = `${deps.prefixIn(destination.route.chat)}schedule resume ${job.id}`
  // The job may be disabled again without a run in between, so the key contains the time.
  const text = scheduleMessages.disabled(job.name, reason, resume)
  deps.say(
    { key: `${runKey(lastRun.id, 'off')}:${now.getTime()}`, kind: 'notice', ...destination, text, origin: 'chat' },
    now,
  )
}

function notify(
  deps: SchedulerDeps,
  job: Job,
  run: Run,
  text: LocalizedText,
  now: Date,
  { canRunAgain = false } = {},
): void {
  const [destination] = destinationsOf(deps, job)
  if (!destination) return
  const buttons = canRunAgain ? [{ label: scheduleMessages.runAgainButton, data: `schedule run ${job.id}` }] : []
  deps.say({ key: runKey(run.id, 'ended'), kind: 'notice', ...destination, text, origin: 'chat', buttons }, now)
}
