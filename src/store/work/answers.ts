import type { Lane } from '../../domain/ids.ts'
import type { UnfinishedReason } from '../../domain/message.ts'
import type { Database } from '../database.ts'
import { action, answer } from '../schema/schema.ts'
import { recordEvent } from './tasks.ts'

/** How a model's answer was made. */
export interface Making {
  brain: string
  model: string | undefined
  ms: number
  usd: number
}

export function insertAnswer(
  db: Database,
  messageId: number,
  { usd, ...making }: Making & { thought: string | undefined },
): void {
  db.orm
    .insert(answer)
    .values({ messageId, ...making, costMicroUsd: Math.round(usd * 1_000_000) })
    .run()
}

/** For the lines among these that a model wrote; `thinks` if it has recorded thinking. */
export function makingsOf(db: Database, messageIds: number[]): Map<number, Making & { thinks: boolean }> {
  const rows = db
    .statement(
      `SELECT message_id AS id, brain, model, ms, cost_micro_usd AS micro, thought IS NOT NULL AS thinks FROM answer
       WHERE message_id IN (SELECT value FROM json_each(?))`,
    )
    .all(JSON.stringify(messageIds)) as {
    id: number
    brain: string
    model: string | null
    ms: number
    micro: number
    thinks: number
  }[]
  return new Map(
    rows.map(({ id, brain, model, ms, micro, thinks }) => [
      id,
      { brain, model: model ?? undefined, ms, usd: micro / 1_000_000, thinks: thinks === 1 },
    ]),
  )
}

/** The thinking behind an answer; undefined if there was none or it was not reported. */
export function thoughtOf(db: Database, messageId: number): string | undefined {
  const thought = db.statement('SELECT thought FROM answer WHERE message_id = ?').pluck().get(messageId)
  return typeof thought === 'string' ? thought : undefined
}

export function markUnfinished(db: Database, messageId: number, why: UnfinishedReason): void {
  db.statement('INSERT INTO unfinished (message_id, why) VALUES (?, ?)').run(messageId, why)
}

/** The incomplete lines among these, and why. */
export function unfinishedAmong(db: Database, messageIds: number[]): Map<number, UnfinishedReason> {
  const rows = db
    .statement('SELECT message_id AS id, why FROM unfinished WHERE message_id IN (SELECT value FROM json_each(?))')
    .all(JSON.stringify(messageIds)) as { id: number; why: UnfinishedReason }[]
  return new Map(rows.map(({ id, why }) => [id, why]))
}

export interface StoredAction {
  line: string
  failed: boolean
  /** What the model wrote between the action before and this one. */
  said?: string | undefined
}

/** With the input and output of the tool, as far as they were stored. */
export interface ActionStep extends StoredAction {
  input?: string | undefined
  output?: string | undefined
}

export function insertActions(db: Database, messageId: number, steps: ActionStep[]): void {
  for (const [seq, step] of steps.entries()) {
    db.orm
      .insert(action)
      .values({ messageId, seq, ...step })
      .run()
  }
}

/** By message, in the order in which they were done. */
export function actionsOf(db: Database, messageIds: number[]): Map<number, StoredAction[]> {
  const actionsByMessage = new Map<number, StoredAction[]>()
  // One statement for any number of messages, because this runs for every line that a turn looks at.
  const rows = db
    .statement(
      `SELECT message_id AS messageId, line, failed, said FROM action
       WHERE message_id IN (SELECT value FROM json_each(?)) ORDER BY message_id, seq`,
    )
    .all(JSON.stringify(messageIds)) as { messageId: number; line: string; failed: number; said: string | null }[]
  for (const { messageId, line, failed, said } of rows)
    actionsByMessage.set(messageId, [
      ...(actionsByMessage.get(messageId) ?? []),
      { line, failed: failed === 1, ...(said !== null && { said }) },
    ])
  return actionsByMessage
}

/** The steps of one line, complete and in order, for a person to read. */
export function stepsOf(db: Database, messageId: number): ActionStep[] {
  const rows = db
    .statement('SELECT line, failed, input, output FROM action WHERE message_id = ? ORDER BY seq')
    .all(messageId) as { line: string; failed: number; input: string | null; output: string | null }[]
  return rows.map(({ line, failed, input, output }) => ({
    line,
    failed: failed === 1,
    input: input ?? undefined,
    output: output ?? undefined,
  }))
}

const FOR = ' for '

/** A brain that answered in place of the usual one. */
export interface StandIn {
  brain: string
  usual: string
}

/** Call it after the end of the task was recorded, in the same transaction. */
export function recordStandIn(db: Database, taskId: number, { brain, usual }: StandIn, now: Date): void {
  recordEvent(db, taskId, 'stood in', `${brain}${FOR}${usual}`, now)
}

/** The stand-in for the last answer in a lane; undefined if the usual brain gave it. */
export function lastStandIn(db: Database, lane: Lane): StandIn | undefined {
  const last = db
    .statement(
      `SELECT kind, data FROM task_event WHERE kind IN ('answered', 'stood in') AND task_id =
         (SELECT task_id FROM message JOIN task_message ON message_id = message.id
          WHERE message.lane = ? AND EXISTS
            (SELECT 1 FROM task_event AS ended WHERE ended.task_id = task_message.task_id AND ended.kind = 'answered')
          ORDER BY message.id DESC LIMIT 1)
       ORDER BY id DESC LIMIT 1`,
    )
    .get(lane) as { kind: string; data: string | null } | undefined
  const [brain, usual] = last?.kind === 'stood in' ? (last.data?.split(FOR) ?? []) : []
  return brain === undefined || usual === undefined ? undefined : { brain, usual }
}
