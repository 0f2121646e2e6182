import { sql } from 'drizzle-orm'
import { type AnySQLiteColumn, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { FactKind, FactScope, FactWriter } from '../../domain/fact.ts'
import type { ChatId } from '../../domain/ids.ts'
import type { Trust } from '../../domain/person.ts'
import { chat, message, person } from './message-schema.ts'

// Tables for what Skein knows apart from the messages.

/** A remembered fact. A forgotten one keeps its row and its id, but nothing of what it said. */
export const fact = sqliteTable(
  'fact',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    subject: text().notNull(),
    statement: text().notNull(),
    /** The words of the statement in a form in which repetitions are equal. */
    key: text().notNull(),
    kind: text().$type<FactKind>().notNull(),
    /** Whom it is about. A private fact is shown only to them. */
    aboutId: integer().references(() => person.id),
    toldById: integer()
      .notNull()
      .references(() => person.id),
    /** The message in which it was said last. */
    messageId: integer().references(() => message.id),
    saidAt: integer().notNull(),
    validFrom: integer(),
    validUntil: integer(),
    /** The newer fact that took its place. */
    replacedBy: integer().references((): AnySQLiteColumn => fact.id),
    replacedAt: integer(),
    trust: text().$type<Trust>().notNull(),
    scope: text().$type<FactScope>().notNull(),
    /** The chat of a fact with the scope `room`. */
    chat: text()
      .$type<ChatId>()
      .references(() => chat.id),
    /** How often it was said. */
    count: integer().notNull().default(1),
    writtenBy: text().$type<FactWriter>().notNull(),
    /** When and how often a model saw it. */
    shownAt: integer(),
    shownCount: integer().notNull().default(0),
    forgottenAt: integer(),
    createdAt: integer().notNull(),
  },
  (t) => [
    index('fact_about').on(t.aboutId).where(sql`forgotten_at is null`),
    index('fact_chat').on(t.chat).where(sql`forgotten_at is null and chat is not null`),
    index('fact_everyone').on(t.id).where(sql`scope = 'everyone' and forgotten_at is null`),
    index('fact_message').on(t.messageId).where(sql`message_id is not null`),
    index('fact_replaced').on(t.replacedBy).where(sql`replaced_by is not null`),
  ],
)
