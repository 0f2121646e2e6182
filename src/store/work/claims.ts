import { and, eq, inArray, sql } from 'drizzle-orm'
import { factsOf, SUSPECT, type TaskKind } from '../../domain/task.ts'
import { type Moment, type Steady, steadyAt } from '../../lib/time/clock.ts'
import type { Database } from '../database.ts'
import { person, task } from '../schema/schema.ts'
import { noLease, readTask, readTasks, recordEvent, type Task } from './tasks.ts'

/** The right to run a task and to write its result; valid only while instance and token match the row. */
export interface Claim {
  task: Task
  instance: number
  token: number
}

export interface ClaimOptions extends Moment {
  instance: number
  leaseUntil: number
  /** Whether suspects may be claimed. They run one at a time, so that the one that crashes the daemon is next. */
  suspects: boolean
  /** Only tasks of these kinds, which share a limit. */
  kinds: readonly TaskKind[]
}

/**
 * The next task to run: due, first in its queue (so answers in a lane keep their order), of the person with the fewest
 * running tasks, then of the one served longest ago. The attempt is counted here, before anything runs.
 */
export function claimTask(db: Database, options: ClaimOptions): Claim | undefined {
  const maxSuspicion = options.suspects ? Number.MAX_SAFE_INTEGER : SUSPECT
  const { steady } = options
  const id = db
    .statement(nextRunnable)
    .pluck()
    .get({ kinds: JSON.stringify(options.kinds), steady, maxSuspicion }) as number | undefined
  if (id === undefined) return undefined
  const next = readTask(db, id)
  if (!next) return undefined
  const claimed = db.orm
    .update(task)
    .set({
      state: 'leased',
      attempt: next.attempt + 1,
      leaseInstance: options.instance,
      leaseToken: next.leaseToken + 1,
      leaseUntil: Math.round(options.leaseUntil),
      startedAt: options.now.getTime(),
    })
    .where(eq(task.id, id))
    .returning()
    .get()
  if (factsOf(next.kind).work !== 'upkeep')
    db.orm.update(person).set({ servedAt: steady }).where(eq(person.id, next.personId)).run()
  recordEvent(db, id, 'claimed', `attempt ${claimed.attempt}`, options.now)
  return { task: claimed, instance: options.instance, token: claimed.leaseToken }
}

// An interrupted task waits for a person and must not block its queue. The indexes of open tasks are named, so that a
// claim never reads finished tasks.
const nextRunnable = `
  WITH wanted AS MATERIALIZED (SELECT value AS kind FROM json_each(@kinds)),
  busy AS MATERIALIZED (
    SELECT person_id, count(*) AS runs FROM task INDEXED BY task_live
    WHERE finished_at IS NULL AND state IN ('leased', 'running') AND kind IN wanted GROUP BY person_id)
  SELECT t.id FROM task t INDEXED BY task_due JOIN person p ON p.id = t.person_id LEFT JOIN busy ON busy.person_id = t.person_id
  WHERE t.finished_at IS NULL AND t.due_at <= @steady AND t.state IN ('queued', 'retry') AND t.kind IN wanted
    AND t.suspicion < @maxSuspicion
    AND NOT EXISTS (
      SELECT 1 FROM task e INDEXED BY task_live
      WHERE e.queue = t.queue AND e.finished_at IS NULL AND e.id < t.id AND e.state <> 'interrupted')
    AND NOT EXISTS (
      SELECT 1 FROM task b INDEXED BY task_live
      WHERE b.queue = t.queue AND b.finished_at IS NULL AND b.state IN ('leased', 'running', 'waiting'))
  ORDER BY
    coalesce(busy.runs, 0), p.served_at, t.due_at, t.id
  LIMIT 1`

/** The time at which the next queued or retried task becomes due; undefined if none waits. */
export function nextDue(db: Database, steady: Steady): Steady | undefined {
  const at = db
    .statement(`SELECT min(due_at) FROM task WHERE finished_at IS NULL AND due_at > ? AND state IN ('queued', 'retry')`)
    .pluck()
    .get(steady) as number | null
  return at === null ? undefined : steadyAt(at)
}

/**
 * Every write of a run goes through here. False means that somebody else owns the task now, so the result is discarded.
 */
export function updateClaimed(db: Database, claim: Claim, values: Partial<Task>): boolean {
  const { changes } = db.orm
    .update(task)
    .set(values)
    .where(
      and(
        eq(task.id, claim.task.id),
        eq(task.leaseInstance, claim.instance),
        eq(task.leaseToken, claim.token),
        inArray(task.state, ['leased', 'running', 'waiting']),
      ),
    )
    .run()
  return changes === 1
}

/** The last write of a run, which also releases the task. Returns false in the same case as `updateClaimed`. */
export function releaseClaim(db: Database, claim: Claim, values: Partial<Task>): boolean {
  return updateClaimed(db, claim, { ...values, ...noLease })
}

export function renewLease(db: Database, claim: Claim, leaseUntil: number): boolean {
  return updateClaimed(db, claim, { leaseUntil: Math.round(leaseUntil) })
}

/** Claimed tasks that nobody runs: those of an older instance, and our own whose lease expired on our monotonic clock. */
export function abandonedTasks(db: Database, instance: number, mono: number): Task[] {
  const ids = db
    .statement(
      `SELECT id FROM task INDEXED BY task_live
       WHERE finished_at IS NULL AND state IN ('leased', 'running', 'waiting')
         AND (lease_instance IS NOT ? OR lease_until < ?)`,
    )
    .pluck()
    .all(instance, Math.round(mono)) as number[]
  return readTasks(db, ids)
}

/** The values that an abandoned task gets when it is freed. */
export interface FreedValues {
  suspicion: number
  dueAt: Steady
}

/**
 * Returns an abandoned task to the queue. If it may have changed something, it is marked as interrupted instead, so that
 * a person decides. The new token makes writes of the old claim fail.
 */
export function freeTask(
  db: Database,
  abandoned: Task,
  { suspicion, dueAt }: FreedValues,
  now: Date,
): 'queued' | 'interrupted' {
  const state = abandoned.effects ? 'interrupted' : 'queued'
  db.orm
    .update(task)
    .set({ state, suspicion, dueAt, ...noLease, leaseToken: sql`${task.leaseToken} + 1` })
    .where(eq(task.id, abandoned.id))
    .run()
  recordEvent(db, abandoned.id, 'freed', state, now)
  return state
}

/** Tasks that were not running when the daemon crashed did not cause the crash. */
export function clearSuspicionOfIdle(db: Database): void {
  db.statement(
    `UPDATE task INDEXED BY task_live SET suspicion = 0
     WHERE finished_at IS NULL AND suspicion > 0 AND state IN ('queued', 'retry', 'interrupted')`,
  ).run()
}
