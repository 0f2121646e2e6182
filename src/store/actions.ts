import { asc, inArray } from 'drizzle-orm'
import type { Database } from './database.ts'
import { action } from './schema.ts'

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
  const rows = db.orm
    .select()
    .from(action)
    .where(inArray(action.messageId, messageIds))
    .orderBy(asc(action.messageId), asc(action.seq))
    .all()
  for (const { messageId, line, failed } of rows)
    found.set(messageId, [...(found.get(messageId) ?? []), { line, failed }])
  return found
}
