import { createHash, randomInt } from 'node:crypto'
import type { ChatId } from '../../domain/ids.ts'
import type { InboundMessage } from '../../domain/message.ts'
import type { Address, Person } from '../../domain/person.ts'
import type { Moment, Steady } from '../../lib/time/clock.ts'
import type { Database } from '../../store/database.ts'
import { isPrivateTo } from '../../store/messages/chats.ts'
import {
  countPairingFailures,
  findPairing,
  insertLinkCode,
  insertPairing,
  type PairingRole,
  removePairing,
} from '../../store/people/pairing.ts'
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

/** Makes a code for another address of the person, in the chat where they asked for it. */
export function makeLinkCode(db: Database, { id: personId }: Person, chat: ChatId, moment: Moment): string {
  const code = randomCode()
  insertLinkCode(db, { hash: hashOf(code), personId, chat, lifeMs: CODE_LIFETIME_MS }, moment)
  return code
}

export function randomCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('')
}

/** A code with which somebody links another address of theirs. */
export interface LinkCode {
  hash: string
  /** Who made it. */
  person: Person
  /** Where they made it. */
  chat: ChatId
}

/** The result of trying a code. `silence` means that the sender guessed too often and gets no answer. */
export type Paired =
  | { status: 'paired'; person: Person }
  | { status: 'link'; code: LinkCode }
  | { status: 'wrong' }
  | { status: 'silence' }

/**
 * Tries the code of a stranger's private `/start CODE` or `/link CODE`; undefined for any other message. Both prefixes
 * work, because the person who sent the code may use another channel. Call it inside the transaction that accepts the
 * message.
 */
export function tryPairing(db: Database, event: InboundMessage, { now, steady }: Moment): Paired | undefined {
  const code = /^[/!](?:start|link)(?:@\w+)?\s+(\S{1,64})\s*$/i.exec(event.text)?.[1]
  if (code === undefined || event.audience !== 'private') return undefined
  if (hasGuessedTooOften(db, event.sender)) return { status: 'silence' }
  const linkCode = findLinkCode(db, code, steady)
  if (linkCode) return { status: 'link', code: linkCode }
  const role = findPairing(db, hashOf(code), steady)?.role
  if (role === undefined || role === 'link') return { status: 'wrong' }
  removePairing(db, hashOf(code))
  const person =
    role === 'owner' ? readPerson(db, ownerId(db)) : addPerson(db, { name: event.senderName, role: 'member' }, now)
  linkAddress(db, event.sender, person.id, event.senderName, now, 'pairing')
  return { status: 'paired', person }
}

export function hasGuessedTooOften(db: Database, sender: Address): boolean {
  return countPairingFailures(db, sender) >= MAX_WRONG_CODES
}

/** A valid link code. It is no longer valid if the address from which it was asked for was removed. */
export function findLinkCode(db: Database, code: string, steady: Steady): LinkCode | undefined {
  const row = findPairing(db, hashOf(code), steady)
  if (row?.role !== 'link' || row.personId === null || row.chat === null) return undefined
  if (!isPrivateTo(db, row.chat, row.personId)) return undefined
  return { hash: row.hash, person: readPerson(db, row.personId), chat: row.chat }
}

function hashOf(code: string): string {
  return createHash('sha256').update(code.toUpperCase()).digest('hex')
}
