import type { Database } from '../database.ts'
import { action } from '../schema/schema.ts'

export interface StoredAction {
  line: string
  failed: boolean
}

/** With what the tool was given and what came back, as far as it was kept. */
export interface Step extends StoredAction {
  input?: string | undefined
  output?: string | undefined
}

export function insertActions(db: Database, messageId: number, steps: Step[]): void {
  for (const [seq, step] of steps.entries()) {
    db.orm
      .insert(action)
      .values({ messageId, seq, ...step })
      .run()
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

/** Of one line, whole and in order: for a person who looks. */
export function stepsOf(db: Database, messageId: number): Step[] {
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
