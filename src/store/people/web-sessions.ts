import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, inArray, lte, ne } from 'drizzle-orm'
import { later, type Moment, msBetween, type Steady } from '../../lib/time/clock.ts'
import type { Database } from '../database.ts'
import { type LinkKind, meta, type SessionKind, webSession } from '../schema/schema.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How long a sign-in lives after its last use; shorter if the page is reachable from elsewhere. */
export const sessionMs: Record<SessionKind, number> = { cookie: 90 * day, public: 14 * day }
/** How long a link can be used. */
export const linkMs = 15 * minute

/** A link only creates a session of its own kind, wherever it is opened. */
const linkFor: Record<SessionKind, LinkKind> = { cookie: 'local-link', public: 'public-link' }

/** A token that can be exchanged once, within 15 minutes, for a session of this kind. Only its hash is stored. */
export function createLink(db: Database, personId: number, at: Moment, kind: SessionKind = 'cookie'): string {
  db.orm.delete(webSession).where(lte(webSession.expiresAt, at.steady)).run()
  return insert(db, { kind: linkFor[kind], personId, lifeMs: linkMs }, at)
}

/** The browser and system of a sign-in. */
export interface SignedInWith {
  kind: SessionKind
  browser: string | null
  system: string | null
}

const unknown: SignedInWith = { kind: 'cookie', browser: null, system: null }

/** The cookie of a new session; undefined if the token is unknown, used, expired or of the other kind. */
export function redeemLink(db: Database, token: string, at: Moment, by = unknown): string | undefined {
  const isLink = and(
    eq(webSession.hash, hash(token)),
    eq(webSession.kind, linkFor[by.kind]),
    gt(webSession.expiresAt, at.steady),
  )
  // Reads first, so that a guess does not take the lock that writers wait for.
  if (!db.orm.select().from(webSession).where(isLink).get()) return undefined
  return db.transaction(() => {
    const link = db.orm.delete(webSession).where(isLink).returning().get()
    return link && insert(db, { ...by, personId: link.personId, lifeMs: sessionMs[by.kind] }, at)
  })
}

/**
 * The person of a session; a session of the other kind is not accepted. Using it extends it, which is written at most
 * once an hour.
 */
export function findSession(
  db: Database,
  cookie: string,
  steady: Steady,
  kind: SessionKind = 'cookie',
): number | undefined {
  const mine = eq(webSession.hash, hash(cookie))
  const row = db.orm
    .select()
    .from(webSession)
    .where(and(mine, eq(webSession.kind, kind), gt(webSession.expiresAt, steady)))
    .get()
  if (!row) return undefined
  const expiresAt = later(steady, sessionMs[kind])
  if (msBetween(row.expiresAt, expiresAt) > hour) db.orm.update(webSession).set({ expiresAt }).where(mine).run()
  return row.personId
}

export function endSession(db: Database, cookie: string): void {
  db.orm
    .delete(webSession)
    .where(eq(webSession.hash, hash(cookie)))
    .run()
}

/** Ends every sign-in of a person who may no longer use the page, and every link that could still become one. */
export function endSessionsOf(db: Database, personId: number): void {
  db.orm.delete(webSession).where(eq(webSession.personId, personId)).run()
}

/** A sign-in as it can be shown to its owner. Its name cannot be used to sign in. */
export interface KnownSession extends SignedInWith {
  name: string
  createdAt: Date
  /** Rounded to the hour. */
  usedAt: Steady
}

/** The sign-ins of a person, oldest first. */
export function listSessions(db: Database, personId: number, steady: Steady): KnownSession[] {
  const isValidForPerson = and(eq(webSession.personId, personId), gt(webSession.expiresAt, steady))
  const rows = db.orm.select().from(webSession).where(isValidForPerson).orderBy(webSession.createdAt).all()
  return rows.flatMap(({ hash: name, kind, createdAt, expiresAt, browser, system }) => {
    if (kind !== 'cookie' && kind !== 'public') return []
    const times = { createdAt: new Date(createdAt), usedAt: later(expiresAt, -sessionMs[kind]) }
    return [{ name, kind, browser, system, ...times }]
  })
}

/** The public name of the session with this cookie. */
export function sessionName(cookie: string): string {
  return hash(cookie)
}

/** Which sessions a session may end: a local one may end all, a remote one only remote ones. */
const endableFrom: Record<SessionKind, (SessionKind | LinkKind)[]> = {
  cookie: ['cookie', 'public', 'local-link', 'public-link'],
  public: ['public', 'public-link'],
}

/** Returns false if a remote session tries to end a local one. Ending a session that is already over is fine. */
export function endSessionNamed(db: Database, personId: number, name: string, from: SessionKind): boolean {
  const isIt = and(eq(webSession.personId, personId), eq(webSession.hash, name))
  db.orm
    .delete(webSession)
    .where(and(isIt, inArray(webSession.kind, endableFrom[from])))
    .run()
  return db.orm.select().from(webSession).where(isIt).get() === undefined
}

/** Ends every other sign-in of the person that this one may end, and every link that could still become one. */
export function endOtherSessions(db: Database, personId: number, cookie: string, from: SessionKind): void {
  const isOther = and(
    eq(webSession.personId, personId),
    ne(webSession.hash, hash(cookie)),
    inArray(webSession.kind, endableFrom[from]),
  )
  db.orm.delete(webSession).where(isOther).run()
}

/** Browsers share cookies between all ports of a host, so two installations on one machine need two names. */
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

interface NewSession {
  kind: LinkKind | SessionKind
  personId: number
  lifeMs: number
}

function insert(
  db: Database,
  { lifeMs, ...made }: Partial<Omit<SignedInWith, 'kind'>> & NewSession,
  { now, steady }: Moment,
): string {
  const secret = randomBytes(32).toString('base64url')
  db.orm
    .insert(webSession)
    .values({ ...made, hash: hash(secret), createdAt: now.getTime(), expiresAt: later(steady, lifeMs) })
    .run()
  return secret
}

// The secrets are 256 random bits, so a plain hash is as good as a slow one, and a lookup by hash compares no secret.
function hash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
