import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Steady } from '../../lib/time/clock.ts'
import type { Language } from '../../messages/languages.ts'
import { message } from './message-schema.ts'
import { webSession } from './sign-in-schema.ts'

// Notifications for devices whose page is closed.

/** Where the browser of a sign-in gets its notifications. It ends with the sign-in. */
export const pushSubscription = sqliteTable(
  'push_subscription',
  {
    session: text()
      .primaryKey()
      .references(() => webSession.hash, { onDelete: 'cascade' }),
    /** The address at the push service of the browser. Whoever knows it can try to send there. */
    endpoint: text().notNull(),
    /** The public key of the browser, and the secret it shares with us; both in base64url. */
    p256dh: text().notNull(),
    auth: text().notNull(),
    language: text().$type<Language>().notNull(),
    /** Whether notifications say what was written. */
    showsText: integer({ mode: 'boolean' }).notNull(),
    createdAt: integer().notNull(),
  },
  (t) => [uniqueIndex('push_subscription_endpoint').on(t.endpoint)],
)

export type PushState = 'pending' | 'sending' | 'done'

/** One notification: of one message, for one device or server. */
export const push = sqliteTable(
  'push',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    messageId: integer()
      .notNull()
      .references(() => message.id, { onDelete: 'cascade' }),
    /** The sign-in of a device, or the name of a server. */
    target: text().notNull(),
    state: text().$type<PushState>().notNull(),
    attempts: integer().notNull().default(0),
    dueAt: integer().$type<Steady>().notNull(),
    madeAt: integer().$type<Steady>().notNull(),
  },
  (t) => [uniqueIndex('push_once').on(t.messageId, t.target), index('push_due').on(t.state, t.dueAt)],
)
