import { eq } from 'drizzle-orm'
import type { Database } from '../database.ts'
import { pairedRunner, removedRunner } from '../schema/schema.ts'

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

/** Deletes its secret, and keeps what it is told when it comes back. Returns false if there is no such runner. */
export function removePairedRunner(db: Database, name: string, farewell: Buffer): boolean {
  return db.transaction(() => {
    const isKnown = db.orm.delete(pairedRunner).where(eq(pairedRunner.name, name)).run().changes > 0
    if (isKnown)
      db.orm
        .insert(removedRunner)
        .values({ name, farewell: farewell.toString('base64') })
        .run()
    return isKnown
  })
}

export function listFarewells(db: Database): { name: string; farewell: Buffer }[] {
  const rows = db.orm.select().from(removedRunner).all()
  return rows.map(({ name, farewell }) => ({ name, farewell: Buffer.from(farewell, 'base64') }))
}
