import type { Schedule } from '../../domain/job.ts'
import type { Asker, JobChange, JobResult, JobService, ReadWords } from '../../domain/job-service.ts'
import { isLessTrusted } from '../../domain/person.ts'
import { dayAndTimeText, type LocalizedText } from '../../messages/localized.ts'
import { scheduleMessages } from '../../messages/schedule-messages.ts'
import { doubtMessages } from '../../messages/when-messages.ts'
import { countJobs, insertJob, type Job, readJob, updateJob } from '../../store/schedule/jobs.ts'
import { insertRun, lastUndone, listRuns, updateRun } from '../../store/schedule/runs.ts'
import { endTasks } from '../../store/work/tasks.ts'
import type { SchedulerDeps } from '../deps.ts'
import { homeRoute } from '../destinations.ts'
import { interpret } from '../phrases/ask-model.ts'
import { asksToRemind } from '../phrases/cancel-requests.ts'
import { type Spoken, type UnderstoodTime, understand, understandTime } from '../phrases/understand.ts'
import { begin } from '../runs/firing.ts'
import { openInstant } from '../runs/instants.ts'
import { nextInstant } from '../times/next-instant.ts'
import { describeSchedule } from '../times/schedule-description.ts'
import { checkDestinations, checkDue, nameOf } from './job-checks.ts'
import { createJobReader, findJob } from './job-list.ts'
import { createViews, isOpen } from './job-views.ts'
import { type DueProblem, problemOf, readChange, readDue, readDueText } from './read-due.ts'

export interface JobServiceDeps extends SchedulerDeps {
  /** Stops these tasks if they are running. */
  abort(tasks: number[]): void
  /** Called after the commit when something may be due sooner than expected. */
  changed(): void
}

/** Jobs per person. More are a sign that something creates them automatically. */
const MAX_JOBS = 20
const MAX_TEXT_CHARS = 4000
/** The current run is among the newest ones. */
const MAX_RECENT_RUNS = 5
const { problems } = scheduleMessages

