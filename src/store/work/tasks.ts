import { and, desc, eq, gte, inArray, isNull, lte, notInArray, sql } from 'drizzle-orm'
import { type ChatId, type Lane, laneQueue, type Queue } from '../../domain/ids.ts'
import { type EndState, type TaskState, unaskedKinds, upkeepKinds } from '../../domain/task.ts'
import type { Steady } from '../../lib/time/clock.ts'
import { type AnyText, parseText, serializeText } from '../../messages/localized.ts'
import type { Database } from '../database.ts'
import { task, taskEvent, taskMessage } from '../schema/schema.ts'

/** A task without a lease. */
export const noLease = { leaseInstance: null, leaseUntil: null } as const

export type Task = typeof task.$inferSelect
export type NewTask = Pick<
  Task,
  'kind' | 'chat' | 'lane' | 'personId' | 'route' | 'dueAt' | 'deadlineAt' | 'queuedAt'
> & {
  /** The queue of its lane by default, so that answers in a lane keep their order. */
  queue?: Queue
  instruction?: string
  /** Unique for ever, so that an instant of a job creates one task only. */
  scheduleKey?: string
}

export function enqueueTask(db: Database, row: NewTask, now: Date): number {
  const { lastInsertRowid } = db
    .statement(
      `INSERT INTO task (kind, chat, lane, queue, instruction, person_id, route, state, due_at, deadline_at, queued_at, created_at, schedule_key)
       VALUES (?, ?, ?, ?, ?, ?, ?, 'queued', ?, ?, ?, ?, ?)`,
    )
    .run(
      row.kind,
      row.chat,
      row.lane,
      row.queue ?? laneQueue(row.lane),
      row.instruction ?? null,
      row.personId,
      JSON.stringify(row.route),
      row.dueAt,
      row.deadlineAt,
      row.queuedAt,
      now.getTime(),
      row.scheduleKey ?? null,
    )
  return Number(lastInsertRowid)
}

export function scheduledTaskExists(db: Database, scheduleKey: string): boolean {
  return db.statement('SELECT 1 FROM task WHERE schedule_key = ?').pluck().get(scheduleKey) === 1
}

export function addTaskMessage(db: Database, taskId: number, messageId: number): void {
  db.statement('INSERT INTO task_message (message_id, task_id) VALUES (?, ?)').run(messageId, taskId)
}

/** The task answers the new message instead of the old one. */
export function replaceTaskMessage(db: Database, old: number, messageId: number): void {
  db.statement('UPDATE task_message SET message_id = ? WHERE message_id = ?').run(messageId, old)
}

/** Assigns the message to another task. */
export function moveTaskMessage(db: Database, messageId: number, taskId: number): void {
  db.statement('UPDATE task_message SET task_id = ? WHERE message_id = ?').run(taskId, messageId)
}

export function removeTaskMessage(db: Database, messageId: number): void {
  db.statement('DELETE FROM task_message WHERE message_id = ?').run(messageId)
}

/** Nobody has worked on it yet. */
export function hasNotBegun({ state, attempt }: Pick<Task, 'state' | 'attempt'>): boolean {
  return state === 'queued' && attempt === 0
}

/** The queue's next task that a new message may join: queued, not yet tried, neither suspect nor sealed. */
export function nextInQueue(
  db: Database,
  queue: Queue,
): { id: number; queuedAt: Steady; messages: number } | undefined {
  return db
    .statement(
      `SELECT id, queued_at AS queuedAt, (SELECT count(*) FROM task_message WHERE task_id = task.id) AS messages
       FROM task INDEXED BY task_live
       WHERE queue = ? AND finished_at IS NULL AND state = 'queued' AND attempt = 0 AND generation = 1
         AND suspicion = 0 AND sealed = 0 AND kind IN ('reply', 'aside')
       ORDER BY id DESC LIMIT 1`,
    )
    .get(queue) as { id: number; queuedAt: Steady; messages: number } | undefined
}

