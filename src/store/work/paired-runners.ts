import { eq } from 'drizzle-orm'
import type { Database } from '../database.ts'
import { pairedRunner, removedRunner, runnerErasure } from '../schema/schema.ts'

/** A runner that was let in, and the secret that it shares with us. */
export interface StoredRunner {
  name: string
  root: Buffer
  pairedAt: Date
}

export function listPairedRunners(db: Database): StoredRunner[] {
  return db.orm
    .select()
    .from(pairedRunner)
    .all()
    .map(({ name, root, pairedAt }) => ({ name, root: Buffer.from(root, 'base64'), pairedAt: new Date(pairedAt) }))
}

/** Replaces an earlier runner of the same name, whose secret is worth nothing from then on. */
export function addPairedRunner(db: Database, { name, root, pairedAt }: StoredRunner): void {
  const fields = { root: root.toString('base64'), pairedAt: pairedAt.getTime() }
  db.transaction(() => {
    db.orm.delete(removedRunner).where(eq(removedRunner.name, name)).run()
    db.orm
      .insert(pairedRunner)
      .values({ name, ...fields })
      .onConflictDoUpdate({ target: pairedRunner.name, set: fields })
      .run()
  })
}

/** What a removed runner is told, and the SHA-256 of what it confirms this with. */
export interface StoredFarewell {
  name: string
  farewell: Buffer
  receipt: string | undefined
}

/** Deletes its secret, and keeps what it is told when it comes back. Returns false if there is no such runner. */
export function removePairedRunner(db: Database, { name, farewell, receipt }: StoredFarewell): boolean {
  return db.transaction(() => {
    const isKnown = db.orm.delete(pairedRunner).where(eq(pairedRunner.name, name)).run().changes > 0
    if (isKnown)
      db.orm
        .insert(removedRunner)
        .values({ name, farewell: farewell.toString('base64'), receipt: receipt ?? null })
        .run()
    return isKnown
  })
}

export function listFarewells(db: Database): StoredFarewell[] {
  const rows = db.orm.select().from(removedRunner).all()
  return rows.map(({ name, farewell, receipt }) => ({
    name,
    farewell: Buffer.from(farewell, 'base64'),
    receipt: receipt ?? undefined,
  }))
}

/** A removed runner has erased everything, or nobody waits for it any more. */
export function forgetRemovedRunner(db: Database, name: string): void {
  db.transaction(() => {
    db.orm.delete(removedRunner).where(eq(removedRunner.name, name)).run()
    db.orm.delete(runnerErasure).where(eq(runnerErasure.runner, name)).run()
  })
}
