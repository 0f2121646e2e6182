import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Foreign } from '../../domain/foreign.ts'
import type { ChatId } from '../../domain/ids.ts'
import type { UnfinishedReason } from '../../domain/message.ts'
import type { Trust } from '../../domain/person.ts'
import { message } from './message-schema.ts'
import { task } from './work-schema.ts'

// What belongs to an answer besides its text.

/** The tools used for an answer, in order; shown to later turns after our line. */
export const action = sqliteTable(
  'action',
  {
    messageId: integer()
      .notNull()
      .references(() => message.id),
    seq: integer().notNull(),
    line: text().notNull(),
    failed: integer({ mode: 'boolean' }).notNull(),
    /** The input and output of the tool, shortened and without secrets; for people to read, never for a model. */
    input: text(),
    output: text(),
    /** What the model wrote between the action before and this one; also in the message if it is part of the answer. */
    said: text(),
  },
  (t) => [primaryKey({ columns: [t.messageId, t.seq] })],
)

/** How a model's answer was made: by whom, how long it took, what it cost, and its thinking. */
export const answer = sqliteTable('answer', {
  messageId: integer()
    .primaryKey()
    .references(() => message.id),
  brain: text().notNull(),
  /** Null if no call reported it. */
  model: text(),
  ms: integer().notNull(),
  costMicroUsd: integer().notNull(),
  thought: text(),
})

/** Lines of ours that are incomplete. */
export const unfinished = sqliteTable('unfinished', {
  messageId: integer()
    .primaryKey()
    .references(() => message.id),
  why: text().$type<UnfinishedReason>().notNull(),
})

// Sessions of brains that do not store their own. Rows are added and only completed later, with an answer or a lower
// trust. Also files that models left in the folders of chats.

/** One turn of a session that the daemon stores, before anything is cut for the model. */
export const sessionTurn = sqliteTable(
  'session_turn',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    session: text().notNull(),
    taskId: integer()
      .notNull()
      .references(() => task.id),
    generation: integer().notNull(),
    /** The user turn as it was sent, with its attachments. */
    text: text().notNull(),
    files: text({ mode: 'json' }).$type<{ name: string; type: string; path: string; form: string }[]>().notNull(),
    /** The final answer; null while it is in progress and if it was interrupted. */
    answer: text(),
    at: integer().notNull(),
  },
  (t) => [index('session_turn_session').on(t.session, t.id), index('session_turn_task').on(t.taskId, t.id)],
)

/** One request of a turn to its model. It is stored before its tools run. */
export const sessionStep = sqliteTable(
  'session_step',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    turnId: integer()
      .notNull()
      .references(() => sessionTurn.id),
    said: text().notNull(),
    calls: text({ mode: 'json' }).$type<{ id: string; name: string; input: unknown }[]>().notNull(),
    /** What the person sent meanwhile, as it was shown after the results. */
    joined: text(),
    /** The lowest trust of what the model had read before the step, and of its results. */
    trust: text().$type<Trust>().notNull(),
    at: integer().notNull(),
  },
  (t) => [index('session_step_turn').on(t.turnId, t.id)],
)

/** The result of one tool; separate rows, because several run at once. */
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

/** The part of a session that the model is currently shown. The session itself stays complete. */
export const sessionView = sqliteTable('session_view', {
  session: text().primaryKey(),
  view: text().notNull(),
  at: integer().notNull(),
})

/**
 * A file in a chat's folder that was written while a model had read words of others. An empty path means that a command
 * ran then, so any later change may contain them.
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
