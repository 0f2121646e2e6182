import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { RunState, SourceBlock } from '../../domain/job.ts'
import type { LastRun } from '../../domain/job-desk.ts'
import type { Trust } from '../../domain/person.ts'
import { countRows, type Database } from '../database.ts'
import { job, jobRun, outbox, task } from '../schema/schema.ts'
import type { Task } from '../work/tasks.ts'
import type { Job } from './jobs.ts'

export type Run = typeof jobRun.$inferSelect

export interface NewRun {
  jobId: number
  instant: number
  state: RunState
  reason?: string
  finishedAt?: number
}

/**
 * Writes an instant into the ledger; undefined when it stands there already: it was run, and is not run again. What only
 * stands there as missed may still come: a clock that ran ahead was set right.
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

/** Whether something came of this instant already. */
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

/** What was before the model is trusted no more than this. */
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
 * What a delivered line was written from; undefined for a line that was written from nothing we gathered. Others may read
 * the line along with whoever has the job, but not what it was written from.
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

/** Newest first: all, or those before one that is known. */
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

/** What is told of a person's briefings, newest first: those that said something. */
export function listResults(
  db: Database,
  which: { personId: number; kind: Job['kind']; limit: number; before?: LastRun | undefined },
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

/** Runs whose task came to its end without a result of theirs: it failed, was stopped, or is too old. */
export function endedRuns(db: Database): { run: Run; job: Job; task: Task }[] {
  return db.orm
    .select({ run: jobRun, job, task })
    .from(jobRun)
    .innerJoin(job, eq(job.id, jobRun.jobId))
    .innerJoin(task, eq(task.id, jobRun.taskId))
    .where(and(eq(jobRun.state, 'queued'), sql`${task.finishedAt} IS NOT NULL`))
    .all()
}

/** What waits for the end of quiet hours that is over, oldest first. */
export function heldRuns(db: Database, now: Date): { run: Run; job: Job }[] {
  return db.orm
    .select({ run: jobRun, job })
    .from(jobRun)
    .innerJoin(job, eq(job.id, jobRun.jobId))
    .where(and(eq(jobRun.state, 'held'), sql`${jobRun.heldUntil} <= ${now.getTime()}`))
    .orderBy(jobRun.id)
    .all()
}

/** When the first of them may be said. */
export function nextHeldAt(db: Database): number | undefined {
  const at = db.statement(`SELECT min(held_until) FROM job_run WHERE state = 'held'`).pluck().get() as number | null
  return at ?? undefined
}

/** How often something was begun since then. */
export function countRunsSince(db: Database, jobId: number, since: Date): number {
  const begun = and(eq(jobRun.jobId, jobId), sql`${jobRun.createdAt} > ${since.getTime()}`)
  return countRows(db, jobRun, and(begun, sql`${jobRun.state} NOT IN ('missed', 'skipped')`))
}

/** The last instant of which something was told; undefined when there is none. */
export function lastToldAt(db: Database, jobId: number): Date | undefined {
  const at = db
    .statement(`SELECT max(instant) FROM job_run WHERE job_id = ? AND state IN ('delivered', 'held', 'silent')`)
    .pluck()
    .get(jobId) as number | null
  return at === null ? undefined : new Date(at)
}

/** How often a job has spoken since then. */
export function countToldSince(db: Database, jobId: number, since: Date): number {
  const told = and(eq(jobRun.jobId, jobId), inArray(jobRun.state, ['delivered', 'held']))
  return countRows(db, jobRun, and(told, sql`${jobRun.instant} >= ${since.getTime()}`))
}

/** The newest run of a reminder that nobody has seen to. */
export function lastUndone(db: Database, jobId: number): Run | undefined {
  return db.orm
    .select()
    .from(jobRun)
    .where(and(eq(jobRun.jobId, jobId), eq(jobRun.state, 'delivered'), eq(jobRun.done, false)))
    .orderBy(desc(jobRun.instant))
    .limit(1)
    .get()
}

/** Each run keeps all that it found, so that a few of them are enough, also where one found nothing or failed. */
const RUNS_WITH_KEYS = 20

/** What a job has found in its last runs, by the title of the block. What nobody was to hear of counts: it was judged. */
export function keysOfLastRuns(db: Database, jobId: number): Map<string, Set<string>> {
  const rows = db
    .statement(
      `SELECT sources FROM job_run WHERE job_id = ? AND sources IS NOT NULL AND state IN ('delivered', 'held', 'silent')
       ORDER BY instant DESC LIMIT ${RUNS_WITH_KEYS}`,
    )
    .pluck()
    .all(jobId) as string[]
  const told = new Map<string, Set<string>>()
  for (const { title, keys = [] } of rows.flatMap((row) => JSON.parse(row) as SourceBlock[]))
    told.set(title, new Set([...(told.get(title) ?? []), ...keys]))
  return told
}
