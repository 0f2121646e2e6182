import type { Database } from '../database.ts'

/** What somebody left below a line, and how they are called where they did. */
export interface Reaction {
  emoji: string
  name: string
}

/** In the place of what this person had left there; nothing takes it away. */
export function writeReaction(db: Database, message: number, person: number, emoji: string, at: Date): void {
  if (emoji === '') {
    db.statement('DELETE FROM reaction WHERE message_id = ? AND person_id = ?').run(message, person)
    return
  }
  db.statement(
    `INSERT INTO reaction (message_id, person_id, emoji, at) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET emoji = excluded.emoji, at = excluded.at`,
  ).run(message, person, emoji, at.getTime())
}

/** What stands below each of these lines, the oldest first. */
export function reactionsOf(db: Database, messages: number[]): Map<number, Reaction[]> {
  const rows = db
    .statement(
      `SELECT message_id AS id, emoji, coalesce(
         (SELECT said.name FROM message AS said WHERE said.chat = message.chat AND said.person_id = reaction.person_id
          ORDER BY said.id DESC LIMIT 1), person.name) AS name
       FROM json_each(?) AS wanted JOIN reaction ON message_id = wanted.value JOIN message ON message.id = message_id
       JOIN person ON person.id = reaction.person_id ORDER BY reaction.at`,
    )
    .all(JSON.stringify(messages)) as (Reaction & { id: number })[]
  const found = new Map<number, Reaction[]>()
  for (const { id, ...one } of rows) found.set(id, [...(found.get(id) ?? []), one])
  return found
}
