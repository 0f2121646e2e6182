import type { Config } from '../../config/config.ts'
import { ConfigError } from '../../domain/errors.ts'
import type { JobKind, JobOptions, Schedule } from '../../domain/job.ts'
import { textIn } from '../../messages/localized.ts'
import type { Database } from '../../store/database.ts'
import { ownerId } from '../../store/people/people.ts'
import { fileJobs, insertJob, type Job, updateJob } from '../../store/schedule/jobs.ts'
import { briefingInstruction, heartbeatInstruction } from '../briefing/instruction.ts'
import { momentIn } from '../phrases/ask-model.ts'
import { openInstant } from '../runs/instants.ts'
import { checkDue } from './job-checks.ts'

const MINUTE_MS = 60_000

/** A job from the configuration. */
export interface FileJob {
  kind: JobKind
  name: string
  destinations: string[]
  due: Schedule
  timezone: string
  text: string
  options: JobOptions
}

/** All jobs of the configuration. Throws a ConfigError with one line per job that can never run. */
export function readFileJobs(config: Config, now: Date): FileJob[] {
  const jobs = [
    ...config.schedules.map((job) => ({ ...commonFields(config, job), kind: kinds[job.kind], text: job.text })),
    ...config.briefings.map(
      (job) => ({ ...commonFields(config, job), kind: 'briefing', text: briefingInstruction(job) }) as const,
    ),
    ...(config.heartbeat.enabled ? [createHeartbeatJob(config)] : []),
  ]
  const problems = jobs.flatMap(({ name, due, timezone }) => {
    // A time that has passed is not an error: it was right when somebody wrote it.
    const problem = due.kind === 'once' ? checkTime(due.at) : checkDue(due, timezone, now, MINUTE_MS)
    return problem === undefined
      ? []
      : [`${config.file ?? 'configuration'}: the job "${name}" cannot be scheduled: ${textIn(problem, 'en')}`]
  })
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return jobs
}

/** Brings the stored jobs in line with the file: new jobs start, changed jobs get their new times, missing jobs end. */
export function syncFileJobs(db: Database, wanted: FileJob[], now: Date): void {
  db.transaction(() => {
    const stored = fileJobs(db)
    const find = ({ kind, name }: Pick<FileJob, 'kind' | 'name'>) =>
      stored.find((job) => job.kind === kind && job.name === name)
    for (const job of wanted) updateStoredJob(db, job, find(job), now)
    const missing = stored.filter(({ kind, name }) => !wanted.some((job) => job.kind === kind && job.name === name))
    for (const { id } of missing)
      updateJob(db, id, { state: 'removed', nextAt: null, againAt: null, changedAt: now.getTime() })
  })
}

function updateStoredJob(db: Database, wanted: FileJob, stored: Job | undefined, now: Date): void {
  const { due, timezone } = wanted
  if (!stored) {
    const ownerFields = { source: 'file', personId: ownerId(db), chat: null, lane: null, route: null } as const
    const nextAt = openInstant(db, { id: 0, due, timezone }, now)?.getTime() ?? null
    insertJob(db, { ...wanted, ...ownerFields, nextAt }, now)
    return
  }
  const hasNewTimes = JSON.stringify([stored.due, stored.timezone]) !== JSON.stringify([due, timezone])
  const newTimes = hasNewTimes
    ? {
        due,
        timezone,
        nextAt: openInstant(db, { id: stored.id, due, timezone }, now)?.getTime() ?? null,
        state: 'active' as const,
      }
    : {}
  const { kind: _kind, name: _name, due: _due, timezone: _zone, ...rest } = wanted
  updateJob(db, stored.id, { ...rest, ...newTimes })
}

const kinds = { ask: 'scheduled', remind: 'reminder' } as const

type JobTable = Config['schedules'][number] | Config['briefings'][number]

function commonFields(config: Config, job: JobTable) {
  const timezone = job.timezone ?? config.timezone
  return { name: job.name, destinations: [...job.to], due: readDue(job, timezone), timezone, options: readOptions(job) }
}

function readOptions({ model, silent, missed, graceMinutes, anyHour }: JobTable): JobOptions {
  const graceMs = graceMinutes === undefined ? undefined : graceMinutes * MINUTE_MS
  return { model, silent, missed, anyHour, ...(graceMs === undefined ? {} : { graceMs }) }
}

function readDue({ cron, everyMinutes, at }: JobTable, timezone: string): Schedule {
  if (cron !== undefined) return { kind: 'cron', line: cron }
  if (everyMinutes !== undefined) return { kind: 'every', ms: everyMinutes * MINUTE_MS, from: 0 }
  return { kind: 'once', at: momentIn(at ?? '', timezone) ?? Number.NaN }
}

function checkTime(at: number): string | undefined {
  return Number.isNaN(at) ? 'at must be a day and a time such as "2026-12-01 09:00".' : undefined
}

function createHeartbeatJob({ heartbeat, timezone }: Config): FileJob {
  const { everyMinutes, to, model } = heartbeat
  const due = { kind: 'every', ms: everyMinutes * MINUTE_MS, from: 0 } as const
  const options = { model, silent: true, missed: 'skip' } as const
  const text = heartbeatInstruction(heartbeat)
  return { kind: 'heartbeat', name: 'heartbeat', destinations: [...to], due, timezone, text, options }
}
