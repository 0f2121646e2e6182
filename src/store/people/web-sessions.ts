import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, lte } from 'drizzle-orm'
import { later, type Moment, msBetween, type Steady } from '../../lib/time/clock.ts'
import type { Database } from '../database.ts'
import { meta, webSession } from '../schema/schema.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** How long a sign-in lives after it was last used. */
export const sessionMs = 90 * day
const linkMs = 15 * minute

/** A token that can be traded once, within 15 minutes, for a session. Only its hash is kept. */
export function createLink(db: Database, personId: number, at: Moment): string {
  db.orm.delete(webSession).where(lte(webSession.expiresAt, at.steady)).run()
  return insert(db, { kind: 'link', personId, lifeMs: linkMs }, at)
}

/** The cookie value of a new session; undefined for a token that is unknown, used or too old. */
export function redeemLink(db: Database, token: string, at: Moment): string | undefined {
  return db.transaction(() => {
    const link = db.orm
      .delete(webSession)
      .where(and(eq(webSession.hash, hash(token)), eq(webSession.kind, 'link'), gt(webSession.expiresAt, at.steady)))
      .returning()
      .get()
    return link && insert(db, { kind: 'cookie', personId: link.personId, lifeMs: sessionMs }, at)
  })
}

/** Whose session this is. Using it prolongs it, written at most once a day. */
export function findSession(db: Database, cookie: string, steady: Steady): number | undefined {
  const mine = eq(webSession.hash, hash(cookie))
  const row = db.orm
    .select()
    .from(webSession)
    .where(and(mine, eq(webSession.kind, 'cookie'), gt(webSession.expiresAt, steady)))
    .get()
  if (!row) return undefined
  const expiresAt = later(steady, sessionMs)
  if (msBetween(row.expiresAt, expiresAt) > day) db.orm.update(webSession).set({ expiresAt }).where(mine).run()
  return row.personId
}

export function endSession(db: Database, cookie: string): void {
  db.orm
    .delete(webSession)
    .where(eq(webSession.hash, hash(cookie)))
    .run()
}

/** Browsers share cookies between all ports of a host: two installs on one machine need two names. */
export function installId(db: Database): string {
  db.orm
    .insert(meta)
    .values({ key: 'install_id', value: randomBytes(6).toString('hex') })
    .onConflictDoNothing()
    .run()
  const row = db.orm.select().from(meta).where(eq(meta.key, 'install_id')).get()
  if (!row) throw new Error('the store keeps no install id')
  return row.value
}

function insert(
  db: Database,
  { kind, personId, lifeMs }: { kind: 'link' | 'cookie'; personId: number; lifeMs: number },
  { now, steady }: Moment,
): string {
  const secret = randomBytes(32).toString('base64url')
  db.orm
    .insert(webSession)
    .values({ hash: hash(secret), kind, personId, createdAt: now.getTime(), expiresAt: later(steady, lifeMs) })
    .run()
  return secret
}

// The secrets are 256 random bits, so a plain hash is as good as a slow one, and looking up by hash compares no secret.
function hash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
