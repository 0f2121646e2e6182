import type { Lane } from '../../domain/ids.ts'
import type { Database } from '../database.ts'
import { recordEvent } from './tasks.ts'

const FOR = ' for '

/** Who answered for whom. */
export interface StandIn {
  brain: string
  usual: string
}

/** Call it after the end of the task was recorded, in the same commit: it is about that answer. */
export function recordStandIn(db: Database, taskId: number, { brain, usual }: StandIn, now: Date): void {
  recordEvent(db, taskId, 'stood in', `${brain}${FOR}${usual}`, now)
}

/** Who stood in for whom when the last answer in a lane was given; undefined where nobody did. */
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
