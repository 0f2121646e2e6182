import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Foreign } from '../../domain/foreign.ts'
import type { ChatId } from '../../domain/ids.ts'
import type { Unfinished } from '../../domain/message.ts'
import type { Trust } from '../../domain/person.ts'
import { message } from './message-schema.ts'
import { task } from './work-schema.ts'

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

// Sessions of brains that keep none themselves. Rows are added and never changed but for what comes later: an answer, and words of less trust.
// Beside them, what models left in the folders of chats.

/** One turn of a session that the daemon keeps itself: what was said, before anything was cut from what a model is shown of it. */
export const sessionTurn = sqliteTable(
  'session_turn',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    session: text().notNull(),
    taskId: integer()
      .notNull()
      .references(() => task.id),
    generation: integer().notNull(),
    /** The user turn as it was sent, and what came with it. */
    text: text().notNull(),
    files: text({ mode: 'json' }).$type<{ name: string; type: string; path: string; form: string }[]>().notNull(),
    /** The answer it ended with; null while it is under way, and where it was cut short. */
    answer: text(),
    at: integer().notNull(),
  },
  (t) => [index('session_turn_session').on(t.session, t.id), index('session_turn_task').on(t.taskId, t.id)],
)

/** One request of a turn to its model, and what came of it. It is here before its tools run. */
export const sessionStep = sqliteTable(
  'session_step',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    turnId: integer()
      .notNull()
      .references(() => sessionTurn.id),
    said: text().notNull(),
    calls: text({ mode: 'json' }).$type<{ id: string; name: string; input: unknown }[]>().notNull(),
    /** What the person sent while it ran, as it was shown after its results. */
    joined: text(),
    /** The lowest of what was before the model when it was asked for the step, and of what came of it. */
    trust: text().$type<Trust>().notNull(),
    at: integer().notNull(),
  },
  (t) => [index('session_step_turn').on(t.turnId, t.id)],
)

/** What a tool gave back, each by itself: several run at once. */
export const sessionResult = sqliteTable(
  'session_result',
  {
    stepId: integer()
      .notNull()
      .references(() => sessionStep.id),
    call: text().notNull(),
    text: text().notNull(),
    failed: integer({ mode: 'boolean' }).notNull(),
    at: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.stepId, t.call] })],
)

/** What a model is shown of a session by now: nothing of the session itself is lost by it. */
export const sessionView = sqliteTable('session_view', {
  session: text().primaryKey(),
  view: text().notNull(),
  at: integer().notNull(),
})

/**
 * A file in the folder of a chat that was written while words of others were before a model. An empty path: a command ran
 * then, and whatever changed since may hold them.
 */
export const foreignFile = sqliteTable(
  'foreign_file',
  {
    chat: text().$type<ChatId>().notNull(),
    path: text().notNull(),
    words: text({ mode: 'json' }).$type<Foreign[]>().notNull(),
    at: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.chat, t.path] })],
)
