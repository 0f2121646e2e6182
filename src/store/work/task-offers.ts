import type { Button } from '../../domain/delivery.ts'
import type { Database } from '../database.ts'

/** Which of these lines of ours offer something about a task that nobody has taken up: it was not tried again since. */
export function taskOffersIn(db: Database, messages: number[]): Map<number, Button[]> {
  const rows = db
    .statement(
      `SELECT outbox.message_id AS message, outbox.buttons, task.id, task.generation FROM outbox JOIN task ON task.id = outbox.task_id
       WHERE outbox.message_id IN (SELECT value FROM json_each(?)) AND outbox.buttons IS NOT NULL`,
    )
    .all(JSON.stringify(messages)) as { message: number; buttons: string; id: number; generation: number }[]
  const open = rows.flatMap(({ message, buttons, id, generation }) => {
    const offered = (JSON.parse(buttons) as Button[]).filter(({ data }) => data.endsWith(` ${id} ${generation}`))
    return offered.length > 0 ? [[message, offered] as const] : []
  })
  return new Map(open)
}
