import type { ChatId } from '../../domain/ids.ts'
import type { Database } from '../database.ts'
import { readTasks, type Task } from '../work/tasks.ts'

const LINES = '(SELECT message_id FROM erased_message WHERE erasure_id = @erasure)'
const IS_RUNNING = "state IN ('leased', 'running', 'waiting')"

/**
 * The unfinished tasks that must end before an erasure: those about its lines, those of its chats and person, and in the
 * lanes of its lines those that run, because their models have read the lines, and those that make files of them.
 */
export function concernedTasks(
  db: Database,
  erasure: number,
  { chats, person }: { chats: ChatId[]; person: number | undefined },
): Task[] {
  const ids = db
    .statement(
      `SELECT id FROM task WHERE finished_at IS NULL AND (
         chat IN (SELECT value FROM json_each(@chats)) OR person_id = @person
         OR id IN (SELECT task_id FROM task_message WHERE message_id IN ${LINES})
         OR (${IS_RUNNING} OR kind = 'command') AND lane IN (SELECT DISTINCT lane FROM message WHERE id IN ${LINES})) ORDER BY id`,
    )
    .pluck()
    .all({ erasure, chats: JSON.stringify(chats), person: person ?? null }) as number[]
  return readTasks(db, ids)
}

export function runningTasks(db: Database): number[] {
  return db
    .statement(`SELECT id FROM task INDEXED BY task_live WHERE finished_at IS NULL AND state IN ('leased', 'running')`)
    .pluck()
    .all() as number[]
}

/** Keeps back the answers that are not sent yet. */
export function keepBackUnsent(db: Database, erasure: number): void {
  db.statement(
    `UPDATE outbox SET state = 'dead', dismissed = 1
     WHERE message_id IN ${LINES} AND state IN ('pending', 'retry', 'unknown', 'held', 'drafted')`,
  ).run({ erasure })
}

/** The files of the lines: their contents with their sizes, their names, and the chats where they were sent. */
export function erasedFiles(
  db: Database,
  erasure: number,
): { hashes: Map<string, number>; names: string[]; chats: ChatId[] } {
  const rows = db
    .statement(
      `SELECT DISTINCT file.hash, bytes, message_file.name, chat FROM message_file JOIN file ON file.hash = message_file.hash
         JOIN message ON message.id = message_file.message_id WHERE message_id IN ${LINES}`,
    )
    .all({ erasure }) as { hash: string; bytes: number; name: string; chat: ChatId }[]
  return {
    hashes: new Map(rows.map(({ hash, bytes }) => [hash, bytes])),
    names: [...new Set(rows.map(({ name }) => name))],
    chats: [...new Set(rows.map(({ chat }) => chat))],
  }
}
