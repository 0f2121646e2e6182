import { and, asc, eq, inArray, ne, notInArray, sql } from 'drizzle-orm'
import type { JobKind } from '../../domain/job.ts'
import { countRows, type Database } from '../database.ts'
import { job } from '../schema/schema.ts'

export type Job = typeof job.$inferSelect
export type NewJob = Omit<Job, 'id' | 'state' | 'againAt' | 'failures' | 'createdAt' | 'changedAt'>

export function insertJob(db: Database, row: NewJob, now: Date): Job {
  const at = now.getTime()
  return db.orm
    .insert(job)
    .values({ ...row, state: 'active', createdAt: at, changedAt: at })
    .returning()
    .get()
}

/** Removed jobs are kept only for their history. */
export function readJob(db: Database, id: number): Job | undefined {
  return db.orm.select().from(job).where(eq(job.id, id)).get()
}

export function updateJob(db: Database, id: number, values: Partial<Job>): void {
  db.orm.update(job).set(values).where(eq(job.id, id)).run()
}

/** The unfinished jobs of one person or of everybody. */
export function listJobs(
  db: Database,
  filter: { personId?: number | undefined; kinds?: readonly JobKind[] } = {},
): Job[] {
  return db.orm
    .select()
    .from(job)
    .where(
      and(
        isUnfinished,
        filter.personId === undefined ? undefined : eq(job.personId, filter.personId),
        filter.kinds ? inArray(job.kind, [...filter.kinds]) : undefined,
      ),
    )
    .orderBy(sql`coalesce(min(ifnull(next_at, again_at), ifnull(again_at, next_at)), 9e15)`, asc(job.id))
    .all()
}

export function activeJobs(db: Database): Job[] {
  return db.orm.select().from(job).where(eq(job.state, 'active')).orderBy(asc(job.id)).all()
}

/** The jobs from the configuration that are not removed. */
export function fileJobs(db: Database): Job[] {
  return db.orm
    .select()
    .from(job)
    .where(and(eq(job.source, 'file'), ne(job.state, 'removed')))
    .all()
}

/** A job that is due. `isSnoozed`: it was snoozed until now. */
export interface DueJob {
  job: Job
  isSnoozed: boolean
}

export function dueJobs(db: Database, now: Date, limit: number): DueJob[] {
  const rows = db
    .statement(
      `SELECT id, next_at AS at, 0 AS again FROM job WHERE state = 'active' AND next_at IS NOT NULL AND next_at <= @now
       UNION ALL SELECT id, again_at, 1 FROM job WHERE again_at IS NOT NULL AND again_at <= @now AND state = 'active'
       ORDER BY at, id LIMIT @limit`,
    )
    .all({ now: now.getTime(), limit }) as { id: number; again: number }[]
  return rows.flatMap(({ id, again }) => {
    const row = readJob(db, id)
    return row ? [{ job: row, isSnoozed: again === 1 }] : []
  })
}

/** When the next job is due, in ms UTC. */
export function nextJobAt(db: Database): number | undefined {
  const at = db
    .statement(
      `SELECT min(at) FROM (SELECT min(next_at) AS at FROM job WHERE state = 'active' AND next_at IS NOT NULL
       UNION ALL SELECT min(again_at) FROM job WHERE again_at IS NOT NULL AND state = 'active')`,
    )
    .pluck()
    .get() as number | null
  return at ?? undefined
}

/** How many unfinished jobs a person has created. */
export function countJobs(db: Database, personId: number): number {
  return countRows(db, job, and(eq(job.personId, personId), eq(job.source, 'person'), isUnfinished))
}

const isUnfinished = notInArray(job.state, ['removed', 'done'])

/** The names of active jobs that failed at least this often in a row, and of those that were due before `since`. */
export function troubledJobs(db: Database, failures: number, since: Date): { failing: string[]; overdue: string[] } {
  const active = activeJobs(db)
  return {
    failing: active.filter((one) => one.failures >= failures).map(({ name }) => name),
    overdue: active.filter(({ nextAt }) => nextAt !== null && nextAt < since.getTime()).map(({ name }) => name),
  }
}
