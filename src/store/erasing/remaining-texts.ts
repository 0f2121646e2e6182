import type { Database } from '../database.ts'

/** The texts of some lines that are not erased, with the names of their files and authors, and where to continue. */
export function remainingTexts(
  db: Database,
  { after, limit }: { after: number; limit: number },
): { texts: string[]; next: number | undefined } {
  const rows = db
    .statement(
      `SELECT id, text || ' ' || name || ' ' || coalesce(
         (SELECT group_concat(name, ' ') FROM message_file WHERE message_id = message.id), '') AS text
       FROM message WHERE id > ? AND id NOT IN (SELECT message_id FROM erased_message) ORDER BY id LIMIT ?`,
    )
    .all(after, limit) as { id: number; text: string }[]
  return { texts: rows.map(({ text }) => text), next: rows.length === limit ? rows.at(-1)?.id : undefined }
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
