import type { ChatId, Lane } from '../../domain/ids.ts'
import type { Person, Role } from '../../domain/person.ts'
import type { Database } from '../database.ts'

export interface Members {
  /** Whom we let in, as they were called there last; who spoke last comes first. */
  people: Pick<Person, 'id' | 'name' | 'role'>[]
  /** How many others spoke. */
  strangers: number
}

/** So many lines are looked through: who was silent for longer is not known to be there any more. */
const CHAT_LINES_CHECKED = 500

/** Who spoke in a chat lately, and who of ours brought us there. */
export function membersOf(db: Database, chat: ChatId): Members {
  const rows = db.statement(everybody).all({ chat, lines: CHAT_LINES_CHECKED }) as Row[]
  const people = rows.flatMap(({ id, name, role }) => (id === null || role === null ? [] : [{ id, name, role }]))
  return { people, strangers: rows.length - people.length }
}

// Who was let in once and is not any more has a row without an address.
const everybody = `
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

/** So many lines are looked through: who was silent for longer is not taken into account. */
const LANE_LINES_CHECKED = 2000

/** The roles of those whom we let in and who spoke in a lane lately, each once. */
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
