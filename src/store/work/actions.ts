import type { Database } from '../database.ts'
import { action } from '../schema/schema.ts'

export interface StoredAction {
  line: string
  failed: boolean
}

export function insertActions(db: Database, messageId: number, actions: StoredAction[]): void {
  for (const [seq, { line, failed }] of actions.entries()) {
    db.orm.insert(action).values({ messageId, seq, line, failed }).run()
  }
}

/** By message, in the order they were done. */
export function actionsOf(db: Database, messageIds: number[]): Map<number, StoredAction[]> {
  const found = new Map<number, StoredAction[]>()
  // One statement for any number of them: this is asked for every line that a turn looks at.
  const rows = db
    .statement(
      `SELECT message_id AS messageId, line, failed FROM action
       WHERE message_id IN (SELECT value FROM json_each(?)) ORDER BY message_id, seq`,
    )
    .all(JSON.stringify(messageIds)) as { messageId: number; line: string; failed: number }[]
  for (const { messageId, line, failed } of rows)
    found.set(messageId, [...(found.get(messageId) ?? []), { line, failed: failed === 1 }])
  return found
}
