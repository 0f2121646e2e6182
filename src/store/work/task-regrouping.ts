import type { Route } from '../../domain/delivery.ts'
import { laneQueue } from '../../domain/ids.ts'
import { MAX_MESSAGES_PER_TASK } from '../../domain/task.ts'
import type { Moment } from '../../lib/time/clock.ts'
import { answerMessages } from '../../messages/answer-messages.ts'
import type { Database } from '../database.ts'
import type { Claim } from './claims.ts'
import {
  endTasks,
  hasNotBegun,
  liveInQueue,
  messageIdsOf,
  moveTaskMessage,
  readTask,
  recordEvent,
  type Task,
} from './tasks.ts'

/**
 * Moves the messages of the next waiting task in the lane into the running task. Returns them, oldest first; empty if
 * nothing may join. The task that held them ends. Call it inside a transaction.
 */
export function joinNextTask(db: Database, claim: Claim, { now, steady }: Moment): number[] {
  const running = readTask(db, claim.task.id)
  if (!running || !isHeld(running, claim) || !isOpen(running)) return []
  const next = liveInQueue(db, running.queue).find(({ id }) => id > running.id)
  if (!next || !isOpen(next) || !hasNotBegun(next) || next.generation > 1 || next.dueAt > steady) return []
  const messages = messageIdsOf(db, next.id)
  const messageCount = messageIdsOf(db, running.id).length + messages.length
  if (messages.length === 0 || messageCount > MAX_MESSAGES_PER_TASK || !areAllOf(db, next.id, running.personId))
    return []
  for (const message of messages) moveTaskMessage(db, message, running.id)
  endTasks(db, [next.id], 'cancelled', answerMessages.joined(running.id), now)
  recordEvent(db, running.id, 'joined', `messages ${messages.join(', ')} of task ${next.id}`, now)
  return messages
}

/** Held by exactly this run: after /stop and /retry, a task may briefly have two. */
function isHeld({ state, leaseInstance, leaseToken }: Task, { instance, token }: Claim): boolean {
  return state === 'running' && leaseInstance === instance && leaseToken === token
}

/** An ordinary reply in its lane, or work beside it, that is neither sealed nor suspected of crashing the daemon. */
function isOpen({ kind, queue, lane, instruction, sealed, suspicion }: Task): boolean {
  const isOrdinaryReply = kind === 'reply' && queue === laneQueue(lane) && instruction === null
  return (isOrdinaryReply || kind === 'aside') && sealed === 0 && suspicion === 0
}

/** In a group, a waiting task may contain messages of several people; it is then answered separately. */
function areAllOf(db: Database, taskId: number, personId: number): boolean {
  const others = db.statement(
    `SELECT count(*) FROM task_message JOIN message ON message.id = task_message.message_id
     WHERE task_message.task_id = ? AND message.person_id IS NOT ?`,
  )
  return others.pluck().get(taskId, personId) === 0
}

/**
 * Gives each message of a task its own task, in order; the first keeps the present one. The order of a queue is the
 * order of ids, so the tasks behind it are recreated with new ids. Returns the new ids.
 */
export function splitTask(db: Database, task: Task, suspicion: number, now: Date): number[] {
  const [, ...others] = messageIdsOf(db, task.id)
  const laterTasks = liveInQueue(db, task.queue).filter((later) => later.id > task.id && hasNotBegun(later))
  db.statement('UPDATE task SET suspicion = ? WHERE id = ?').run(suspicion, task.id)
  const parts = others.map((message) => {
    const part = copyTask(db, task, { suspicion, route: routeTo(db, task.route, message) })
    moveTaskMessage(db, message, part)
    return part
  })
  recordEvent(db, task.id, 'split', JSON.stringify(parts), now)
  const moved = laterTasks.map((later) => {
    const copy = copyTask(db, later, later)
    for (const message of messageIdsOf(db, later.id)) moveTaskMessage(db, message, copy)
    endTasks(db, [later.id], 'cancelled', `replaced by task ${copy}, to keep the order of messages`, now)
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

/** The same route, but replying to this message. */
function routeTo(db: Database, route: Route, message: number): Route {
  const replyTo = db.statement('SELECT remote_id FROM message WHERE id = ?').pluck().get(message) as string | null
  return replyTo === null ? route : { ...route, replyTo }
}
