// What happens when the time of a job has come. The scheduler calls `fire` for each due job, one transaction each.
//   1. The instant is worked out. After a pause only the newest one counts; the job moves on to its next instant.
//   2. A job whose person left, or that runs in circles, is ended. One that is far too late is noted as missed.
//   3. `begin` inserts the run. The pair of job and instant is unique, so that no instant runs twice.
//   4. A reminder is said at once, without a model. Any other kind becomes a task in the queue of its job, which the worker
//      runs like every other task; its result comes back through runs/results.ts.

import type { Button } from '../../domain/delivery.ts'
import { jobQueue } from '../../domain/ids.ts'
import type { JobKind } from '../../domain/job.ts'
import { keyInChat, runKey } from '../../domain/outbox-key.ts'
import { isLessTrusted } from '../../domain/person.ts'
import { later, momentOf } from '../../lib/time/clock.ts'
import { dayAndTimeText, type LocalizedText } from '../../messages/localized.ts'
import { scheduleMessages } from '../../messages/schedule-messages.ts'
import type { Database } from '../../store/database.ts'
import { isLetIn, readPerson } from '../../store/people/people.ts'
import { type DueJob, type Job, updateJob } from '../../store/schedule/jobs.ts'
import { countRunsSince, hasRun, insertRun, isUnderWay, type Run, updateRun } from '../../store/schedule/runs.ts'
import { enqueueTask } from '../../store/work/tasks.ts'
import type { SchedulerDeps } from '../deps.ts'
import { chatsOf, destinationsOf } from '../destinations.ts'
import { previousInstant } from '../times/next-instant.ts'
import { periodOf } from '../times/period.ts'
import { disableJob } from './failed-runs.ts'
import { openInstant } from './instants.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
/** A run that starts within this time counts as punctual. */
const PUNCTUAL_MS = MINUTE_MS
const MAX_GRACE_MS = 15 * MINUTE_MS
/** How long a run may wait and run in total. */
const MAX_RUN_MS = 2 * HOUR_MS
/** No valid job runs this often, so one that does triggers itself. */
const MAX_RUNS_PER_HOUR = 90

/** Handles one due job. Call it inside a transaction. */
export function fire(deps: SchedulerDeps, { job, isSnoozed }: DueJob, now: Date): void {
  const expectedAt = isSnoozed ? job.againAt : job.nextAt
  if (expectedAt === null) return
  const newest = isSnoozed ? expectedAt : newestDue(deps.db, job, expectedAt, now)
  if (isSnoozed) updateJob(deps.db, job.id, { againAt: null })
  else scheduleNext(deps, job, now)
  if (endIfObsolete(deps, job, now)) return
  const delayMs = now.getTime() - newest
  if (delayMs > graceMs(job, newest)) return noteMissed(deps, job, newest, now)
  begin(deps, job, newest, now)
}

/** Starts the run of a job for an instant. Undefined if that instant already has a run, or if the previous run has not ended. */
export function begin(deps: SchedulerDeps, job: Job, instant: number, now: Date): Run | undefined {
  const { db } = deps
  const reason = findSkipReason(deps, job)
  if (reason !== undefined) {
    insertRun(db, { jobId: job.id, instant, state: 'skipped', reason, finishedAt: now.getTime() }, now)
    return undefined
  }
  const run = insertRun(db, { jobId: job.id, instant, state: 'queued' }, now)
  if (!run) return undefined
  if (job.kind === 'reminder') remind(deps, job, run, now)
  else enqueue(deps, job, job.kind, run, now)
  return run
}

function findSkipReason(deps: SchedulerDeps, job: Job): LocalizedText | undefined {
  if (job.kind !== 'reminder' && isUnderWay(deps.db, job.id)) return scheduleMessages.reasons.stillRunning
  return destinationsOf(deps, job).length === 0 ? scheduleMessages.reasons.noChat : undefined
}

/** A job without a next instant is done, except for a reminder, which stays open until somebody marks it as done. */
function scheduleNext({ db }: SchedulerDeps, job: Job, now: Date): void {
  const next = openInstant(db, job, now)
  if (next || job.kind === 'reminder') return updateJob(db, job.id, { nextAt: next?.getTime() ?? null })
  updateJob(db, job.id, { nextAt: null, state: 'done', changedAt: now.getTime() })
}

/** The newest instant since the expected one that has no run yet. Older missed instants are not made up for. */
function newestDue(db: Database, { id, due, timezone }: Job, expectedAt: number, now: Date): number {
  let newest = previousInstant(due, now, timezone, new Date(expectedAt))
  while (newest && hasRun(db, id, newest.getTime()))
    newest = previousInstant(due, new Date(newest.getTime() - 1), timezone, new Date(expectedAt))
  return newest?.getTime() ?? expectedAt
}

/** Reminders are sent however late they are, for example after the machine was off. */
function graceMs({ kind, options, due, timezone }: Job, instant: number): number {
  if (options.missed === 'skip') return PUNCTUAL_MS
  if (options.graceMs !== undefined) return Math.max(PUNCTUAL_MS, options.graceMs)
  if (kind === 'reminder') return Number.POSITIVE_INFINITY
  const periodMs = periodOf(due, new Date(instant), timezone)
  return Math.max(PUNCTUAL_MS, Math.min(MAX_GRACE_MS, (periodMs ?? HOUR_MS) / 2))
}

