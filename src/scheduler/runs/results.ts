import type { RunExtras } from '../../domain/job.ts'
import { keyInChat, runKey } from '../../domain/outbox-key.ts'
import { lowestTrust, type Trust } from '../../domain/person.ts'
import { factsOf } from '../../domain/task.ts'
import type { AnyText } from '../../messages/localized.ts'
import { scheduleMessages } from '../../messages/schedule-messages.ts'
import { readPerson } from '../../store/people/people.ts'
import { type Job, updateJob } from '../../store/schedule/jobs.ts'
import { heldRuns, type Run, runOfTask, updateRun } from '../../store/schedule/runs.ts'
import type { Task } from '../../store/work/tasks.ts'
import type { SchedulerDeps } from '../deps.ts'
import { type Destination, destinationsOf } from '../destinations.ts'
import { endOf } from '../quiet-hours.ts'
import { isDueAt } from './instants.ts'

/** The outcome of a run. */
export interface RunResult extends RunExtras {
  text: string
  trust: Trust
}

/**
 * Handles the result of a run: sends it, holds it until the quiet hours are over, or drops it. False if the task does not
 * belong to a job. Call it inside the transaction that ends the task.
 */
export function takeResult(deps: SchedulerDeps, task: Task, result: RunResult, now: Date): boolean {
  const jobRun = runOfTask(deps.db, task.id)
  if (!jobRun) return false
  const { run, job } = jobRun
  const { text, files, actions } = result
  const trust = lowestTrust([result.trust, run.trust ?? result.trust])
  const outcome = { result: text, trust, finishedAt: now.getTime() }
  updateJob(deps.db, job.id, { failures: 0 })
  if (run.quiet) {
    updateRun(deps.db, run.id, {
      ...outcome,
      state: 'silent',
      reason: run.reason ?? scheduleMessages.reasons.nothingToActOn,
    })
    return true
  }
  // Somebody who starts a run now wants to read its result now.
  const sendAt = isDueAt(job, run.instant) ? heldUntil(deps, job, now) : undefined
  const extras = { files, actions }
  const finishedRun = { ...run, ...outcome, extras }
  updateRun(deps.db, run.id, sendAt ? { ...outcome, extras, state: 'held', heldUntil: sendAt.getTime() } : outcome)
  if (!sendAt) sendResult(deps, job, finishedRun, now)
  return true
}

/** Ends a run without a message. Call it inside the transaction that ends its task. */
export function endSilently(deps: SchedulerDeps, task: Task, reason: AnyText, now: Date): void {
  const jobRun = runOfTask(deps.db, task.id)
  if (!jobRun) return
  updateJob(deps.db, jobRun.job.id, { failures: 0 })
  updateRun(deps.db, jobRun.run.id, { state: 'silent', reason, finishedAt: now.getTime() })
}

/** Sends the results that were held during the quiet hours. Call it inside a transaction. */
export function sendHeld(deps: SchedulerDeps, now: Date): number {
  const held = heldRuns(deps.db, now)
  for (const { run, job } of held) sendResult(deps, job, run, now)
  return held.length
}

function heldUntil({ db, settings }: SchedulerDeps, job: Job, now: Date): Date | undefined {
  const { quietHours, timezone } = settings()
  if (!quietHours || job.options.anyHour) return undefined
  return endOf(now, quietHours, readPerson(db, job.personId).timezone ?? timezone)
}

function sendResult(deps: SchedulerDeps, job: Job, run: Run, now: Date): void {
  const kind = job.kind === 'reminder' ? 'scheduled' : job.kind
  const destinations = findDestinations(deps, job, run)
  for (const [index, destination] of destinations.entries()) {
    const key = runKey(run.id)
    const line = {
      key: index === 0 ? key : keyInChat(key, destination.route.chat),
      kind: 'reply',
      origin: factsOf(kind).lines,
      text: run.result ?? '',
      ...(run.taskId === null ? {} : { taskId: run.taskId }),
      ...(run.trust === null ? {} : { trust: run.trust }),
      ...run.extras,
      ...destination,
    } as const
    deps.say(line, now)
  }
  const cancelled = { state: 'cancelled', reason: scheduleMessages.reasons.noChat } as const
  updateRun(deps.db, run.id, destinations.length > 0 ? { state: 'delivered' } : cancelled)
}

/** The destinations that were stored when the run was prepared; otherwise those known now. */
function findDestinations(deps: SchedulerDeps, job: Job, run: Run): Destination[] {
  return run.places?.length ? run.places : destinationsOf(deps, job)
}
