import { createHash, randomInt } from 'node:crypto'
import type { InboundMessage } from '../../domain/message.ts'
import type { Person } from '../../domain/person.ts'
import type { Moment } from '../../lib/time/clock.ts'
import type { Database } from '../../store/database.ts'
import { countPairingFailures, insertPairing, type PairingRole, takePairing } from '../../store/people/pairing.ts'
import { addPerson, linkAddress, ownerId, readPerson } from '../../store/people/people.ts'

export interface PairingCode {
  code: string
  expiresAt: Date
}

/** How long a code is valid. The messages about it say "15 minutes". */
export const CODE_LIFETIME_MS = 15 * 60_000
const MAX_WRONG_CODES = 5
/** No letters that are easily confused when read aloud. Eight of them have 40 bits. */
const CODE_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const CODE_LENGTH = 8

/** Makes a code that lets one person in. It is shown once; only its hash is stored. */
export function makePairing(db: Database, role: PairingRole, moment: Moment): PairingCode {
  const code = randomCode()
  insertPairing(db, { hash: hashOf(code), role, lifeMs: CODE_LIFETIME_MS }, moment)
  return { code, expiresAt: new Date(moment.now.getTime() + CODE_LIFETIME_MS) }
}

export function randomCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('')
}

/** The result of trying a code. `silence` means that the sender guessed too often and gets no answer. */
export type Paired = { status: 'paired'; person: Person } | { status: 'wrong' } | { status: 'silence' }

/**
 * Tries the code of a private `/start CODE` or `!start CODE`; undefined for any other message. Both prefixes work,
 * because the person who sent the code may use another channel. Call it inside the transaction that accepts the message.
 */
export function tryPairing(db: Database, event: InboundMessage, { now, steady }: Moment): Paired | undefined {
  const code = /^[/!]start(?:@\w+)?\s+(\S{1,64})\s*$/i.exec(event.text)?.[1]
  if (code === undefined || event.audience !== 'private') return undefined
  if (countPairingFailures(db, event.sender) >= MAX_WRONG_CODES) return { status: 'silence' }
  const role = takePairing(db, hashOf(code), steady)
  if (role === undefined) return { status: 'wrong' }
  const person =
    role === 'owner' ? readPerson(db, ownerId(db)) : addPerson(db, { name: event.senderName, role: 'member' }, now)
  linkAddress(db, event.sender, person.id, event.senderName, now, 'pairing')
  return { status: 'paired', person }
}

function hashOf(code: string): string {
  return createHash('sha256').update(code.toUpperCase()).digest('hex')
}
