import { UsageError } from '../domain/errors.ts'
import { addressName } from '../domain/person.ts'
import type { Database } from '../store/database.ts'
import { listPeople } from '../store/people/people.ts'

/** The number of the person with this name, address or number. */
export function findPersonNumber(db: Database, text: string): number {
  const found = listPeople(db).filter(
    ({ id, name, addresses }) =>
      String(id) === text ||
      name.toLowerCase() === text.toLowerCase() ||
      addresses.some((at) => addressName(at) === text),
  )
  const [person] = found
  if (!person) throw new UsageError(`There is nobody called ${text}. "skein people" lists everybody.`)
  if (found.length > 1)
    throw new UsageError(
      `Several people are called ${text}. Use an address or a number: ${found.map(({ id }) => id).join(', ')}.`,
    )
  return person.id
}
