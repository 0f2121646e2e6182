import { inArray, sql } from 'drizzle-orm'
import type { Button } from '../../domain/delivery.ts'
import type { ChatId } from '../../domain/ids.ts'
import { approvalKey, partsOf } from '../../domain/outbox-key.ts'
import { upkeepKinds } from '../../domain/task.ts'
import type { Steady } from '../../lib/time/clock.ts'
import type { Database } from '../database.ts'
import { approval, outbox } from '../schema/schema.ts'
import type { Approval } from './approvals.ts'
import type { OutboxRow } from './outbox.ts'
import { readTask, readTasks, type Task } from './tasks.ts'

// The work in all chats. Every query uses an index that contains only unfinished work.

/** Running and waiting tasks, oldest first. */
export function liveTasks(db: Database, limit: number): Task[] {
  const ids = db.statement('SELECT id FROM task INDEXED BY task_live WHERE finished_at IS NULL').pluck().all()
  return readTasks(db, (ids as number[]).sort((a, b) => a - b).slice(0, limit))
}

const failedStates = ['failed', 'quarantined', 'expired'] as const
type FailedState = (typeof failedStates)[number]

const upkeep = `(${upkeepKinds.map((kind) => `'${kind}'`).join(', ')})`

/** Tasks of people that failed and were not retried, newest first. Upkeep is left out, because it retries by itself. */
export function failedTasks(db: Database, limit: number, states: readonly FailedState[] = failedStates): Task[] {
  const ids = db
    .statement(
      `SELECT id FROM task INDEXED BY task_failed
       WHERE state IN ('failed', 'quarantined', 'expired') AND dismissed < generation AND kind NOT IN ${upkeep}
         AND state IN (SELECT value FROM json_each(?))
       ORDER BY id DESC LIMIT ?`,
    )
    .pluck()
    .all(JSON.stringify(states), limit) as number[]
  return readTasks(db, ids).reverse()
}

/** Hides a failure until the task is retried and fails again. Returns false if there is no such task. */
export function dismissTask(db: Database, { id, generation }: Pick<Task, 'id' | 'generation'>): boolean {
  const { changes } = db
    .statement(
      `UPDATE task SET dismissed = generation
       WHERE id = ? AND generation = ? AND state IN ('failed', 'quarantined', 'expired')`,
    )
    .run(id, generation)
  return changes > 0
}

/** Hides a delivery that failed. */
export function dismissDelivery(db: Database, id: number): boolean {
  const { changes } = db.statement(`UPDATE outbox SET dismissed = 1 WHERE id = ? AND state IN ('held', 'dead')`).run(id)
  return changes > 0
}

/** An open question with its buttons. */
export interface PendingQuestion extends Approval {
  chat: ChatId
  /** The line that asked it. */
  message: number | undefined
  buttons: Button[]
}

export function questionsEverywhere(db: Database, steady: Steady): PendingQuestion[] {
  const ids = db
    .statement(`SELECT id FROM approval INDEXED BY approval_open WHERE state = 'open' AND expires_at > ?`)
    .pluck()
    .all(steady) as number[]
  const rows = db.orm.select().from(approval).where(inArray(approval.id, ids)).orderBy(approval.id).all()
  return rows.flatMap((row) => {
    const chat = readTask(db, row.taskId)?.chat
    return chat === undefined ? [] : [{ ...row, chat, ...askedIn(db, row.id) }]
  })
}

function askedIn(db: Database, id: number): Pick<PendingQuestion, 'message' | 'buttons'> {
  const { from, to } = partsOf(approvalKey(id))
  const parts = db.orm
    .select({ message: outbox.messageId, buttons: outbox.buttons })
    .from(outbox)
    .where(sql`${outbox.key} >= ${from} AND ${outbox.key} < ${to}`)
    .all()
  return { message: parts[0]?.message, buttons: parts.flatMap(({ buttons }) => buttons ?? []) }
}

/** UnfinishedReason deliveries, oldest first. */
export function openDeliveries(db: Database, limit: number): OutboxRow[] {
  return db.orm
    .select()
    .from(outbox)
    .where(sql`${outbox.state} IN ('pending', 'sending', 'retry', 'unknown')`)
    .orderBy(outbox.id)
    .limit(limit)
    .all()
}

/** Failed deliveries, newest first, without those that were answered again since. */
export function failedDeliveries(db: Database, limit: number, state?: 'held' | 'dead'): OutboxRow[] {
  const isAnsweredAnew = sql`${outbox.key} LIKE 'task:%' AND ${outbox.key} NOT LIKE
    'task:' || ${outbox.taskId} || ':g' || (SELECT generation FROM task WHERE task.id = ${outbox.taskId}) || ':%'`
  return db.orm
    .select()
    .from(outbox)
    .where(
      sql`${outbox.state} IN ('held', 'dead') AND ${outbox.state} IN (${state ?? 'held'}, ${state ?? 'dead'})
        AND NOT ${outbox.dismissed} AND NOT (${isAnsweredAnew})`,
    )
    .orderBy(sql`${outbox.id} DESC`)
    .limit(limit)
    .all()
}

/** Tasks that were already running before `since` and still are. A task that waits for a person is not among them. */
export function longTasks(db: Database, since: Date): number[] {
  return db
    .statement(
      `SELECT id FROM task INDEXED BY task_live
       WHERE finished_at IS NULL AND state IN ('leased', 'running') AND started_at < ? ORDER BY id`,
    )
    .pluck()
    .all(since.getTime()) as number[]
}

/** Deliveries that were created before `since` and are neither sent nor given up, oldest first. */
export function lateDeliveries(db: Database, since: Date): OutboxRow[] {
  return db.orm
    .select()
    .from(outbox)
    .where(
      sql`${outbox.state} IN ('pending', 'sending', 'retry', 'unknown') AND ${outbox.createdAt} < ${since.getTime()}`,
    )
    .orderBy(outbox.id)
    .all()
}
