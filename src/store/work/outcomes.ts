import { and, eq, gte, lt, or } from 'drizzle-orm'
import { allOfTask, approvalKey, commandKey, partKey } from '../../domain/outbox-key.ts'
import { isEnd, type TaskState } from '../../domain/task.ts'
import type { AnyText } from '../../messages/localized.ts'
import type { Database } from '../database.ts'
import { filesOf } from '../files/files.ts'
import { message, outbox } from '../schema/schema.ts'
import { openApprovalsOf } from './approvals.ts'
import { type Task, taskOfMessage } from './tasks.ts'

/** How a message ended, with the replies to it. */
export interface MessageOutcome {
  state: TaskState | 'command'
  reason: AnyText | undefined
  replies: string[]
  files: OutcomeFile[]
  /** A question that a person must answer before it can continue. */
  question?: OpenQuestion
}

export interface OpenQuestion {
  /** Its number, as in "/yes 3". */
  number: number
  text: string
}

/** Identified by its line and its position there. */
export interface OutcomeFile {
  message: number
  seq: number
  name: string
  bytes: number
}

/** Undefined while it is in progress: not ended and nothing asked, or ended and not yet reported. */
export function findOutcome(db: Database, messageId: number): MessageOutcome | undefined {
  const task = taskOfMessage(db, messageId)
  const question = task?.state === 'waiting' ? findQuestion(db, task) : undefined
  if (question) return { state: 'waiting', reason: undefined, replies: [], files: [], question }
  if (task && !isEnd(task.state) && task.state !== 'interrupted') return undefined
  const range = task && allOfTask(task)
  const ofTask = range && and(eq(outbox.taskId, task.id), gte(outbox.key, range.from), lt(outbox.key, range.to))
  const rows = db.orm
    .select({ state: outbox.state, part: outbox.part, id: message.id, text: message.text })
    .from(outbox)
    .innerJoin(message, eq(message.id, outbox.messageId))
    .where(or(ofTask, eq(outbox.key, partKey(commandKey(messageId), 0))))
    .orderBy(outbox.id)
    .all()
  if (rows.length === 0 && !task) return undefined
  if (rows.some((row) => ['pending', 'sending', 'retry', 'unknown'].includes(row.state))) return undefined
  const firstParts = rows.filter((row) => row.part === 0)
  const files = filesOf(
    db,
    firstParts.map((row) => row.id),
  )
  return {
    state: task?.state ?? 'command',
    reason: task?.reason ?? undefined,
    replies: firstParts.map((row) => row.text),
    files: firstParts.flatMap(({ id }) =>
      (files.get(id) ?? []).map(({ name, bytes }, seq) => ({ message: id, seq, name, bytes })),
    ),
  }
}

function findQuestion(db: Database, { id }: Task): OpenQuestion | undefined {
  for (const { id: number } of openApprovalsOf(db, [id])) {
    const asked = db.orm
      .select({ text: message.text })
      .from(outbox)
      .innerJoin(message, eq(message.id, outbox.messageId))
      .where(eq(outbox.key, partKey(approvalKey(number), 0)))
      .get()
    if (asked) return { number, text: asked.text }
  }
  return undefined
}

/** The answers to these tasks. */
export function answersTo(db: Database, taskIds: number[]): string[] {
  return db
    .statement(
      `SELECT message.text FROM outbox JOIN message ON message.id = outbox.message_id
       WHERE outbox.task_id IN (SELECT value FROM json_each(?)) AND outbox.kind = 'reply' AND outbox.part = 0`,
    )
    .pluck()
    .all(JSON.stringify(taskIds)) as string[]
}
