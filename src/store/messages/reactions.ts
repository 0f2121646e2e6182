import type { Database } from '../database.ts'

/** An emoji on a line, and the name of the person in that chat. */
export interface Reaction {
  emoji: string
  name: string
}

/** Replaces the person's earlier reaction; an empty emoji removes it. */
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

/** The reactions on each of these lines, oldest first. */
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
  const reactionsByMessage = new Map<number, Reaction[]>()
  for (const { id, ...one } of rows) reactionsByMessage.set(id, [...(reactionsByMessage.get(id) ?? []), one])
  return reactionsByMessage
}
