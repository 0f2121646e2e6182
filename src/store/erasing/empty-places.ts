import { type ErasureScope, isWhole } from '../../domain/erasure.ts'
import type { Database } from '../database.ts'
import { dropSummaries } from '../messages/deletions.ts'
import { emptied, removedSessions, runAll } from './emptied-rows.ts'
import { wholeChats } from './erasures.ts'

/** What is erased besides the lines: the rest of a whole chat, of a person, and of the time before a date. */
export function emptyPlaces(db: Database, scope: ErasureScope, at: Date): void {
  const now = at.getTime()
  const { chat, person, before } = scope
  db.transaction(() => {
    for (const chat of wholeChats(db, scope)) {
      dropSummaries(db, `lane IN ${LANES}`, { chat })
      runAll(db, restOfChat, { chat, now })
    }
    if (person !== undefined && isWhole(scope)) runAll(db, restOfPerson, { person, now })
    if (before !== undefined && chat === undefined && person === undefined) runAll(db, restOfPast, { before, now })
  })
}

const LANES = '(SELECT key FROM lane WHERE chat = @chat)'
const CHAT_TASKS = 'task_id IN (SELECT id FROM task WHERE chat = @chat)'

const restOfChat = [
  ...removedSessions(CHAT_TASKS),
  `DELETE FROM assembly WHERE lane IN ${LANES} OR ${CHAT_TASKS}`,
  emptied.epoch(`lane IN ${LANES}`),
  emptied.approval(`lane IN ${LANES} OR ${CHAT_TASKS}`),
  emptied.taskEvent(CHAT_TASKS),
  emptied.task('chat = @chat'),
  ...emptiedJobs('chat = @chat'),
  `DELETE FROM thread_state WHERE lane IN ${LANES}`,
  'DELETE FROM conversation WHERE chat = @chat AND id NOT IN (SELECT conversation_id FROM conversation_message)',
  'DELETE FROM chat_brain WHERE chat = @chat',
  'DELETE FROM voice_chat WHERE chat = @chat',
  'DELETE FROM chat_runner WHERE chat = @chat',
  'DELETE FROM proposal WHERE chat = @chat',
  'DELETE FROM foreign_file WHERE chat = @chat',
  'UPDATE chat SET title = id, titled_to = NULL, facts = NULL WHERE id = @chat',
  'UPDATE kept_chat SET name = NULL WHERE chat = @chat',
]

/** The person, and those who were merged into them and have nothing else of their own any more. */
const ALL_OF_PERSON = '(SELECT id FROM person WHERE id = @person OR merged_into = @person)'
const PERSON_TASKS = 'task_id IN (SELECT id FROM task WHERE person_id = @person)'

const restOfPerson = [
  ...removedSessions(PERSON_TASKS),
  `DELETE FROM assembly WHERE ${PERSON_TASKS}`,
  emptied.approval(PERSON_TASKS),
  emptied.taskEvent(PERSON_TASKS),
  emptied.task('person_id = @person'),
  ...emptiedJobs('person_id = @person'),
  `DELETE FROM allowance WHERE person_id IN ${ALL_OF_PERSON}`,
  'DELETE FROM proposal WHERE person_id = @person',
  'DELETE FROM reaction WHERE person_id = @person',
  // The owner's name is in the configuration or was given at the setup; it belongs to the program and not to a chat.
  `UPDATE person SET name = 'erased', timezone = NULL, language = NULL WHERE id IN ${ALL_OF_PERSON} AND role <> 'owner'`,
  "UPDATE address SET name = '' WHERE person_id = @person AND person_id IN (SELECT id FROM person WHERE role <> 'owner')",
]

/** Records of what happened before the date, whether or not a line of that time belongs to them. */
const restOfPast = [
  ...removedSessions('at < @before'),
  'DELETE FROM assembly WHERE at < @before',
  emptied.epoch('closed_at < @before'),
  emptied.approval('created_at < @before'),
  emptied.taskEvent('at < @before'),
  emptied.task('finished_at < @before'),
  emptied.jobRun('finished_at < @before'),
  emptied.job("source = 'person' AND state IN ('done', 'removed') AND changed_at < @before"),
  'DELETE FROM proposal WHERE at < @before',
  "UPDATE unread SET raw = '' WHERE at < @before",
  'DELETE FROM correction WHERE at < @before AND undone_at IS NOT NULL',
  'DELETE FROM conversation WHERE last_at < @before AND id NOT IN (SELECT conversation_id FROM conversation_message)',
]

/** The jobs that a person made there. Those of the configuration stay. */
function emptiedJobs(which: string): string[] {
  const own = `${which} AND source = 'person'`
  return [emptied.jobRun(`job_id IN (SELECT id FROM job WHERE ${own})`), emptied.job(own)]
}
