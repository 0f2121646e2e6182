import { and, desc, eq, isNull, ne } from 'drizzle-orm'
import type { Evidence } from '../../domain/suspicion.ts'
import type { Steady } from '../../lib/time/clock.ts'
import type { Database } from '../database.ts'
import { instance } from '../schema/schema.ts'

/** A new instance: from this commit on every lease of an older one is void. */
export function beginInstance(
  db: Database,
  life: { pid: number; boot: string | undefined },
  startedAt: Steady,
): number {
  const row = { pid: life.pid, boot: life.boot ?? null, startedAt }
  return db.orm.insert(instance).values(row).returning().get().id
}

/** Whatever becomes of it from here on is no fault of what it was running. */
export function noteStop(db: Database, id: number, now: Date): void {
  db.orm.update(instance).set({ stopAskedAt: now.getTime() }).where(eq(instance.id, id)).run()
}

/** The mark of a clean stop. */
export function endInstance(db: Database, id: number, now: Date): void {
  db.orm.update(instance).set({ endedAt: now.getTime() }).where(eq(instance.id, id)).run()
}

/** Of what the last one with this process id died. */
export function noteCause(db: Database, pid: number, cause: string): void {
  const died = and(eq(instance.pid, pid), isNull(instance.endedAt))
  const last = db.orm.select().from(instance).where(died).orderBy(desc(instance.id)).limit(1).get()
  if (last) db.orm.update(instance).set({ cause }).where(eq(instance.id, last.id)).run()
}

/** What the end of an instance says about what it was running, as the one that is running now (`own`) can tell. */
export function evidenceOf(db: Database, id: number, own: number): Evidence {
  const died = readInstance(db, id)
  if (!died) return 'weak'
  if (died.endedAt !== null || died.stopAskedAt !== null) return 'none'
  const boot = readInstance(db, own)?.boot ?? null
  if (died.boot !== null && boot !== null && died.boot !== boot) return 'none'
  return died.cause === null ? 'weak' : 'strong'
}

/** The one before this one. */
export function lastInstance(db: Database, own: number): number | undefined {
  return db.orm.select().from(instance).where(ne(instance.id, own)).orderBy(desc(instance.id)).limit(1).get()?.id
}

function readInstance(db: Database, id: number) {
  return db.orm.select().from(instance).where(eq(instance.id, id)).get()
}

/** Starts since `since`, this one not counted, that ended without saying goodbye. Any clean stop in between resets the count. */
export function uncleanStarts(db: Database, id: number, since: Steady): number {
  const earlier = db.orm.select().from(instance).orderBy(desc(instance.id)).limit(50).all()
  let count = 0
  for (const row of earlier) {
    if (row.id === id) continue
    if (row.endedAt !== null || row.startedAt < since) break
    count++
  }
  return count
}
