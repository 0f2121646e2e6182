import type { Database } from '../database.ts'
import { tasksOf } from './erased-selection.ts'

const LIST = '(SELECT value FROM json_each(@ids))'
const OWN_TASKS = `(${tasksOf(LIST)})`
const OWN_SESSIONS = `(SELECT session FROM session_turn WHERE task_id IN ${OWN_TASKS})`

/** The route without what the channel noted about the message, such as a subject. */
export const BARE_ROUTE = "json_object('chat', route ->> 'chat')"

// The rows of a task, a delivery and a line stay, because costs and other rows refer to them. They lose their words.
const statements = [
  `DELETE FROM session_result WHERE step_id IN (SELECT session_step.id FROM session_step
     JOIN session_turn ON session_turn.id = turn_id WHERE task_id IN ${OWN_TASKS})`,
  `DELETE FROM session_step WHERE turn_id IN (SELECT id FROM session_turn WHERE task_id IN ${OWN_TASKS})`,
  `DELETE FROM session_view WHERE session IN ${OWN_SESSIONS}`,
  `DELETE FROM session_turn WHERE task_id IN ${OWN_TASKS}`,
  `DELETE FROM assembly WHERE task_id IN ${OWN_TASKS}`,
  `UPDATE approval SET effect = '', gist = NULL, rule = NULL, settled = NULL, hash = '',
     state = iif(state = 'open', 'expired', state) WHERE task_id IN ${OWN_TASKS}`,
  `UPDATE task_event SET data = NULL WHERE task_id IN ${OWN_TASKS}`,
  `UPDATE task SET instruction = NULL, reason = NULL, route = ${BARE_ROUTE} WHERE id IN ${OWN_TASKS}`,
  `UPDATE job_run SET sources = NULL, result = NULL, extras = NULL, places = NULL, reason = NULL WHERE task_id IN ${OWN_TASKS}`,
  `UPDATE outbox SET body = '', buttons = NULL, error = NULL, route = ${BARE_ROUTE},
     state = iif(state IN ('sent', 'dead'), state, 'dead'), dismissed = 1 WHERE message_id IN ${LIST}`,
  `DELETE FROM thread_state WHERE message_id IN ${LIST}`,
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
    for (const text of statements) db.statement(text).run({ ids })
    return db
      .statement(
        `DELETE FROM file WHERE hash IN ${LIST} AND hash NOT IN (SELECT hash FROM message_file) RETURNING hash`,
      )
      .pluck()
      .all({ ids: JSON.stringify(hashes) }) as string[]
  })
}
