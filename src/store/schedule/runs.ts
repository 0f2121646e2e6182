import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { RunState, SourceBlock } from '../../domain/job.ts'
import type { LastRun } from '../../domain/job-service.ts'
import type { Trust } from '../../domain/person.ts'
import type { AnyText } from '../../messages/localized.ts'
import { countRows, type Database } from '../database.ts'
import { job, jobRun, outbox, task } from '../schema/schema.ts'
import type { Task } from '../work/tasks.ts'
import type { Job } from './jobs.ts'

export type Run = typeof jobRun.$inferSelect

export interface NewRun {
  jobId: number
  instant: number
  state: RunState
  reason?: AnyText
  finishedAt?: number
}

/**
 * Records an instant of a job; undefined if it has already run, so that it never runs twice. An instant recorded as
 * missed may still run, because a fast clock may have been corrected.
 */
export function insertRun(db: Database, row: NewRun, now: Date): Run | undefined {
  const { jobId, instant, ...values } = row
  const fresh = { ...values, createdAt: now.getTime() }
  return db.orm
    .insert(jobRun)
    .values({ jobId, instant, ...fresh })
    .onConflictDoUpdate({
      target: [jobRun.jobId, jobRun.instant],
      set: fresh,
      setWhere: sql`${jobRun.state} = 'missed' AND ${values.state} <> 'missed'`,
    })
    .returning()
    .get()
}

/** Whether this instant already has a run. */
export function hasRun(db: Database, jobId: number, instant: number): boolean {
  return (
    db
      .statement(`SELECT 1 FROM job_run WHERE job_id = ? AND instant = ? AND state <> 'missed'`)
      .pluck()
      .get(jobId, instant) === 1
  )
}

export function readRun(db: Database, id: number): Run | undefined {
  return db.orm.select().from(jobRun).where(eq(jobRun.id, id)).get()
}

export function updateRun(db: Database, id: number, values: Partial<Run>): void {
  db.orm.update(jobRun).set(values).where(eq(jobRun.id, id)).run()
}

/** Lowers the trust of a run to this. */
export function lowerRun(db: Database, taskId: number, trust: Trust): void {
  db.orm.update(jobRun).set({ trust }).where(eq(jobRun.taskId, taskId)).run()
}

export function runOfTask(db: Database, taskId: number): { run: Run; job: Job } | undefined {
  return db.orm
    .select({ run: jobRun, job })
    .from(jobRun)
    .innerJoin(job, eq(job.id, jobRun.jobId))
    .where(eq(jobRun.taskId, taskId))
    .get()
}

/**
 * The sources of a delivered line; undefined if it has none. Other people may read the line, but only the owner of the
 * job may see its sources.
 */
export function sourcesOfMessage(db: Database, messageId: number, personId: number): SourceBlock[] | undefined {
  return (
    db.orm
      .select({ sources: jobRun.sources })
      .from(outbox)
      .innerJoin(jobRun, eq(jobRun.taskId, outbox.taskId))
      .innerJoin(job, eq(job.id, jobRun.jobId))
      .where(and(eq(outbox.messageId, messageId), eq(job.personId, personId)))
      .get()?.sources ?? undefined
  )
}

/** Newest first; with `before`, only older ones. */
export function listRuns(db: Database, jobId: number, limit: number, before?: LastRun): Run[] {
  return db.orm
    .select()
    .from(jobRun)
    .where(and(eq(jobRun.jobId, jobId), isOlder(before)))
    .orderBy(desc(jobRun.instant), desc(jobRun.id))
    .limit(limit)
    .all()
}

function isOlder(before: LastRun | undefined) {
  return before && sql`(${jobRun.instant}, ${jobRun.id}) < (${before.instant.getTime()}, ${before.id})`
}

/** The person's results that were delivered, newest first; those of one run, or all. */
export function listResults(
  db: Database,
  which: { personId: number; kind: Job['kind']; run?: number; limit: number; before?: LastRun | undefined },
): { run: Run; job: Job }[] {
  return db.orm
    .select({ run: jobRun, job })
    .from(jobRun)
    .innerJoin(job, eq(job.id, jobRun.jobId))
    .where(
      and(
        eq(job.kind, which.kind),
        inArray(jobRun.state, ['delivered', 'held']),
        eq(job.personId, which.personId),
        which.run === undefined ? undefined : eq(jobRun.id, which.run),
        isOlder(which.before),
      ),
    )
    .orderBy(desc(jobRun.instant), desc(jobRun.id))
    .limit(which.limit)
    .all()
}

