import type { ChatId, Lane } from '../../domain/ids.ts'
import type { Database } from '../database.ts'
import { isOnOtherBranch } from '../messages/branch-path.ts'
import { readTask, type Task } from './tasks.ts'

/** The task of the newest shown message in the lane that has one; with a person, of their newest message. */
export function lastInLane(db: Database, lane: Lane, personId?: number): Task | undefined {
  const id = db
    .statement(
      `SELECT task.id FROM message JOIN task_message ON task_message.message_id = message.id JOIN task ON task.id = task_id
       WHERE message.lane = ? AND task.person_id = ifnull(?, task.person_id) AND NOT ${isOnOtherBranch('message.id')}
       ORDER BY message.id DESC LIMIT 1`,
    )
    .pluck()
    .get(lane, personId ?? null) as number | undefined
  return id === undefined ? undefined : readTask(db, id)
}

/** The task of a message in a chat: the one that answers it or, for a line of ours, the one that it is about. */
export function taskOfRemote(db: Database, chat: ChatId, remoteId: string): Task | undefined {
  const id = db
    .statement(
      `SELECT task_id FROM message JOIN task_message ON message_id = message.id
       WHERE message.chat = @chat AND message.remote_id = @remoteId
       UNION ALL
       SELECT task_id FROM outbox JOIN message ON message.id = outbox.message_id
       WHERE outbox.remote_id = @remoteId AND message.chat = @chat AND task_id IS NOT NULL
       LIMIT 1`,
    )
    .pluck()
    .get({ chat, remoteId }) as number | undefined
  return id === undefined ? undefined : readTask(db, id)
}

/** The task that produced a line of ours. */
export function taskBehind(db: Database, line: number): Task | undefined {
  const id = db.statement('SELECT task_id FROM outbox WHERE message_id = ? LIMIT 1').pluck().get(line) as number | null
  return id ? readTask(db, id) : undefined
}
