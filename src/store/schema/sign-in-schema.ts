import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { RunnerErasure } from '../../domain/erasure.ts'
import type { ChannelName, ChatId } from '../../domain/ids.ts'
import type { Steady } from '../../lib/time/clock.ts'
import { person } from './message-schema.ts'

// Tables for letting people in: pairing codes, and links and sessions of the page.

/** Pairing codes, each for one use; only hashes are stored. */
export const pairing = sqliteTable('pairing', {
  hash: text().primaryKey(),
  /** What the code makes of its user: a new member, another address of the owner, or of the person who made it. */
  role: text().$type<'member' | 'owner' | 'link'>().notNull(),
  /** Who made it, and where: only of a code for another address of theirs. */
  personId: integer().references(() => person.id),
  chat: text().$type<ChatId>(),
  /** The address that has sent it and waits for the owner's yes. Nobody else can use the code from then on. */
  channel: text().$type<ChannelName>(),
  remoteId: text(),
  createdAt: integer().notNull(),
  expiresAt: integer().$type<Steady>().notNull(),
})

/** How many invalid codes an address has tried. */
export const pairingFailure = sqliteTable(
  'pairing_failure',
  {
    channel: text().$type<ChannelName>().notNull(),
    remoteId: text().notNull(),
    count: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.channel, t.remoteId] })],
)

/** A session of a browser on this machine (`cookie`) or elsewhere (`public`). */
export type SessionKind = 'cookie' | 'public'

/** A single-use link for a browser on this machine or elsewhere. */
export type LinkKind = 'local-link' | 'public-link'

/** Sign-ins of the page: a single-use link token, or the cookie it was exchanged for. Only hashes are stored. */
export const webSession = sqliteTable('web_session', {
  hash: text().primaryKey(),
  kind: text().$type<LinkKind | SessionKind>().notNull(),
  personId: integer()
    .notNull()
    .references(() => person.id),
  createdAt: integer().notNull(),
  expiresAt: integer().$type<Steady>().notNull(),
  /** The browser, if it could be detected. */
  browser: text(),
  system: text(),
})

/** Other processes or machines that run turns for us. */
export const pairedRunner = sqliteTable('paired_runner', {
  name: text().primaryKey(),
  /** The shared secret, in base64. */
  root: text().notNull(),
  pairedAt: integer().notNull(),
})

/** Runners that were removed and do not have to know it yet. */
export const removedRunner = sqliteTable('removed_runner', {
  name: text().primaryKey(),
  /** The message that says so, encrypted for this runner, in base64. Its secret is deleted. */
  farewell: text().notNull(),
  /** The SHA-256 of random bytes in that message, with which the runner confirms it. */
  receipt: text(),
})

/** What runners have not confirmed yet to have erased from their disks. Without any words. */
export const runnerErasure = sqliteTable(
  'runner_erasure',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** Also one that was removed and does not know it yet. */
    runner: text().notNull(),
    erasure: text({ mode: 'json' }).$type<RunnerErasure>().notNull(),
  },
  (t) => [index('runner_erasure_runner').on(t.runner)],
)
