import { and, eq, gt, ne } from 'drizzle-orm'
import type { Steady } from '../../lib/time/clock.ts'
import type { Database } from '../database.ts'
import { pushSubscription, webSession } from '../schema/schema.ts'
import { sessionName } from './web-sessions.ts'

/** `session` is the public name of the sign-in. */
export type PushSubscription = typeof pushSubscription.$inferSelect

/** Replaces what this sign-in had, and an older sign-in of the same browser. */
export function savePushSubscription(
  db: Database,
  cookie: string,
  { createdAt, ...made }: Omit<PushSubscription, 'session' | 'createdAt'> & { createdAt: Date },
): void {
  const row = { ...made, session: sessionName(cookie), createdAt: createdAt.getTime() }
  db.transaction(() => {
    const isOlder = and(eq(pushSubscription.endpoint, row.endpoint), ne(pushSubscription.session, row.session))
    db.orm.delete(pushSubscription).where(isOlder).run()
    db.orm.insert(pushSubscription).values(row).onConflictDoUpdate({ target: pushSubscription.session, set: row }).run()
  })
}

export function readPushSubscription(db: Database, cookie: string): PushSubscription | undefined {
  return findPushSubscription(db, sessionName(cookie))
}

export function findPushSubscription(db: Database, session: string): PushSubscription | undefined {
  return db.orm.select().from(pushSubscription).where(eq(pushSubscription.session, session)).get()
}

export function removePushSubscription(db: Database, session: string): void {
  db.orm.delete(pushSubscription).where(eq(pushSubscription.session, session)).run()
}

/** The subscriptions of a person whose sign-ins are still valid, oldest first. */
export function pushSubscriptionsOf(db: Database, personId: number, steady: Steady): PushSubscription[] {
  const rows = db.orm
    .select()
    .from(pushSubscription)
    .innerJoin(webSession, eq(webSession.hash, pushSubscription.session))
    .where(and(eq(webSession.personId, personId), gt(webSession.expiresAt, steady)))
    .orderBy(pushSubscription.createdAt)
    .all()
  return rows.map((row) => row.push_subscription)
}
