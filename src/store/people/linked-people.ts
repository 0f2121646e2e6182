import type { Address } from '../../domain/person.ts'
import type { Database } from '../database.ts'
import { chatsWith } from '../messages/chats.ts'

// Two people who turn out to be one, and an address that is taken off a person again.

/**
 * Gives the addresses of one person to another, with everything that belongs to them. Permissions that they gave with
 * "always" go along only if both have the same role. Files are joined afterwards. Call it inside a transaction.
 */
export function mergePeople(db: Database, from: number, into: number): void {
  const people = { from, into }
  for (const sql of moves) db.statement(sql).run(people)
}

const moves = [
  // First, because the owner of a chat follows its address.
  `UPDATE address SET person_id = @into, former_person_id = nullif(coalesce(former_person_id, @from), @into) WHERE person_id = @from`,
  `UPDATE chat SET first_person_id = @into WHERE first_person_id = @from`,
  `UPDATE message SET person_id = @into WHERE person_id = @from`,
  `UPDATE OR REPLACE reaction SET person_id = @into WHERE person_id = @from`,
  `UPDATE task SET person_id = @into WHERE person_id = @from`,
  `UPDATE approval SET person_id = @into WHERE person_id = @from`,
  `UPDATE approval SET answered_by = @into WHERE answered_by = @from`,
  `UPDATE OR REPLACE allowance SET person_id = @into
    WHERE person_id = @from AND (SELECT role FROM person WHERE id = @from) = (SELECT role FROM person WHERE id = @into)`,
  `UPDATE chat_brain SET person_id = @into WHERE person_id = @from`,
  `UPDATE job SET person_id = @into WHERE person_id = @from AND source = 'person'`,
  `UPDATE fact SET about_id = @into WHERE about_id = @from`,
  `UPDATE fact SET told_by_id = @into WHERE told_by_id = @from`,
  `UPDATE proposal SET person_id = @into WHERE person_id = @from`,
  `UPDATE proposal SET decided_by = @into WHERE decided_by = @from`,
  `UPDATE proposal SET file = format('people/%d/USER.md', @into) WHERE file = format('people/%d/USER.md', @from)`,
  `DELETE FROM pairing WHERE person_id = @from`,
  // They sign in again as the person they are now.
  `DELETE FROM web_session WHERE person_id = @from`,
  `UPDATE person SET timezone = coalesce(timezone, (SELECT timezone FROM person WHERE id = @from)),
    language = coalesce(language, (SELECT language FROM person WHERE id = @from)) WHERE id = @into`,
  // People who were merged into them before are moved too.
  `UPDATE person SET merged_into = @into WHERE id = @from OR merged_into = @from`,
]

/**
 * Gives an address back to the person who had it before, with what was said and planned in its private chats. Everything
 * else stays. Call it inside a transaction.
 */
export function splitAddress(db: Database, { channel, id }: Address, personId: number, former: number): void {
  const chats = JSON.stringify(chatsWith(db, { channel, id }))
  const parameters = { channel, id, personId, former, chats }
  for (const sql of returns) db.statement(sql).run(parameters)
}

const inChats = 'chat IN (SELECT value FROM json_each(@chats))'
const returns = [
  `UPDATE address SET person_id = @former, former_person_id = NULL WHERE channel = @channel AND remote_id = @id`,
  `UPDATE chat SET first_person_id = @former WHERE first_person_id = @personId AND id IN (SELECT value FROM json_each(@chats))`,
  `UPDATE message SET person_id = @former WHERE person_id = @personId AND ${inChats}`,
  `UPDATE job SET person_id = @former WHERE person_id = @personId AND source = 'person' AND ${inChats}`,
  `UPDATE fact SET about_id = iif(about_id = @personId, @former, about_id), told_by_id = @former
    WHERE told_by_id = @personId AND scope = 'private' AND message_id IN (SELECT id FROM message WHERE ${inChats})`,
  `UPDATE person SET merged_into = NULL WHERE id = @former`,
]

/** People whose files may still have to be joined with those of the person they were merged into. */
export function mergedPeople(db: Database): { id: number; into: number }[] {
  return db
    .statement('SELECT id, merged_into AS "into" FROM person WHERE merged_into IS NOT NULL ORDER BY id')
    .all() as { id: number; into: number }[]
}
