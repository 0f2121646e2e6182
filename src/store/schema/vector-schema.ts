import { blob, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { ChatId } from '../../domain/ids.ts'
import { message } from './message-schema.ts'

// What lines mean, where vectors are on. All of it can be made again from the messages.

/** The model that made the vectors, and which run of messages has them: it grows at both ends. */
export const vectorModel = sqliteTable('vector_model', {
  id: integer().primaryKey(),
  model: text().notNull(),
  /** 0 until the first vector says. */
  dimension: integer().notNull().default(0),
  fromId: integer().notNull(),
  toId: integer().notNull(),
})

export const messageVector = sqliteTable(
  'message_vector',
  {
    messageId: integer()
      .primaryKey()
      .references(() => message.id),
    chat: text().$type<ChatId>().notNull(),
    /** Of the chat. */
    ownerId: integer(),
    at: integer().notNull(),
    /** One bit a number, its sign: enough to say which few hundred are worth a closer look. */
    bits: blob({ mode: 'buffer' }).notNull(),
    /** One byte a number. */
    vector: blob({ mode: 'buffer' }).notNull(),
  },
  // They hold all that the first look needs, so that it reads a hundred bytes a line and not the whole row.
  (t) => [
    index('message_vector_sketch').on(t.chat, t.messageId, t.at, t.bits),
    index('message_vector_owner').on(t.ownerId, t.messageId, t.at, t.bits),
  ],
)