/** From now on nothing joins the waiting tasks of this lane. */
export function sealLane(db: Database, lane: Lane): void {
  db.statement('UPDATE task INDEXED BY task_live SET sealed = 1 WHERE queue = ? AND finished_at IS NULL').run(
    laneQueue(lane),
  )
}

export function setDue(db: Database, taskId: number, dueAt: Steady): void {
  db.statement('UPDATE task SET due_at = ? WHERE id = ?').run(dueAt, taskId)
}

export function readTask(db: Database, id: number): Task | undefined {
  return db.orm.select().from(task).where(eq(task.id, id)).get()
}

/** In the order of their ids; for a few tasks only. */
export function readTasks(db: Database, ids: number[]): Task[] {
  return db.orm.select().from(task).where(inArray(task.id, ids)).orderBy(task.id).all()
}

export function messageIdsOf(db: Database, taskId: number): number[] {
  return db
    .statement('SELECT message_id FROM task_message WHERE task_id = ? ORDER BY message_id')
    .pluck()
    .all(taskId) as number[]
}

/**
 * Ends tasks that no worker holds, or that must end anyway (/stop). The new state fences off a worker that still holds
 * one.
 */
export function endTasks(db: Database, ids: number[], state: EndState, reason: AnyText, now: Date): void {
  if (ids.length === 0) return
  db.orm
    .update(task)
    .set({ state, reason, finishedAt: now.getTime(), ...noLease })
    .where(and(inArray(task.id, ids), isNull(task.finishedAt)))
    .run()
  for (const id of ids) recordEvent(db, id, state, reason, now)
}

/** Starts the next generation of a task (/retry). */
export function reopenTask(db: Database, id: number, times: Pick<Task, 'dueAt' | 'deadlineAt'>, now: Date): void {
  db.orm
    .update(task)
    .set({
      state: 'queued',
      generation: sql`${task.generation} + 1`,
      attempt: 0,
      suspicion: 0,
      effects: 0,
      reason: null,
      finishedAt: null,
      ...times,
    })
    .where(eq(task.id, id))
    .run()
  recordEvent(db, id, 'reopened', null, now)
}

// Queries for open tasks name the index task_live. Otherwise SQLite picks the index of all tasks of the queue or person
// and reads their whole history: 200 ms among a million tasks.

/** The running and waiting tasks of a queue, in order. An interrupted task waits for a person and blocks nothing. */
export function liveInQueue(db: Database, queue: Queue): Task[] {
  const ids = db
    .statement(
      `SELECT id FROM task INDEXED BY task_live WHERE queue = ? AND finished_at IS NULL AND state <> 'interrupted'`,
    )
    .pluck()
    .all(queue) as number[]
  return readTasks(db, ids)
}

/** The unfinished answers of a chat. */
export function liveReplies(db: Database, chat: ChatId): Task[] {
  const ids = db
    .statement("SELECT id FROM task INDEXED BY task_live WHERE finished_at IS NULL AND chat = ? AND kind = 'reply'")
    .pluck()
    .all(chat) as number[]
  return readTasks(db, ids)
}

/** The unfinished work beside a chat. */
export function liveAsides(db: Database, chat: ChatId): Task[] {
  const ids = db
    .statement("SELECT id FROM task INDEXED BY task_live WHERE finished_at IS NULL AND chat = ? AND kind = 'aside'")
    .pluck()
    .all(chat) as number[]
  return readTasks(db, ids)
}

/** The answers of all chats that have not begun, in order. */
export function waitingReplies(db: Database): Task[] {
  const ids = db
    .statement(
      `SELECT id FROM task INDEXED BY task_live WHERE finished_at IS NULL AND kind = 'reply' AND state IN ('queued', 'retry')
       ORDER BY id`,
    )
    .pluck()
    .all() as number[]
  return readTasks(db, ids)
}

