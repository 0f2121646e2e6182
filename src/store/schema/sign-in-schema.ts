import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { ChannelName } from '../../domain/ids.ts'
import type { Steady } from '../../lib/time/clock.ts'
import { person } from './message-schema.ts'

// How people are let in: codes for channels, links and sessions of the page.

/** Codes that let somebody in, each for one use; only hashes are kept. */
export const pairing = sqliteTable('pairing', {
  hash: text().primaryKey(),
  /** What whoever brings it becomes: somebody new, or one more address of the owner. */
  role: text().$type<'member' | 'owner'>().notNull(),
  createdAt: integer().notNull(),
  expiresAt: integer().$type<Steady>().notNull(),
})

/** How often somebody brought a code that does not hold. */
export const pairingFailure = sqliteTable(
  'pairing_failure',
  {
    channel: text().$type<ChannelName>().notNull(),
    remoteId: text().notNull(),
    count: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.channel, t.remoteId] })],
)

/** A session of a browser on this machine, or of one elsewhere. */
export type SessionKind = 'cookie' | 'public'

/** A single-use link for a browser on this machine, or for one elsewhere. */
export type LinkKind = 'local-link' | 'public-link'

/** Sign-ins of the page: a single-use link token, or the cookie it was traded for. Only hashes are kept. */
export const webSession = sqliteTable('web_session', {
  hash: text().primaryKey(),
  kind: text().$type<LinkKind | SessionKind>().notNull(),
  personId: integer()
    .notNull()
    .references(() => person.id),
  createdAt: integer().notNull(),
  expiresAt: integer().$type<Steady>().notNull(),
  /** What it was made with, where that could be told. */
  browser: text(),
  system: text(),
})
