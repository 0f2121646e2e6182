import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { ErasureCounts, ErasureScope, ErasureState } from '../../domain/erasure.ts'
import { message } from './message-schema.ts'

// Tables for what was erased. They hold ids and numbers, never words.

/** One request to erase something. */
export const erasure = sqliteTable('erasure', {
  id: integer().primaryKey({ autoIncrement: true }),
  scope: text({ mode: 'json' }).$type<ErasureScope>().notNull(),
  state: text().$type<ErasureState>().notNull(),
  counts: text({ mode: 'json' }).$type<ErasureCounts>().notNull(),
  startedAt: integer().notNull(),
  finishedAt: integer(),
})

/** Lines that lose their words. Only these rows of `message` may be changed, and only to become empty. */
export const erasedMessage = sqliteTable(
  'erased_message',
  {
    messageId: integer()
      .primaryKey()
      .references(() => message.id),
    erasureId: integer()
      .notNull()
      .references(() => erasure.id),
  },
  (t) => [index('erased_message_erasure').on(t.erasureId, t.messageId)],
)

/**
 * Hashes of the keys of lines that were erased after the backup from which this store was restored. A server that still
 * has such a line shows it again, and it is not stored again.
 */
export const erasedKey = sqliteTable('erased_key', {
  hash: text().primaryKey(),
})
