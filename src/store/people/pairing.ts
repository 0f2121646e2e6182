import { and, eq, gt, lte, sql } from 'drizzle-orm'
import type { Address } from '../../domain/person.ts'
import { later, type Moment, type Steady } from '../../lib/time/clock.ts'
import type { Database } from '../database.ts'
import { pairing, pairingFailure } from '../schema/schema.ts'

export type PairingRole = (typeof pairing.$inferSelect)['role']

/** A new code also resets the failures, so that somebody who mistyped the last code may try this one. */
export function insertPairing(
  db: Database,
  { lifeMs, ...row }: { hash: string; role: PairingRole; lifeMs: number },
  { now, steady }: Moment,
): void {
  db.orm.delete(pairing).where(lte(pairing.expiresAt, steady)).run()
  db.orm.delete(pairingFailure).run()
  db.orm
    .insert(pairing)
    .values({ ...row, createdAt: now.getTime(), expiresAt: later(steady, lifeMs) })
    .run()
}

/** The role that the code grants; undefined if it is invalid. Each code works only once. */
export function takePairing(db: Database, hash: string, steady: Steady): PairingRole | undefined {
  return db.orm
    .delete(pairing)
    .where(and(eq(pairing.hash, hash), gt(pairing.expiresAt, steady)))
    .returning()
    .get()?.role
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
