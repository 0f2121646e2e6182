import type { ErasureScope } from '../../domain/erasure.ts'
import type { Database } from '../database.ts'
import { dropSummaries } from '../messages/deletions.ts'
import { BARE_ROUTE } from './empty-lines.ts'
import { wholeChats } from './erasures.ts'

// What is erased beside the lines: the rest of a whole chat, of a person, and of the time before a date.

export function emptyPlaces(db: Database, scope: ErasureScope, now: Date): void {
  db.transaction(() => {
    const chats = wholeChats(db, scope)
    for (const chat of chats) emptyChat(db, chat, now)
    if (scope.person !== undefined && scope.before === undefined) emptyPerson(db, scope.person, now)
    if (scope.before !== undefined && scope.chat === undefined && scope.person === undefined)
      emptyPast(db, scope.before)
  })
}

const LANES = '(SELECT key FROM lane WHERE chat = @chat)'

function emptyChat(db: Database, chat: string, now: Date): void {
  dropSummaries(db, `lane IN ${LANES}`, { chat })
  const tasks = '(SELECT id FROM task WHERE chat = @chat)'
  removeSessionsOf(db, `task_id IN ${tasks}`, { chat })
  for (const text of [
    `DELETE FROM assembly WHERE lane IN ${LANES} OR task_id IN ${tasks}`,
    `UPDATE epoch SET prompt = '', "foreign" = '[]', reason = NULL WHERE lane IN ${LANES}`,
    `UPDATE approval SET effect = '', gist = NULL, rule = NULL, settled = NULL, hash = '' WHERE lane IN ${LANES} OR task_id IN ${tasks}`,
    `UPDATE task_event SET data = NULL WHERE task_id IN ${tasks}`,
    `UPDATE task SET instruction = NULL, reason = NULL, route = ${BARE_ROUTE} WHERE chat = @chat`,
    `DELETE FROM thread_state WHERE lane IN ${LANES}`,
    `DELETE FROM conversation WHERE chat = @chat AND id NOT IN (SELECT conversation_id FROM conversation_message)`,
    'DELETE FROM chat_brain WHERE chat = @chat',
    'DELETE FROM foreign_file WHERE chat = @chat',
    'UPDATE chat SET title = id, facts = NULL WHERE id = @chat',
    'UPDATE kept_chat SET name = NULL WHERE chat = @chat',
  ])
    db.statement(text).run({ chat })
  emptyJobs(db, "chat = @chat AND source = 'person'", { chat }, now)
}

function emptyPerson(db: Database, person: number, now: Date): void {
  const tasks = '(SELECT id FROM task WHERE person_id = @person)'
  removeSessionsOf(db, `task_id IN ${tasks}`, { person })
  for (const text of [
    `DELETE FROM assembly WHERE task_id IN ${tasks}`,
    `UPDATE approval SET effect = '', gist = NULL, rule = NULL, settled = NULL, hash = '' WHERE task_id IN ${tasks}`,
    `UPDATE task_event SET data = NULL WHERE task_id IN ${tasks}`,
    `UPDATE task SET instruction = NULL, reason = NULL, route = ${BARE_ROUTE} WHERE person_id = @person`,
    'DELETE FROM allowance WHERE person_id = @person',
    'DELETE FROM reaction WHERE person_id = @person',
    // The owner's name is in the configuration or was given at the setup; it belongs to the program and not to a chat.
    "UPDATE person SET name = 'erased', timezone = NULL WHERE id = @person AND role <> 'owner'",
    "UPDATE address SET name = '' WHERE person_id = @person AND person_id IN (SELECT id FROM person WHERE role <> 'owner')",
  ])
    db.statement(text).run({ person })
  emptyJobs(db, "person_id = @person AND source = 'person'", { person }, now)
}

/** Records of what happened before the date, whether or not a line of that time belongs to them. */
function emptyPast(db: Database, before: number): void {
  removeSessionsOf(db, 'session_turn.at < @before', { before })
  for (const text of [
    'DELETE FROM assembly WHERE at < @before',
    `UPDATE epoch SET prompt = '', "foreign" = '[]', reason = NULL WHERE closed_at < @before`,
    "UPDATE approval SET effect = '', gist = NULL, rule = NULL, settled = NULL, hash = '' WHERE created_at < @before",
    'UPDATE task_event SET data = NULL WHERE at < @before',
    `UPDATE task SET instruction = NULL, reason = NULL, route = ${BARE_ROUTE} WHERE finished_at < @before`,
    'UPDATE job_run SET sources = NULL, result = NULL, extras = NULL, places = NULL, reason = NULL WHERE finished_at < @before',
    "UPDATE job SET name = '', text = '', destinations = '[]', route = NULL WHERE state IN ('done', 'removed') AND changed_at < @before",
    "UPDATE unread SET raw = '' WHERE at < @before",
    'DELETE FROM correction WHERE at < @before AND undone_at IS NOT NULL',
    'DELETE FROM conversation WHERE last_at < @before AND id NOT IN (SELECT conversation_id FROM conversation_message)',
  ])
    db.statement(text).run({ before })
}

function removeSessionsOf(db: Database, turns: string, named: Record<string, string | number>): void {
  const sessions = db
    .statement(`SELECT DISTINCT session FROM session_turn WHERE ${turns}`)
    .pluck()
    .all(named) as string[]
  for (const session of sessions) removeSession(db, session)
}

/** All that the store has of one session of a native model. */
export function removeSession(db: Database, session: string): void {
  const turns = '(SELECT id FROM session_turn WHERE session = @session)'
  for (const text of [
    `DELETE FROM session_result WHERE step_id IN (SELECT id FROM session_step WHERE turn_id IN ${turns})`,
    `DELETE FROM session_step WHERE turn_id IN ${turns}`,
    'DELETE FROM session_turn WHERE session = @session',
    'DELETE FROM session_view WHERE session = @session',
  ])
    db.statement(text).run({ session })
}

function emptyJobs(db: Database, which: string, named: Record<string, string | number>, now: Date): void {
  const jobs = `(SELECT id FROM job WHERE ${which})`
  db.statement(
    `UPDATE job_run SET sources = NULL, result = NULL, extras = NULL, places = NULL, reason = NULL,
       state = iif(state IN ('queued', 'held'), 'skipped', state) WHERE job_id IN ${jobs}`,
  ).run(named)
  db.statement(
    `UPDATE job SET state = 'removed', next_at = NULL, again_at = NULL, name = '', text = '', destinations = '[]', route = NULL,
       changed_at = @now WHERE ${which}`,
  ).run({ ...named, now: now.getTime() })
}
