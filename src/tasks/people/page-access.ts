import { addressName, type Person, pageAddress } from '../../domain/person.ts'
import { linkMessages } from '../../messages/link-messages.ts'
import type { LocalizedText } from '../../messages/localized.ts'
import { peopleMessages } from '../../messages/people-messages.ts'
import type { Database } from '../../store/database.ts'
import { addPerson, linkAddress, listPeople, readAddress, readPerson } from '../../store/people/people.ts'

/** Who is to use the page: somebody we let in, or somebody new with this name. */
export type PageGuest = { person: number } | { name: string }

/**
 * Lets somebody use the page in their own name: they get an address there, which is removed like any other. The owner
 * has one already, and nobody gets the owner's this way. Call it inside a transaction.
 */
export function givePageAccess(db: Database, guest: PageGuest, now: Date): Person | { problem: LocalizedText } {
  const person =
    'name' in guest ? addPerson(db, { name: guest.name, role: 'member' }, now) : findLetIn(db, guest.person)
  if (!person) return { problem: linkMessages.nobody }
  if (person.role === 'owner') return { problem: peopleMessages.ownerHasPage }
  const address = pageAddress(person)
  const current = readAddress(db, address)
  if (current && current.personId !== person.id)
    return { problem: linkMessages.alreadyTheirs(addressName(address), readPerson(db, current.personId).name) }
  if (!current) linkAddress(db, address, person.id, person.name, now, 'pairing')
  return person
}

function findLetIn(db: Database, id: number): Person | undefined {
  return listPeople(db).some((person) => person.id === id) ? readPerson(db, id) : undefined
}
