import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Unfinished } from '../../domain/message.ts'
import { message } from './message-schema.ts'

// What is kept with an answer, beside its words.

/** What was done for an answer, in order: shown to later turns behind our line. */
export const action = sqliteTable(
  'action',
  {
    messageId: integer()
      .notNull()
      .references(() => message.id),
    seq: integer().notNull(),
    line: text().notNull(),
    failed: integer({ mode: 'boolean' }).notNull(),
    /** What the tool was given and what came back, shortened and without secrets; for people who look, never for a model. */
    input: text(),
    output: text(),
  },
  (t) => [primaryKey({ columns: [t.messageId, t.seq] })],
)

/** How an answer of a model came about: who wrote it, how long that took, what it cost, and what was thought on the way. */
export const answer = sqliteTable('answer', {
  messageId: integer()
    .primaryKey()
    .references(() => message.id),
  brain: text().notNull(),
  /** Null where no call said which. */
  model: text(),
  ms: integer().notNull(),
  costMicroUsd: integer().notNull(),
  thought: text(),
})

/** Lines of ours that end before they were finished. */
export const unfinished = sqliteTable('unfinished', {
  messageId: integer()
    .primaryKey()
    .references(() => message.id),
  why: text().$type<Unfinished>().notNull(),
})
