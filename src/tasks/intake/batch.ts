import type { Lane } from '../../domain/ids.ts'
import { type Address, addressName, type Person } from '../../domain/person.ts'
import type { Moment } from '../../lib/time/clock.ts'
import type { Database } from '../../store/database.ts'
import { findPerson } from '../../store/people/people.ts'

/** What one accept call remembers, so that a hundred messages of one person cost one look-up of that person. */
export interface Batch extends Moment {
  /** A pause of a lane that begins another conversation. */
  gapMs: number
  people: Map<string, Person | undefined>
  lanes: Set<Lane>
  /** Effects outside the store, run after the commit. */
  after: (() => void)[]
}

export function newBatch(moment: Moment, gapMs: number): Batch {
  return { ...moment, gapMs, people: new Map(), lanes: new Set(), after: [] }
}

export function personOf(db: Database, sender: Address, batch: Batch): Person | undefined {
  const key = addressName(sender)
  if (!batch.people.has(key)) batch.people.set(key, findPerson(db, sender))
  return batch.people.get(key)
}

/** Somebody became a person in the middle of the batch. */
export function rememberPerson(batch: Batch, sender: Address, person: Person): void {
  batch.people.set(addressName(sender), person)
}
