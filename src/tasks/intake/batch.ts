import type { Lane } from '../../domain/ids.ts'
import { type Address, addressName, type Person } from '../../domain/person.ts'
import type { Moment } from '../../lib/time/clock.ts'
import type { Database } from '../../store/database.ts'
import { findPerson } from '../../store/people/people.ts'

/** What one `accept` call remembers, so that a hundred messages of one person need only one lookup of that person. */
export interface Batch extends Moment {
  /** After a pause of this length a lane begins a new conversation. */
  gapMs: number
  people: Map<string, Person | undefined>
  lanes: Set<Lane>
  /** Actions outside the store, which run after the commit. */
  afterCommit: (() => void)[]
}

export function newBatch(moment: Moment, gapMs: number): Batch {
  return { ...moment, gapMs, people: new Map(), lanes: new Set(), afterCommit: [] }
}

export function personOf(db: Database, sender: Address, batch: Batch): Person | undefined {
  const key = addressName(sender)
  if (!batch.people.has(key)) batch.people.set(key, findPerson(db, sender))
  return batch.people.get(key)
}

/** Call it when a stranger was let in within the batch. */
export function rememberPerson(batch: Batch, sender: Address, person: Person): void {
  batch.people.set(addressName(sender), person)
}
