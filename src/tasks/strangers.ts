import type { InboundMessage } from '../domain/message.ts'
import type { Person } from '../domain/person.ts'
import { rememberStranger } from '../store/people.ts'
import type { Arrival } from './arrival.ts'
import { type Batch, meet } from './batch.ts'
import { sentences } from './notices.ts'
import { noteToOwner } from './owner-alarm.ts'
import { isOwnChat, tryPairing } from './pairing.ts'
import type { Road } from './road.ts'
import { speak } from './speak.ts'

/** Somebody nobody let in: with a code they are from now on; without one they hear it once, and so does the owner. */
export function receiveStranger(road: Road, arrived: Arrival, batch: Batch): void {
  const { db } = road
  const { event } = arrived
  if (!event.addressed) return
  const paired = tryPairing(db, event, batch)
  const isNew = rememberStranger(db, event.sender, event.senderName, batch.now)
  const address = `${event.sender.channel}:${event.sender.id}`
  switch (paired?.status) {
    case 'paired':
      meet(batch, event.sender, paired.person)
      answer(road, arrived, sentences.paired(paired.person.name), batch.now)
      return tellOwner(road, arrived, sentences.letIn(event.senderName, address, paired.person.role), batch.now)
    case 'wrong':
      return answer(road, arrived, sentences.wrongCode, batch.now)
    case 'silence':
      return
    case undefined:
      if (!isNew) return
      answer(road, arrived, sentences.unknownPerson, batch.now)
      tellOwner(road, arrived, sentences.strangerAsked(event.senderName, address), batch.now)
  }
}

/**
 * What a stranger says to us in private, a code among it, is no talk: once they are let in it would stand before the
 * model as untrusted text, and take away what their own words may do.
 */
export function isAtTheDoor(event: InboundMessage, person: Person | undefined): boolean {
  return person === undefined && isOwnChat(event)
}

function answer(road: Road, { lane, message, route }: Arrival, text: string, now: Date): void {
  speak(road, { key: `stranger:${message}`, kind: 'notice', lane, route, text }, now)
}

function tellOwner(road: Road, { message, route }: Arrival, text: string, now: Date): void {
  noteToOwner(road, { key: `stranger:${message}:owner`, text, not: route.chat }, now)
}