export function isUnderWay(db: Database, jobId: number): boolean {
  return countRows(db, jobRun, and(eq(jobRun.jobId, jobId), eq(jobRun.state, 'queued'))) > 0
}

/** Runs whose task ended without a result: it failed, was stopped, or expired. */
export function endedRuns(db: Database): { run: Run; job: Job; task: Task }[] {
  return db.orm
    .select({ run: jobRun, job, task })
    .from(jobRun)
    .innerJoin(job, eq(job.id, jobRun.jobId))
    .innerJoin(task, eq(task.id, jobRun.taskId))
    .where(and(eq(jobRun.state, 'queued'), sql`${task.finishedAt} IS NOT NULL`))
    .all()
}

/** Results held back for quiet hours that are now over, oldest first. */
export function heldRuns(db: Database, now: Date): { run: Run; job: Job }[] {
  return db.orm
    .select({ run: jobRun, job })
    .from(jobRun)
    .innerJoin(job, eq(job.id, jobRun.jobId))
    .where(and(eq(jobRun.state, 'held'), sql`${jobRun.heldUntil} <= ${now.getTime()}`))
    .orderBy(jobRun.id)
    .all()
}

/** When the first held result may be sent. */
export function nextHeldAt(db: Database): number | undefined {
  const at = db.statement(`SELECT min(held_until) FROM job_run WHERE state = 'held'`).pluck().get() as number | null
  return at ?? undefined
}

/** How many runs were started since then. */
export function countRunsSince(db: Database, jobId: number, since: Date): number {
  const startedSince = and(eq(jobRun.jobId, jobId), sql`${jobRun.createdAt} > ${since.getTime()}`)
  return countRows(db, jobRun, and(startedSince, sql`${jobRun.state} NOT IN ('missed', 'skipped')`))
}

/** The last instant with a delivered result; undefined if there is none. */
export function lastDeliveredAt(db: Database, jobId: number): Date | undefined {
  const at = db
    .statement(`SELECT max(instant) FROM job_run WHERE job_id = ? AND state IN ('delivered', 'held', 'silent')`)
    .pluck()
    .get(jobId) as number | null
  return at === null ? undefined : new Date(at)
}

/** How many results were delivered since then. */
export function countDeliveredSince(db: Database, jobId: number, since: Date): number {
  const deliveredOrHeld = and(eq(jobRun.jobId, jobId), inArray(jobRun.state, ['delivered', 'held']))
  return countRows(db, jobRun, and(deliveredOrHeld, sql`${jobRun.instant} >= ${since.getTime()}`))
}

/** The newest run of a reminder that nobody has marked as done. */
export function lastUndone(db: Database, jobId: number): Run | undefined {
  return db.orm
    .select()
    .from(jobRun)
    .where(and(eq(jobRun.jobId, jobId), eq(jobRun.state, 'delivered'), eq(jobRun.done, false)))
    .orderBy(desc(jobRun.instant))
    .limit(1)
    .get()
}

/** Each run stores all the keys it found, so a few runs are enough, even if one found nothing or failed. */
const RUNS_WITH_KEYS = 20

/**
 * The keys that the last runs of a job found, by the title of the block. Silent runs count too, because they judged
 * their findings.
 */
export function keysOfLastRuns(db: Database, jobId: number): Map<string, Set<string>> {
  const rows = db
    .statement(
      `SELECT sources FROM job_run WHERE job_id = ? AND sources IS NOT NULL AND state IN ('delivered', 'held', 'silent')
       ORDER BY instant DESC LIMIT ${RUNS_WITH_KEYS}`,
    )
    .pluck()
    .all(jobId) as string[]
  const keysByTitle = new Map<string, Set<string>>()
  for (const { title, keys = [] } of rows.flatMap((row) => JSON.parse(row) as SourceBlock[]))
    keysByTitle.set(title, new Set([...(keysByTitle.get(title) ?? []), ...keys]))
  return keysByTitle
}
