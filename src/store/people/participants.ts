import type { ChatId, Lane } from '../../domain/ids.ts'
import type { Person, Role } from '../../domain/person.ts'
import type { Database } from '../database.ts'

export interface Participants {
  /** The people we let in, by the name they used there last; the most recent speaker first. */
  people: Pick<Person, 'id' | 'name' | 'role'>[]
  /** How many other people spoke. */
  strangers: number
}

/** People who were silent for longer than this many lines may no longer be there. */
const CHAT_LINES_CHECKED = 500

/** Who spoke in a chat recently, and which of our people added us there. */
export function participantsIn(db: Database, chat: ChatId): Participants {
  const rows = db.statement(participantsQuery).all({ chat, lines: CHAT_LINES_CHECKED }) as Row[]
  const people = rows.flatMap(({ id, name, role }) => (id === null || role === null ? [] : [{ id, name, role }]))
  return { people, strangers: rows.length - people.length }
}

// Somebody who was removed again has a row without an address.
const participantsQuery = `
  WITH spoke AS (
    SELECT person_id, name, max(id) AS last FROM (
      SELECT id, person_id, name, author FROM message WHERE chat = @chat ORDER BY id DESC LIMIT @lines
    ) WHERE author = 'human' GROUP BY ifnull(person_id, name)
    UNION ALL
    SELECT person.id, person.name, 0 FROM chat JOIN person ON person.id = chat.first_person_id WHERE chat.id = @chat
  )
  SELECT spoke.person_id AS id, spoke.name, max(spoke.last) AS last,
    (SELECT role FROM person WHERE person.id = spoke.person_id
       AND EXISTS (SELECT 1 FROM address WHERE address.person_id = person.id)) AS role
  FROM spoke GROUP BY ifnull(spoke.person_id, spoke.name) ORDER BY last DESC`

type Row = { id: number | null; name: string; role: Person['role'] | null }

/** Roles are taken from this many of the newest lines. */
const LANE_LINES_CHECKED = 2000

/** The distinct roles of people we let in who spoke in a lane recently. */
export function rolesIn(db: Database, lane: Lane): Role[] {
  return db
    .statement(
      `SELECT DISTINCT role FROM person WHERE id IN (
         SELECT person_id FROM (
           SELECT person_id FROM message WHERE lane = @lane AND author = 'human' ORDER BY id DESC LIMIT @lines))
         AND EXISTS (SELECT 1 FROM address WHERE address.person_id = person.id)`,
    )
    .pluck()
    .all({ lane, lines: LANE_LINES_CHECKED }) as Role[]
}