/** Everything people can do with jobs: members with their own, the owner with everybody's, guests nothing. */
export function createJobService(deps: JobServiceDeps): JobService {
  const { db } = deps
  const views = createViews(deps)
  const reader = createJobReader(deps)

  function change(asker: Asker, id: number, work: (job: Job) => LocalizedText | DueProblem | undefined): JobResult {
    const job = findJob(db, asker, id)
    if (!job) return { problem: problems.noSuchJob(id) }
    const problem = work(job)
    if (problem !== undefined) return 'problem' in problem ? problem : { problem }
    // Transactions are synchronous, so a microtask runs after the commit.
    queueMicrotask(deps.changed)
    return viewJob(asker, id)
  }

  function viewJob(asker: Asker, id: number): JobResult {
    const job = readJob(db, id)
    if (!job) throw new Error(`no job ${id}`)
    return { job: views.job(job, asker.now) }
  }

  function set(job: Job, values: Partial<Job>, { now }: Asker): undefined {
    updateJob(db, job.id, { ...values, changedAt: now.getTime() })
  }

  /** Postpones a reminder that is not due yet: it comes once, at the later time. */
  function postponeNext(job: Job, nextAt: number, at: number, asker: Asker): LocalizedText | undefined {
    if (at <= nextAt) return problems.dueLater(job.name, dayAndTimeText(new Date(nextAt), asker.timezone))
    if (job.due.kind === 'once') return set(job, { state: 'active', due: { kind: 'once', at }, nextAt: at }, asker)
    const reason = scheduleMessages.reasons.snoozed
    insertRun(db, { jobId: job.id, instant: nextAt, state: 'skipped', reason, finishedAt: nextAt }, asker.now)
    const next = openInstant(db, job, new Date(nextAt))?.getTime() ?? null
    return set(job, { state: 'active', nextAt: next, againAt: at }, asker)
  }

  /** Ends the current run of the job. */
  function stopCurrentRun(job: Job, { now }: Asker): void {
    const tasks = listRuns(db, job.id, MAX_RECENT_RUNS).flatMap(({ state, taskId }) =>
      state === 'queued' && taskId ? [taskId] : [],
    )
    endTasks(db, tasks, 'cancelled', scheduleMessages.reasons.jobStopped, now)
    queueMicrotask(() => deps.abort(tasks))
  }

  const service: JobService = {
    ...reader,

    add(asker, { kind, due, text, silent, destinations }) {
      const { person, timezone, chat, lane, route, now } = asker
      if (isLessTrusted(person.role, 'member')) return { problem: problems.membersOnly }
      if (text.trim() === '') return { problem: problems.textMissing }
      if (text.length > MAX_TEXT_CHARS) return { problem: problems.tooLong(MAX_TEXT_CHARS) }
      if (countJobs(db, person.id) >= MAX_JOBS) return { problem: problems.tooMany(MAX_JOBS) }
      const destinationCheck = checkDestinations(db, person, destinations ?? [])
      const problem = checkDue(due, timezone, now) ?? destinationCheck.problem
      if (problem !== undefined) return { problem }
      const job = insertJob(
        db,
        {
          kind,
          source: 'person',
          name: nameOf(text),
          personId: person.id,
          chat,
          lane,
          route: homeRoute(route),
          destinations: destinationCheck.chats,
          due,
          timezone,
          text: text.trim(),
          options: silent ? { silent } : {},
          nextAt: nextInstant(due, now, timezone)?.getTime() ?? null,
        },
        now,
      )
      queueMicrotask(deps.changed)
      return viewJob(asker, job.id)
    },

    readWhen: readDue,

    interpret,

    saysWhen,

    describe: (due, { timezone, now }) => describeSchedule(due, timezone, now),

    addFromWords(asker, words, kind, interpretation) {
      // Checked first, because the words of guests are never given to a model.
      if (isLessTrusted(asker.person.role, 'member')) return { problem: problems.membersOnly }
      const read = interpretation ?? readDueText(words, asker)
      if ('problem' in read) return read
      return service.add(asker, { kind: kind ?? (asksToRemind(words) ? 'reminder' : 'scheduled'), ...read })
    },

    edit: (asker, id, request, interpretation) =>
      change(asker, id, (job) => {
        if (job.source === 'file') return definedInFile(job)
        const { now } = asker
        const read = interpretation
          ? toChange(request, interpretation)
          : readChange(request, { now, timezone: job.timezone })
        if ('problem' in read) return read
        const { due: time, text } = read
        const due = time ?? job.due
        const problem = time && checkDue(due, job.timezone, now)
        if (problem !== undefined) return problem
        const textChange = text === undefined ? {} : { text: text.trim(), name: nameOf(text) }
        if (textChange.text === '' || (textChange.text?.length ?? 0) > MAX_TEXT_CHARS)
          return textChange.text === '' ? problems.textMissing : problems.tooLong(MAX_TEXT_CHARS)
        const next = openInstant(db, { ...job, due }, now)?.getTime() ?? null
        const state = time && job.state === 'done' ? 'active' : job.state
        return set(job, { due, state, ...textChange, ...(time ? { nextAt: next, againAt: null } : {}) }, asker)
      }),

    runNow: (asker, id) =>
      change(asker, id, (job) => {
        const run = begin(deps, job, asker.now.getTime(), asker.now)
        return run ? undefined : problems.running(job.name)
      }),

    pause: (asker, id) =>
      change(asker, id, (job) => {
        if (job.state !== 'active') return problems.notActive(job.name)
        stopCurrentRun(job, asker)
        return set(job, { state: 'paused' }, asker)
      }),

    resume: (asker, id) =>
      change(asker, id, (job) => {
        if (job.state !== 'paused' && job.state !== 'disabled') return problems.notPaused(job.name)
        const next = openInstant(db, job, asker.now)?.getTime() ?? null
        return set(job, { state: 'active', failures: 0, nextAt: next }, asker)
      }),

    remove: (asker, id) =>
      change(asker, id, (job) => {
        if (job.source === 'file') return definedInFile(job)
        stopCurrentRun(job, asker)
        return set(job, { state: 'removed', nextAt: null, againAt: null }, asker)
      }),

    done: (asker, id) =>
      change(asker, id, (job) => {
        if (job.kind !== 'reminder') return problems.noReminder(job.name)
        const run = lastUndone(db, job.id)
        if (run) updateRun(db, run.id, { done: true })
        const isFinished = job.nextAt === null || job.due.kind === 'once'
        return set(job, isFinished ? { state: 'done', nextAt: null, againAt: null } : { againAt: null }, asker)
      }),

    snooze: (asker, id, until, interpretation) =>
      change(asker, id, (job) => {
        if (job.kind !== 'reminder') return problems.noReminder(job.name)
        const time = interpretation ?? readUntil(until, { ...asker, timezone: job.timezone })
        if ('ask' in time) return problemOf(time)
        const due = 'due' in time ? time.due : time.when
        if (due.kind !== 'once') return problems.oneTime
        const { at } = due
        const run = lastUndone(db, job.id)
        if (run) updateRun(db, run.id, { done: true })
        else if (job.againAt === null && job.nextAt !== null) return postponeNext(job, job.nextAt, at, asker)
        return set(job, { state: 'active', againAt: at }, asker)
      }),

    isOpen(id) {
      const job = readJob(db, id)
      return job !== undefined && isOpen(db, job)
    },
  }
  return service
}

