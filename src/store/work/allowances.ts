import { and, eq } from 'drizzle-orm'
import type { Database } from '../database.ts'
import { allowance, person } from '../schema/schema.ts'

/** Something a person allowed for good. */
export interface Allowance {
  id: number
  personId: number
  name: string
  rule: string
  at: Date
}

export function insertAllowance(db: Database, personId: number, rule: string, now: Date): void {
  db.orm.insert(allowance).values({ personId, rule, createdAt: now.getTime() }).onConflictDoNothing().run()
}

export function hasAllowance(db: Database, personId: number, rule: string): boolean {
  return (
    db.orm
      .select({ rule: allowance.rule })
      .from(allowance)
      .where(and(eq(allowance.personId, personId), eq(allowance.rule, rule)))
      .get() !== undefined
  )
}

/** Oldest first; of one person, or of everybody. */
export function listAllowances(db: Database, personId?: number): Allowance[] {
  return db.orm
    .select({ id: allowance.id, personId: person.id, name: person.name, rule: allowance.rule, at: allowance.createdAt })
    .from(allowance)
    .innerJoin(person, eq(person.id, allowance.personId))
    .where(personId === undefined ? undefined : eq(allowance.personId, personId))
    .orderBy(allowance.id)
    .all()
    .map((row) => ({ ...row, at: new Date(row.at) }))
}

/** False when there is none of this number, or it is somebody else's. */
export function removeAllowance(db: Database, id: number, personId?: number): boolean {
  const whose = personId === undefined ? undefined : eq(allowance.personId, personId)
  return (
    db.orm
      .delete(allowance)
      .where(and(eq(allowance.id, id), whose))
      .run().changes === 1
  )
}