function noteMissed(deps: SchedulerDeps, job: Job, instant: number, now: Date): void {
  const { db } = deps
  const due = dayAndTimeText(new Date(instant), job.timezone)
  const reason = scheduleMessages.reasons.missed(due)
  const run = insertRun(db, { jobId: job.id, instant, state: 'missed', reason, finishedAt: now.getTime() }, now)
  // A job with missed = "skip" is not reported as missed.
  if (!run || job.options.missed === 'skip' || job.kind === 'heartbeat') return
  const destination = destinationsOf(deps, job)[0]
  if (!destination) return
  const again = `${deps.prefixIn(destination.route.chat)}schedule run ${job.id}`
  const text = scheduleMessages.missed(job.name, due, again)
  deps.say({ key: runKey(run.id, 'missed'), kind: 'notice', ...destination, text, origin: 'chat' }, now)
}

/** Ends a job whose person is gone, or that triggers itself. Returns whether it did. */
function endIfObsolete(deps: SchedulerDeps, job: Job, now: Date): boolean {
  if (isLessTrusted(readPerson(deps.db, job.personId).role, 'member') || !isLetIn(deps.db, job.personId)) {
    updateJob(deps.db, job.id, { state: 'removed', nextAt: null, changedAt: now.getTime() })
    return true
  }
  // Runs before the job was last switched on do not count.
  const since = new Date(Math.max(now.getTime() - HOUR_MS, job.changedAt))
  const runCount = countRunsSince(deps.db, job.id, since)
  if (runCount < MAX_RUNS_PER_HOUR) return false
  disableJob(deps, job, scheduleMessages.reasons.ranOften(runCount), now)
  return true
}

function enqueue(deps: SchedulerDeps, job: Job, kind: Exclude<JobKind, 'reminder'>, run: Run, now: Date): void {
  const { db, clock } = deps
  const [destination] = chatsOf(deps, job)
  if (!destination) return
  const { steady } = momentOf(clock)
  const isLate = now.getTime() - run.instant > PUNCTUAL_MS
  const spreadMs = isLate ? Math.round(deps.random() * deps.settings().spreadMs) : 0
  const taskId = enqueueTask(
    db,
    {
      kind,
      chat: destination.route.chat,
      lane: destination.lane,
      queue: jobQueue(job.id),
      personId: job.personId,
      route: destination.route,
      instruction: buildInstruction(job),
      scheduleKey: `job:${job.id}:${run.instant}`,
      dueAt: later(steady, spreadMs),
      deadlineAt: later(steady, MAX_RUN_MS),
      queuedAt: steady,
    },
    now,
  )
  updateRun(db, run.id, { taskId })
}

/** The prompt of a heartbeat says this itself. */
function buildInstruction({ kind, text, options }: Job): string {
  if (!options.silent || kind === 'heartbeat') return text
  return `${text}\n\nIf there is nothing I have to act on, call stay_silent instead of answering.`
}

/** Sends a reminder as it was worded: without a model, a task or quiet hours. */
function remind(deps: SchedulerDeps, job: Job, run: Run, now: Date): void {
  const destinations = destinationsOf(deps, job)
  const isLate = now.getTime() - run.instant > PUNCTUAL_MS
  const due = isLate ? dayAndTimeText(new Date(run.instant), job.timezone) : undefined
  for (const [index, destination] of destinations.entries()) {
    const key = runKey(run.id)
    const { chat } = destination.route
    deps.say(
      {
        ...reminderLine(job, run, due, deps.prefixIn(chat)),
        key: index === 0 ? key : keyInChat(key, chat),
        kind: 'reply',
        origin: 'scheduled',
        ...destination,
      },
      now,
    )
  }
  updateRun(deps.db, run.id, { state: 'delivered', result: job.text, finishedAt: now.getTime() })
  updateJob(deps.db, job.id, { failures: 0 })
}

const SNOOZE_MINUTES = 10

/** The text of a reminder and its buttons. */
function reminderLine(
  job: Job,
  run: Run,
  due: LocalizedText | undefined,
  prefix: string,
): { text: LocalizedText; buttons: Button<LocalizedText>[] } {
  const texts = scheduleMessages
  const hint = texts.reminderHint(`${prefix}schedule snooze ${job.id}`)
  return {
    text: due === undefined ? texts.reminder(job.text, hint) : texts.lateReminder(job.text, due, hint),
    buttons: [
      { label: texts.doneButton, data: `schedule done ${job.id} ${run.id}` },
      { label: texts.snoozeMinutesButton(SNOOZE_MINUTES), data: `schedule snooze ${job.id} ${SNOOZE_MINUTES} minutes` },
      { label: texts.snoozeHourButton, data: `schedule snooze ${job.id} 1 hour` },
      { label: texts.snoozeTomorrowButton, data: `schedule snooze ${job.id} tomorrow` },
    ],
  }
}
