import type { Lane } from '../../domain/ids.ts'
import type { Role } from '../../domain/person.ts'
import type { Database } from '../database.ts'

/** So many lines are looked through: who was silent for longer is not taken into account. */
const LINES = 2000

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
    .all({ lane, lines: LINES }) as Role[]
}
