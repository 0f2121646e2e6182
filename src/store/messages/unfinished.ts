import type { Unfinished } from '../../domain/message.ts'
import type { Database } from '../database.ts'

export function markUnfinished(db: Database, messageId: number, why: Unfinished): void {
  db.statement('INSERT INTO unfinished (message_id, why) VALUES (?, ?)').run(messageId, why)
}

/** Those of these lines that end before they were finished, and why. */
export function unfinishedAmong(db: Database, messageIds: number[]): Map<number, Unfinished> {
  const rows = db
    .statement('SELECT message_id AS id, why FROM unfinished WHERE message_id IN (SELECT value FROM json_each(?))')
    .all(JSON.stringify(messageIds)) as { id: number; why: Unfinished }[]
  return new Map(rows.map(({ id, why }) => [id, why]))
}
