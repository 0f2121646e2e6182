import { type ErasureCounts, type ErasureScope, isWhole } from '../../domain/erasure.ts'
import type { Database } from '../database.ts'
import { versionsOf } from '../memory/facts.ts'
import { wholeChats } from './erasures.ts'

/** All lines that an erasure takes: those it names, their earlier versions, and the answers that repeat their words. */
export function selectLines(db: Database, scope: ErasureScope): number[] {
  const named = db.statement(namedLines(scope)).pluck().all(parametersOf(scope)) as number[]
  // A whole chat and everything before a date contain their answers.
  const hasAnswers = namedMessages(scope).length === 0 && scope.person === undefined
  const answers = hasAnswers ? [] : answersTo(db, named)
  const ids = new Set([...named, ...answers, ...voicesOf(db, [...named, ...answers])])
  return db
    .statement(
      'SELECT value FROM json_each(?) WHERE value NOT IN (SELECT message_id FROM erased_message) ORDER BY value',
    )
    .pluck()
    .all(JSON.stringify([...ids])) as number[]
}

function parametersOf(scope: ErasureScope): Record<string, string | number> {
  const { chat, person, before, fact } = scope
  return {
    named: JSON.stringify(namedMessages(scope)),
    ...(fact !== undefined && { fact }),
    ...(chat !== undefined && { chat }),
    ...(person !== undefined && { person }),
    ...(before !== undefined && { before }),
  }
}

function namedMessages({ message, sources = [] }: ErasureScope): number[] {
  return message === undefined ? sources : [message]
}

function namedLines(scope: ErasureScope): string {
  const { chat, person, before } = scope
  if (namedMessages(scope).length > 0)
    return `SELECT id FROM message WHERE id IN (SELECT value FROM json_each(@named))
      UNION SELECT version.id FROM message AS line JOIN message AS version ON version.chat = line.chat
        AND version.remote_id = line.remote_id AND version.author = line.author
        WHERE line.id IN (SELECT value FROM json_each(@named))
      UNION ${otherVersions}
      ORDER BY 1`
  const conditions = [
    ...(chat === undefined ? [] : ['chat = @chat']),
    ...(before === undefined ? [] : ['at < @before']),
    ...(person === undefined
      ? []
      : [
          `(author = 'human' AND person_id = @person
            OR chat IN (SELECT id FROM chat WHERE audience = 'private' AND owner_id = @person))`,
        ]),
  ]
  // An erasure that names nothing erases nothing.
  return `SELECT id FROM message WHERE ${conditions.join(' AND ') || 'false'} ORDER BY id`
}

/** The lines that stand in the place of this one in other versions: edits of a message, or answers of the same task. */
const otherVersions = `SELECT other.id FROM message AS line JOIN branch_message AS own ON own.message_id = line.id
    JOIN branch ON branch.id = own.branch_id
    JOIN branch AS version ON version.lane = branch.lane AND version.place = branch.place AND version.id <> branch.id
    JOIN branch_message AS other_own ON other_own.branch_id = version.id JOIN message AS other ON other.id = other_own.message_id
  WHERE line.id IN (SELECT value FROM json_each(@named)) AND other.author = line.author AND CASE line.author
    WHEN 'human' THEN line.id = (SELECT min(message_id) FROM branch_message WHERE branch_id = branch.id)
      AND other.id = (SELECT min(message_id) FROM branch_message WHERE branch_id = version.id)
    ELSE EXISTS (SELECT 1 FROM outbox AS sent JOIN outbox AS again ON again.task_id = sent.task_id
      WHERE sent.message_id = line.id AND again.message_id = other.id) END`

/** What we said because of these lines: answers of models, replies to commands and notices about them. */
function answersTo(db: Database, lines: number[]): number[] {
  const ids = JSON.stringify(lines)
  return db
    .statement(
      `SELECT outbox.message_id FROM json_each(@ids) AS line
         JOIN task_message ON task_message.message_id = line.value JOIN outbox ON outbox.task_id = task_message.task_id
       UNION ${keyedBy('command', 'stranger', 'undelivered', 'returned')}`,
    )
    .pluck()
    .all({ ids }) as number[]
}

