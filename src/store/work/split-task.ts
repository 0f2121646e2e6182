import type { Route } from '../../domain/delivery.ts'
import type { Database } from '../database.ts'
import { endTasks, hasNotBegun, liveInQueue, messageIdsOf, moveTaskMessage, recordEvent, type Task } from './tasks.ts'

/**
 * Each message of a task gets a task of its own, in their order; the first one keeps the task. What waits behind it in its
 * queue keeps its place behind all of them: the order of a queue is that of its ids, so it is made anew. Returns the new ones.
 */
export function splitTask(db: Database, whole: Task, suspicion: number, now: Date): number[] {
  const [, ...others] = messageIdsOf(db, whole.id)
  const behind = liveInQueue(db, whole.queue).filter((later) => later.id > whole.id && hasNotBegun(later))
  db.statement('UPDATE task SET suspicion = ? WHERE id = ?').run(suspicion, whole.id)
  const parts = others.map((message) => {
    const part = copyTask(db, whole, { suspicion, route: routeTo(db, whole.route, message) })
    moveTaskMessage(db, message, part)
    return part
  })
  recordEvent(db, whole.id, 'split', JSON.stringify(parts), now)
  const moved = behind.map((later) => {
    const copy = copyTask(db, later, later)
    for (const message of messageIdsOf(db, later.id)) moveTaskMessage(db, message, copy)
    endTasks(db, [later.id], 'cancelled', `task ${copy} takes its place, behind what was said before it`, now)
    return copy
  })
  return [...parts, ...moved]
}

function copyTask(db: Database, { id }: Task, { suspicion, route }: Pick<Task, 'suspicion' | 'route'>): number {
  const { lastInsertRowid } = db
    .statement(
      `INSERT INTO task (kind, chat, lane, queue, instruction, person_id, route, state, suspicion, sealed, due_at, deadline_at, queued_at, created_at)
       SELECT kind, chat, lane, queue, instruction, person_id, ?, 'queued', ?, sealed, due_at, deadline_at, queued_at, created_at FROM task WHERE id = ?`,
    )
    .run(JSON.stringify(route), suspicion, id)
  return Number(lastInsertRowid)
}

/** The same place; only the message that is answered is another. */
function routeTo(db: Database, route: Route, message: number): Route {
  const replyTo = db.statement('SELECT remote_id FROM message WHERE id = ?').pluck().get(message) as string | null
  return replyTo === null ? route : { ...route, replyTo }
}
