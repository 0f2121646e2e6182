import type { Database } from '../database.ts'

export interface RemainingLine {
  id: number
  author: 'human' | 'bot'
  /** With the names of its files and of its author. */
  text: string
}

/** Some lines that are not erased, in order. */
export function remainingLines(db: Database, { after, limit }: { after: number; limit: number }): RemainingLine[] {
  return db
    .statement(
      `SELECT id, author, text || ' ' || name || ' ' || coalesce(
         (SELECT group_concat(name, ' ') FROM message_file WHERE message_id = message.id), '') AS text
       FROM message WHERE id > ? AND id NOT IN (SELECT message_id FROM erased_message) ORDER BY id LIMIT ?`,
    )
    .all(after, limit) as RemainingLine[]
}

/**
 * Answers whose model was shown a line of the erasure, one of its facts or what a day note says about it, in the same turn
 * or earlier in the same session.
 */
export function answersShown(db: Database, erasure: number, facts: number[]): Set<number> {
  const ids = db
    .statement(
      `WITH erased AS MATERIALIZED (SELECT message_id AS id FROM erased_message WHERE erasure_id = @erasure),
       seen AS (SELECT assembly.id, task_id, epoch_id FROM assembly WHERE EXISTS (
         SELECT 1 FROM json_each(assembly.parts) AS part WHERE EXISTS (
             SELECT 1 FROM json_each(part.value, '$.messages') AS shown WHERE shown.value IN (SELECT id FROM erased))
           OR EXISTS (SELECT 1 FROM json_each(part.value, '$.noted') AS shown WHERE shown.value IN (SELECT id FROM erased))
           OR EXISTS (SELECT 1 FROM json_each(part.value, '$.facts') AS shown
             WHERE shown.value IN (SELECT value FROM json_each(@facts)))))
       SELECT DISTINCT outbox.message_id FROM outbox WHERE task_id IN (
         SELECT task_id FROM seen UNION
         SELECT later.task_id FROM seen JOIN assembly AS later ON later.epoch_id = seen.epoch_id AND later.id > seen.id)`,
    )
    .pluck()
    .all({ erasure, facts: JSON.stringify(facts) }) as number[]
  return new Set(ids)
}

/** Some results of tools that models were given for answers that are not erased, in order. */
export function remainingResults(
  db: Database,
  { after, limit }: { after: number; limit: number },
): { id: number; answer: number; text: string }[] {
  return db
    .statement(
      `SELECT rowid AS id, message_id AS answer, output AS text FROM action WHERE rowid > ? AND output IS NOT NULL
         AND message_id NOT IN (SELECT message_id FROM erased_message) ORDER BY rowid LIMIT ?`,
    )
    .all(after, limit) as { id: number; answer: number; text: string }[]
}

/** The facts that are not forgotten, except these. */
export function remainingFacts(db: Database, except: number[]): string[] {
  return db
    .statement(
      `SELECT subject || ' ' || statement FROM fact
       WHERE forgotten_at IS NULL AND id NOT IN (SELECT value FROM json_each(?))`,
    )
    .pluck()
    .all(JSON.stringify(except)) as string[]
}

/** How many prompts of other chats are compared. */
const PROMPTS_COMPARED = 20

/**
 * Prompts of chats that have no line in the erasure, one for each chat. A word in all of them is a word of our own
 * instructions.
 */
export function otherPrompts(db: Database, erasure: number): string[] {
  return db
    .statement(
      `SELECT prompt FROM epoch WHERE id IN (SELECT max(id) FROM epoch WHERE prompt <> '' AND lane NOT IN (
         SELECT lane FROM erased_message JOIN message ON message.id = message_id WHERE erasure_id = ?) GROUP BY lane)
       ORDER BY id DESC LIMIT ?`,
    )
    .pluck()
    .all(erasure, PROMPTS_COMPARED) as string[]
}
