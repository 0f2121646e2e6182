import { desc, eq } from 'drizzle-orm'
import type { Database } from './database.ts'
import { instance } from './schema.ts'

/** A new epoch: from this commit on every lease of an older one is void. */
export function beginInstance(db: Database, pid: number, now: Date): number {
  return db.orm.insert(instance).values({ pid, startedAt: now.getTime() }).returning().get().epoch
}

/** The mark of a clean stop. */
export function endInstance(db: Database, epoch: number, now: Date): void {
  db.orm.update(instance).set({ endedAt: now.getTime() }).where(eq(instance.epoch, epoch)).run()
}

/** Starts since `since`, this one not counted, that ended without saying goodbye. Any clean stop in between resets the count. */
export function uncleanStarts(db: Database, epoch: number, since: Date): number {
  const earlier = db.orm.select().from(instance).orderBy(desc(instance.epoch)).limit(50).all()
  let count = 0
  for (const row of earlier) {
    if (row.epoch === epoch) continue
    if (row.endedAt !== null || row.startedAt < since.getTime()) break
    count++
  }
  return count
}
