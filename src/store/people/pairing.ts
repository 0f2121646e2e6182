import { and, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import type { ChatId } from '../../domain/ids.ts'
import type { Address } from '../../domain/person.ts'
import { later, type Moment, type Steady } from '../../lib/time/clock.ts'
import type { Database } from '../database.ts'
import { pairing, pairingFailure } from '../schema/schema.ts'

type PairingRow = typeof pairing.$inferSelect

/** The rights that the owner gives with a code. */
export type PairingRole = Exclude<PairingRow['role'], 'link'>

/** A new code also resets the failures, so that somebody who mistyped the last code may try this one. */
export function insertPairing(
  db: Database,
  { lifeMs, ...row }: { hash: string; role: PairingRole; lifeMs: number },
  moment: Moment,
): void {
  db.orm.delete(pairingFailure).run()
  insert(db, row, lifeMs, moment)
}

/**
 * A code for another address of a person. It replaces their last one. Nobody's failures are reset, or people could let
 * each other guess for ever.
 */
export function insertLinkCode(
  db: Database,
  { lifeMs, ...row }: { hash: string; personId: number; chat: ChatId; lifeMs: number },
  moment: Moment,
): void {
  db.orm.delete(pairing).where(eq(pairing.personId, row.personId)).run()
  insert(db, { ...row, role: 'link' }, lifeMs, moment)
}

function insert(
  db: Database,
  row: Omit<typeof pairing.$inferInsert, 'createdAt' | 'expiresAt'>,
  lifeMs: number,
  { now, steady }: Moment,
): void {
  db.orm.delete(pairing).where(lte(pairing.expiresAt, steady)).run()
  db.orm
    .insert(pairing)
    .values({ ...row, createdAt: now.getTime(), expiresAt: later(steady, lifeMs) })
    .run()
}

/** A valid code that nobody has sent yet. */
export function findPairing(db: Database, hash: string, steady: Steady): PairingRow | undefined {
  return db.orm
    .select()
    .from(pairing)
    .where(and(eq(pairing.hash, hash), gt(pairing.expiresAt, steady), isNull(pairing.remoteId)))
    .get()
}

/** Each code works only once. */
export function removePairing(db: Database, hash: string): void {
  db.orm.delete(pairing).where(eq(pairing.hash, hash)).run()
}

/** The address has sent the code and waits for the yes of whoever made it. */
export function bindPairing(db: Database, hash: string, { channel, id }: Address, expiresAt: Steady): void {
  db.orm.update(pairing).set({ channel, remoteId: id, expiresAt }).where(eq(pairing.hash, hash)).run()
}

/** The code of this person that an address has sent. */
export function findBoundPairing(db: Database, personId: number, steady: Steady): (PairingRow & Bound) | undefined {
  const row = db.orm
    .select()
    .from(pairing)
    .where(and(eq(pairing.personId, personId), gt(pairing.expiresAt, steady)))
    .get()
  return row?.channel != null && row.remoteId !== null
    ? { ...row, address: { channel: row.channel, id: row.remoteId } }
    : undefined
}

interface Bound {
  address: Address
}

export function countPairingFailures(db: Database, { channel, id }: Address): number {
  const row = db.orm
    .select({ count: pairingFailure.count })
    .from(pairingFailure)
    .where(and(eq(pairingFailure.channel, channel), eq(pairingFailure.remoteId, id)))
    .get()
  return row?.count ?? 0
}

export function addPairingFailure(db: Database, { channel, id }: Address): void {
  db.orm
    .insert(pairingFailure)
    .values({ channel, remoteId: id, count: 1 })
    .onConflictDoUpdate({
      target: [pairingFailure.channel, pairingFailure.remoteId],
      set: { count: sql`${pairingFailure.count} + 1` },
    })
    .run()
}
