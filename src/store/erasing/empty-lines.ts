import type { Database } from '../database.ts'
import { emptied, removedTurns, runAll } from './emptied-rows.ts'
import { tasksOf } from './erased-selection.ts'

const LIST = '(SELECT value FROM json_each(@ids))'
const OWN_TASKS = `(${tasksOf(LIST)})`

const statements = [
  ...removedTurns(`task_id IN ${OWN_TASKS}`),
  `DELETE FROM assembly WHERE task_id IN ${OWN_TASKS}`,
  emptied.approval(`task_id IN ${OWN_TASKS}`),
  emptied.taskEvent(`task_id IN ${OWN_TASKS}`),
  emptied.task(`id IN ${OWN_TASKS}`),
  emptied.jobRun(`task_id IN ${OWN_TASKS}`),
  emptied.outbox(`message_id IN ${LIST}`),
  `DELETE FROM thread_state WHERE message_id IN ${LIST}`,
  `DELETE FROM proposal WHERE message_id IN ${LIST} OR task_id IN ${OWN_TASKS}`,
  `DELETE FROM reaction WHERE message_id IN ${LIST}`,
  `DELETE FROM unfinished WHERE message_id IN ${LIST}`,
  `DELETE FROM expiring_message WHERE message_id IN ${LIST}`,
  `DELETE FROM action WHERE message_id IN ${LIST}`,
  `DELETE FROM answer WHERE message_id IN ${LIST}`,
  `DELETE FROM message_vector WHERE message_id IN ${LIST}`,
  `DELETE FROM message_file WHERE message_id IN ${LIST}`,
  `UPDATE message SET text = '', name = '', raw = NULL WHERE id IN ${LIST}`,
]

/** Removes the words of these lines and of everything that belongs to them. Returns contents that nothing refers to now. */
export function emptyLines(db: Database, lines: number[]): string[] {
  const ids = JSON.stringify(lines)
  return db.transaction(() => {
    const hashes = db
      .statement(`SELECT DISTINCT hash FROM message_file WHERE message_id IN ${LIST}`)
      .pluck()
      .all({ ids })
    runAll(db, statements, { ids })
    return db
      .statement(
        `DELETE FROM file WHERE hash IN ${LIST} AND hash NOT IN (SELECT hash FROM message_file) RETURNING hash`,
      )
      .pluck()
      .all({ ids: JSON.stringify(hashes) }) as string[]
  })
}
