import type { Database } from '../database.ts'

// SQL that removes the words from the rows that a condition selects. The rows of a task, a job, a delivery and a line
// stay, because costs and other rows refer to them.

/** The route without what the channel noted about the message, such as a subject. */
const BARE_ROUTE = "json_object('chat', route ->> 'chat')"

export const emptied = {
  approval: (which: string) =>
    `UPDATE approval SET effect = '', gist = NULL, rule = NULL, settled = NULL, hash = '',
       state = iif(state = 'open', 'expired', state) WHERE ${which}`,
  epoch: (which: string) => `UPDATE epoch SET prompt = '', "foreign" = '[]', reason = NULL WHERE ${which}`,
  job: (which: string) =>
    `UPDATE job SET name = '', text = '', destinations = '[]', route = NULL, next_at = NULL, again_at = NULL,
       state = 'removed', changed_at = @now WHERE ${which}`,
  jobRun: (which: string) =>
    `UPDATE job_run SET sources = NULL, result = NULL, extras = NULL, places = NULL, reason = NULL,
       state = iif(state IN ('queued', 'held'), 'skipped', state) WHERE ${which}`,
  outbox: (which: string) =>
    `UPDATE outbox SET body = '', buttons = NULL, error = NULL, route = ${BARE_ROUTE},
       state = iif(state IN ('sent', 'dead'), state, 'dead'), dismissed = 1 WHERE ${which}`,
  task: (which: string) => `UPDATE task SET instruction = NULL, reason = NULL, route = ${BARE_ROUTE} WHERE ${which}`,
  taskEvent: (which: string) => `UPDATE task_event SET data = NULL WHERE ${which}`,
}

/** Removes turns of sessions that the daemon stores, and the views of these sessions. */
export function removedTurns(which: string): string[] {
  return [
    `DELETE FROM session_result WHERE step_id IN (SELECT session_step.id FROM session_step
       JOIN session_turn ON session_turn.id = turn_id WHERE ${which})`,
    `DELETE FROM session_step WHERE turn_id IN (SELECT id FROM session_turn WHERE ${which})`,
    `DELETE FROM session_view WHERE session IN (SELECT session FROM session_turn WHERE ${which})`,
    `DELETE FROM session_turn WHERE ${which}`,
  ]
}

/** Removes all turns and the view of every session that has one of these turns. */
export function removedSessions(which: string): string[] {
  return removedTurns(`session IN (SELECT session FROM session_turn WHERE ${which})`)
}

/** Runs these statements, all with the same parameters. */
export function runAll(db: Database, statements: string[], named: Record<string, string | number>): void {
  for (const text of statements) db.statement(text).run(named)
}
