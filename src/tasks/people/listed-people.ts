import type { ChannelName } from '../../domain/ids.ts'
import { type Address, addressName, type Person } from '../../domain/person.ts'
import type { Database } from '../../store/database.ts'
import { addPerson, findPerson, linkAddress, listPeople } from '../../store/people/people.ts'
import { dismiss } from './people-admin.ts'

/** The people whom the configuration lets in on one channel. */
export interface ListedPeople {
  channel: ChannelName
  owners: string[]
  members: string[]
}

/** Applies the lists of a channel. People who came in with a code stay. Returns the addresses that were removed. */
export function admitListed(
  db: Database,
  owner: Person,
  { channel, owners, members }: ListedPeople,
  now: Date,
): Address[] {
  const configured = new Set([...owners, ...members])
  const removed = listPeople(db)
    .flatMap(({ addresses }) => addresses)
    .filter(
      (address) => address.channel === channel && address.source === 'configuration' && !configured.has(address.id),
    )
  for (const removedAddress of removed) dismiss(db, removedAddress, now)
  for (const id of owners) admit(db, { channel, id }, owner, now)
  for (const id of members) {
    if (!owners.includes(id)) admit(db, { channel, id }, memberAt(db, { channel, id }, now), now)
  }
  return removed
}

/** Cancels what was asked from this address as another person, so that it is not answered with the new rights. */
function admit(db: Database, removedAddress: Address, person: Person, now: Date): void {
  const previous = findPerson(db, removedAddress)
  if (previous && previous.id !== person.id) dismiss(db, removedAddress, now)
  linkAddress(db, removedAddress, person.id, person.name, now, 'configuration')
}

/** An address that belonged to the owner before gets a new person. */
function memberAt(db: Database, removedAddress: Address, now: Date): Person {
  const existing = findPerson(db, removedAddress)
  if (existing?.role === 'member') return existing
  return addPerson(db, { name: addressName(removedAddress), role: 'member' }, now)
}
