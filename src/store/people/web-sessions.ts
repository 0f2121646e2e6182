import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, inArray, lte, ne } from 'drizzle-orm'
import { later, type Moment, msBetween, type Steady } from '../../lib/time/clock.ts'
import type { Database } from '../database.ts'
import { type LinkKind, meta, type SessionKind, webSession } from '../schema/schema.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How long a sign-in lives after it was last used: less where others reach the page too. */
export const sessionMs: Record<SessionKind, number> = { cookie: 90 * day, public: 14 * day }
const linkMs = 15 * minute

/** A link makes a session of its own door and of no other, wherever it is opened. */
const linkFor: Record<SessionKind, LinkKind> = { cookie: 'local-link', public: 'public-link' }

/** A token that can be traded once, within 15 minutes, for a session at its door. Only its hash is kept. */
export function createLink(db: Database, personId: number, at: Moment, door: SessionKind = 'cookie'): string {
  db.orm.delete(webSession).where(lte(webSession.expiresAt, at.steady)).run()
  return insert(db, { kind: linkFor[door], personId, lifeMs: linkMs }, at)
}

/** What somebody came in with. */
export interface SignedInWith {
  kind: SessionKind
  browser: string | null
  system: string | null
}

const unknown: SignedInWith = { kind: 'cookie', browser: null, system: null }

/** The cookie value of a new session; undefined for a token that is unknown, used, too old, or of another door. */
export function redeemLink(db: Database, token: string, at: Moment, by = unknown): string | undefined {
  const isLink = and(
    eq(webSession.hash, hash(token)),
    eq(webSession.kind, linkFor[by.kind]),
    gt(webSession.expiresAt, at.steady),
  )
  // Read first: a guess must not take the lock that writers wait for.
  if (!db.orm.select().from(webSession).where(isLink).get()) return undefined
  return db.transaction(() => {
    const link = db.orm.delete(webSession).where(isLink).returning().get()
    return link && insert(db, { ...by, personId: link.personId, lifeMs: sessionMs[by.kind] }, at)
  })
}

/** Whose session this is; one of elsewhere is none here, and the other way round. Using it prolongs it, written at most once an hour. */
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

/** A sign-in of somebody, as it can be told to them: its name is no way in. */
export interface KnownSession extends SignedInWith {
  name: string
  createdAt: Date
  /** To the hour. */
  usedAt: Steady
}

/** The sign-ins of a person, the oldest first. */
export function listSessions(db: Database, personId: number, steady: Steady): KnownSession[] {
  const isTheirs = and(eq(webSession.personId, personId), gt(webSession.expiresAt, steady))
  const rows = db.orm.select().from(webSession).where(isTheirs).orderBy(webSession.createdAt).all()
  return rows.flatMap(({ hash: name, kind, createdAt, expiresAt, browser, system }) => {
    if (kind !== 'cookie' && kind !== 'public') return []
    const times = { createdAt: new Date(createdAt), usedAt: later(expiresAt, -sessionMs[kind]) }
    return [{ name, kind, browser, system, ...times }]
  })
}

/** The name of the session that a cookie opens. */
export function sessionName(cookie: string): string {
  return hash(cookie)
}

/** What a session may end: one at the machine everything, one from elsewhere only what is elsewhere too. */
const endableFrom: Record<SessionKind, (SessionKind | LinkKind)[]> = {
  cookie: ['cookie', 'public', 'local-link', 'public-link'],
  public: ['public', 'public-link'],
}

/** False for a session at the machine that somebody elsewhere wants to end. One that is over already is fine. */
export function endSessionNamed(db: Database, personId: number, name: string, from: SessionKind): boolean {
  const isIt = and(eq(webSession.personId, personId), eq(webSession.hash, name))
  db.orm
    .delete(webSession)
    .where(and(isIt, inArray(webSession.kind, endableFrom[from])))
    .run()
  return db.orm.select().from(webSession).where(isIt).get() === undefined
}

/** Every other sign-in of the person that this one may end, and every link that could still become such a one. */
export function endOtherSessions(db: Database, personId: number, cookie: string, from: SessionKind): void {
  const isOther = and(
    eq(webSession.personId, personId),
    ne(webSession.hash, hash(cookie)),
    inArray(webSession.kind, endableFrom[from]),
  )
  db.orm.delete(webSession).where(isOther).run()
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

// The secrets are 256 random bits, so a plain hash is as good as a slow one, and looking up by hash compares no secret.
function hash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