/** The unfinished tasks of a person: everywhere, or in these chats. */
export function liveOf(db: Database, personId: number, chats?: ChatId[]): Task[] {
  const ids = db
    .statement(
      `SELECT id FROM task INDEXED BY task_live WHERE finished_at IS NULL AND person_id = @personId
       AND (@chats IS NULL OR chat IN (SELECT value FROM json_each(@chats)))`,
    )
    .pluck()
    .all({ personId, chats: chats ? JSON.stringify(chats) : null }) as number[]
  return readTasks(db, ids)
}

/** Waiting tasks that have expired; running ones have their own timers. */
export function overdueTasks(db: Database, steady: Steady): Task[] {
  return db.orm
    .select()
    .from(task)
    .where(
      and(
        isNull(task.finishedAt),
        lte(task.deadlineAt, steady),
        inArray(task.state, ['queued', 'retry', 'interrupted']),
      ),
    )
    .all()
}

const upkeep = `(${upkeepKinds.map((kind) => `'${kind}'`).join(', ')})`

/** Every /retry counts again. Scheduled tasks and upkeep do not count. */
export function countTasksSince(db: Database, personId: number, since: Steady): number {
  const row = db.orm
    .select({ n: sql<number>`coalesce(sum(${task.generation}), 0)` })
    .from(task)
    .where(and(eq(task.personId, personId), gte(task.queuedAt, since), notInArray(task.kind, unaskedKinds)))
    .get()
  return row?.n ?? 0
}

const unasked = `(${unaskedKinds.map((kind) => `'${kind}'`).join(', ')})`

/** The number of waiting messages, of one person or of everybody. */
export function countLive(db: Database, personId?: number): number {
  return db
    .statement(
      `SELECT count(*) FROM task INDEXED BY task_live
       WHERE finished_at IS NULL AND person_id = ifnull(?, person_id) AND kind NOT IN ${unasked}`,
    )
    .pluck()
    .get(personId ?? null) as number
}

export function countLiveByState(db: Database): { state: TaskState; count: number }[] {
  return db.orm
    .select({ state: task.state, count: sql<number>`count(*)` })
    .from(task)
    .where(and(isNull(task.finishedAt), notInArray(task.kind, upkeepKinds)))
    .groupBy(task.state)
    .all()
}

/** Why tasks are waiting to be retried, how many for each reason, and when the first is due. */
export function waitingReasons(db: Database): { reason: AnyText; count: number; dueAt: Steady }[] {
  const rows = db
    .statement(
      `SELECT reason, count(*) AS count, min(due_at) AS dueAt FROM task
       WHERE finished_at IS NULL AND state = 'retry' AND kind NOT IN ${upkeep} AND reason IS NOT NULL
       GROUP BY reason ORDER BY count DESC, dueAt LIMIT 5`,
    )
    .all() as { reason: string; count: number; dueAt: Steady }[]
  return rows.map(({ reason, ...row }) => ({ ...row, reason: parseText(reason) }))
}

export function listTasks(db: Database, options: { limit: number; open?: boolean }): Task[] {
  return db.orm
    .select()
    .from(task)
    .where(options.open ? isNull(task.finishedAt) : undefined)
    .orderBy(desc(task.id))
    .limit(options.limit)
    .all()
}

export function recordEvent(db: Database, taskId: number, kind: string, data: AnyText | null, at: Date): void {
  db.statement('INSERT INTO task_event (task_id, kind, data, at) VALUES (?, ?, ?, ?)').run(
    taskId,
    kind,
    data === null ? null : serializeText(data),
    at.getTime(),
  )
}

export function taskEvents(db: Database, taskId: number): (typeof taskEvent.$inferSelect)[] {
  return db.orm.select().from(taskEvent).where(eq(taskEvent.taskId, taskId)).orderBy(taskEvent.id).all()
}

export function taskOfMessage(db: Database, messageId: number): Task | undefined {
  return db.orm
    .select({ task })
    .from(taskMessage)
    .innerJoin(task, eq(task.id, taskMessage.taskId))
    .where(eq(taskMessage.messageId, messageId))
    .get()?.task
}