/** The voice messages that speak these answers. */
function voicesOf(db: Database, answers: number[]): number[] {
  return db
    .statement(keyedBy('voice'))
    .pluck()
    .all({ ids: JSON.stringify(answers) }) as number[]
}

/** Our lines whose keys say that they are about these lines. */
const keyedBy = (...what: string[]) =>
  `SELECT outbox.message_id FROM json_each(@ids) AS line JOIN json_each('${JSON.stringify(what)}') AS what
     JOIN outbox ON outbox.key >= what.value || ':' || line.value || ':' AND outbox.key < what.value || ':' || line.value || ';'`

/** Counts what would be erased with these lines. Changes nothing. */
export function countErasure(db: Database, scope: ErasureScope, lines: number[]): ErasureCounts {
  const named = {
    ids: JSON.stringify(lines),
    chats: JSON.stringify(wholeChats(db, scope)),
    person: isWhole(scope) ? (scope.person ?? null) : null,
    before: scope.chat === undefined && scope.person === undefined ? (scope.before ?? null) : null,
  }
  const count = (query: string) => db.statement(`SELECT count(*) FROM (${query})`).pluck().get(named) as number
  const list = '(SELECT value FROM json_each(@ids))'
  const whole = '(SELECT value FROM json_each(@chats))'
  return {
    messages: lines.length,
    answers: count(`SELECT 1 FROM message WHERE id IN ${list} AND author = 'bot'`),
    chats: count(`SELECT 1 FROM chat WHERE id IN ${whole} AND title <> id`),
    files: count(
      `SELECT DISTINCT hash FROM message_file AS own WHERE message_id IN ${list} AND NOT EXISTS (
         SELECT 1 FROM message_file AS other WHERE other.hash = own.hash AND other.message_id NOT IN ${list})`,
    ),
    summaries: count(
      `SELECT DISTINCT summary.id FROM message JOIN summary ON summary.lane = message.lane
         AND message.id BETWEEN summary.from_id AND summary.to_id WHERE message.id IN ${list}`,
    ),
    tasks: count(
      `${tasksOf(list)} UNION SELECT id FROM task
         WHERE chat IN ${whole} OR person_id = @person OR finished_at < @before`,
    ),
    facts: factsIn(db, scope, `SELECT value FROM json_each('${named.ids}')`).length,
    jobs: count(
      `SELECT 1 FROM job WHERE source = 'person' AND state <> 'removed'
         AND (chat IN ${whole} OR person_id = @person OR state = 'done' AND changed_at < @before)`,
    ),
  }
}

/** The tasks that read or wrote these lines. */
export const tasksOf = (list: string) =>
  `SELECT task_id FROM task_message WHERE message_id IN ${list}
   UNION SELECT task_id FROM outbox WHERE message_id IN ${list} AND task_id IS NOT NULL`

/** The facts that go with an erasure: the one it names, those from its lines, and those of its chat, person or time. */
export function factsIn(db: Database, scope: ErasureScope, lines: string): ErasedFact[] {
  const { chat, person, before, fact } = scope
  const conditions = [
    `message_id IN (${lines})`,
    ...(fact === undefined ? [] : [`id IN (${versionsOf('@fact')})`]),
    ...(chat === undefined || before !== undefined ? [] : ['chat = @chat']),
    ...(person === undefined || before !== undefined ? [] : ['about_id = @person', 'told_by_id = @person']),
    ...(before === undefined || chat !== undefined || person !== undefined ? [] : ['said_at < @before']),
  ]
  return db
    .statement(`SELECT id, subject, statement FROM fact WHERE forgotten_at IS NULL AND (${conditions.join(' OR ')})`)
    .all(parametersOf(scope)) as ErasedFact[]
}

export interface ErasedFact {
  id: number
  subject: string
  statement: string
}