/** The new time, and the new text unless the person gave only a time. */
function toChange({ when, text }: JobChange, read: ReadWords): { due: Schedule; text?: string | undefined } {
  return { due: read.due, text: text ?? (when === undefined && read.text !== '' ? read.text : undefined) }
}

function definedInFile({ name }: Job): LocalizedText {
  return problems.inFile(name)
}

const clockOrDuration: UnderstoodTime = { status: 'unclear', ask: doubtMessages.clockOrDuration }

/** Reads the time to which something is postponed: a time or a duration, such as "tomorrow at 9", "1 hour", "eine Stunde". */
export function readUntil(words: string, spoken: Spoken): UnderstoodTime {
  const time = understandTime(words, spoken)
  // A duration alone is not a time, but it is one after the word for "in" in its language.
  const asDuration = [`in ${words}`, `dans ${words}`, `en ${words}`, `${words}后`]
    .map((phrase) => understandTime(phrase, spoken))
    .find(({ status }) => status === 'understood')
  if (!asDuration || time.status === 'unclear') return asDuration ?? time
  return JSON.stringify(asDuration) === JSON.stringify(time) ? time : clockOrDuration
}

/** The model knows the time only to the minute, so times this close together count as equal. */
const SAME_TIME_TOLERANCE_MS = 120_000

/** Whether this time is named by all of the words together, or by one line or sentence of them. */
function saysWhen(words: string, due: Schedule, spoken: Spoken): boolean {
  const candidates = [words, ...words.split('\n'), ...words.split(/(?<=[.!?。！？])\s+|\n/)]
  return [...new Set(candidates)].slice(0, MAX_CHECKED_PIECES).some((candidate) => {
    const read = understand(candidate, spoken)
    return read.status === 'understood' && isSameTime(read.when, due)
  })
}

const MAX_CHECKED_PIECES = 50

function isSameTime(a: Schedule, b: Schedule): boolean {
  if (a.kind === 'once' && b.kind === 'once') return Math.abs(a.at - b.at) <= SAME_TIME_TOLERANCE_MS
  if (a.kind === 'every' && b.kind === 'every')
    return a.ms === b.ms && Math.abs(a.from - b.from) <= SAME_TIME_TOLERANCE_MS
  return a.kind === 'cron' && b.kind === 'cron' && a.line === b.line
}
