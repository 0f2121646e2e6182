import { sql } from 'drizzle-orm'
import { blob, index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { ChatId, Lane } from '../../domain/ids.ts'
import type { Trust } from '../../domain/person.ts'
import { anyText } from './any-text.ts'
import { chat, message, person } from './message-schema.ts'
import { epoch, task } from './work-schema.ts'

// Tables for showing the past again: conversations, summaries, open questions, and what was shown.

/** A run of lines in a lane without a pause longer than the active minutes. Background output is not part of it. */
export const conversation = sqliteTable(
  'conversation',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    chat: text()
      .$type<ChatId>()
      .notNull()
      .references(() => chat.id),
    /** The owner of the chat, so that recent lines can be found across all chats of a person. */
    ownerId: integer(),
    lane: text().$type<Lane>().notNull(),
    startedAt: integer().notNull(),
    lastAt: integer().notNull(),
    messages: integer().notNull().default(0),
    chars: integer().notNull().default(0),
    /** When it got its summary; null before that. */
    closedAt: integer(),
  },
  (t) => [
    index('conversation_start').on(t.lane, t.startedAt),
    index('conversation_chat').on(t.chat, t.startedAt),
    index('conversation_owner').on(t.ownerId, t.startedAt),
    // Few conversations lack a summary, however many there are in total.
    index('conversation_open').on(t.lastAt).where(sql`closed_at is null`),
    index('conversation_open_in_lane').on(t.lane, t.lastAt).where(sql`closed_at is null`),
  ],
)

/** Which conversation a line belongs to; a separate table, because messages are never changed. */
export const conversationMessage = sqliteTable(
  'conversation_message',
  {
    messageId: integer()
      .primaryKey()
      .references(() => message.id),
    conversationId: integer()
      .notNull()
      .references(() => conversation.id),
    /**
     * The time of the message, so that neighbours are found in the index alone, in whatever order lines were imported.
     */
    at: integer().notNull().default(0),
  },
  (t) => [index('conversation_message_order').on(t.conversationId, t.at, t.messageId)],
)

/**
 * The amount of text in a chat, updated with every line, because counting a million messages takes longer than finding
 * one.
 */
export const chatSize = sqliteTable('chat_size', {
  chat: text()
    .$type<ChatId>()
    .primaryKey()
    .references(() => chat.id),
  messages: integer().notNull(),
  botMessages: integer().notNull(),
  chars: integer().notNull(),
  lastAt: integer().notNull(),
})

/** The sum over all chats of an owner; maintained by triggers. */
export const ownerSize = sqliteTable('owner_size', {
  ownerId: integer().primaryKey(),
  messages: integer().notNull(),
  botMessages: integer().notNull(),
  chars: integer().notNull(),
})

/**
 * A chat that changed its owner: the words of its lines up to this one are still indexed under the old owner (0 =
 * nobody).
 */
export const earlierOwner = sqliteTable(
  'earlier_owner',
  {
    chat: text()
      .$type<ChatId>()
      .notNull()
      .references(() => chat.id),
    upTo: integer().notNull(),
    ownerId: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.chat, t.upTo] }), index('earlier_owner_owner').on(t.ownerId)],
)

/**
 * A summary that replaces messages in the prompt. Rows are never changed; a newer one takes precedence, so that what
 * the model saw at any time can be shown again.
 */
export const summary = sqliteTable(
  'summary',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    lane: text().$type<Lane>().notNull(),
    /** Null for the rolling summary of the lane. */
    conversationId: integer().references(() => conversation.id),
    text: text().notNull(),
    made: text().$type<'model' | 'extract'>().notNull(),
    trust: text().$type<Trust>().notNull(),
    fromId: integer().notNull(),
    toId: integer().notNull(),
    fromAt: integer().notNull(),
    toAt: integer().notNull(),
    messages: integer().notNull(),
    /**
     * Somebody asked for it, or a prompt had no room, so its lines are not shown beside it even while their
     * conversation continues.
     */
    wanted: integer({ mode: 'boolean' }).notNull().default(false),
    createdAt: integer().notNull(),
  },
  (t) => [
    index('summary_end').on(t.toAt, t.id),
    index('summary_lane').on(t.lane, t.toAt).where(sql`conversation_id is null`),
    index('summary_conversation').on(t.conversationId).where(sql`conversation_id is not null`),
  ],
)

/**
 * The owner's replacement for a summary; an empty text hides it. The original stays and is used again when this is
 * undone.
 */
export const correction = sqliteTable(
  'correction',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    summaryId: integer()
      .notNull()
      .references(() => summary.id),
    text: text().notNull(),
    personId: integer()
      .notNull()
      .references(() => person.id),
    at: integer().notNull(),
    undoneAt: integer(),
  },
  (t) => [index('correction_summary').on(t.summaryId).where(sql`undone_at is null`)],
)

/** A question of ours that waits for an answer; at most one open question per lane. */
export const threadState = sqliteTable(
  'thread_state',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    lane: text().$type<Lane>().notNull(),
    messageId: integer()
      .notNull()
      .references(() => message.id),
    question: text().notNull(),
    /** The kind of answer that fits. */
    expects: text().$type<'yes-no' | 'choice' | 'number' | 'date' | 'text'>().notNull(),
    choices: text({ mode: 'json' }).$type<string[]>(),
    askedAt: integer().notNull(),
    expiresAt: integer().notNull(),
    closedAt: integer(),
  },
  (t) => [
    uniqueIndex('thread_state_open').on(t.lane).where(sql`closed_at is null`),
    // Finds the questions of a lane, newest first.
    index('thread_state_lane').on(t.lane, t.id),
  ],
)

/** What the model saw in one turn, part by part, and why. */
export const assembly = sqliteTable(
  'assembly',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    taskId: integer()
      .notNull()
      .references(() => task.id),
    epochId: integer().references(() => epoch.id),
    lane: text().$type<Lane>().notNull(),
    opens: integer({ mode: 'boolean' }).notNull(),
    status: text().notNull(),
    reason: anyText().notNull(),
    tokens: integer().notNull(),
    budget: integer().notNull(),
    /** AssembledPart[] and LeftOut[] of the gateway, as JSON. */
    parts: text().notNull(),
    leftOut: text().notNull(),
    /** The failed steps of the assembly, as JSON of the gateway; null if there are none. */
    failed: text(),
    system: text(),
    text: text().notNull(),
    /** What the brain reported about its last request, as JSON. */
    reported: text(),
    at: integer().notNull(),
  },
  (t) => [index('assembly_task').on(t.taskId), index('assembly_lane').on(t.lane, t.id)],
)

/** The running mean of reported / estimated tokens of a model. */
export const estimate = sqliteTable(
  'estimate',
  {
    brain: text().notNull(),
    model: text().notNull(),
    factor: real().notNull(),
    samples: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.brain, t.model] })],
)

/** Lines to hide at a given time, because their platform lets them expire or cleared its history. */
export const expiringMessage = sqliteTable(
  'expiring_message',
  {
    messageId: integer()
      .primaryKey()
      .references(() => message.id),
    at: integer().notNull(),
  },
  (t) => [index('expiring_message_at').on(t.at)],
)

// The meaning of lines, if vectors are enabled. Everything here can be rebuilt from the messages.

/** The model that made the vectors, and the range of messages that have them; it grows at both ends. */
export const vectorModel = sqliteTable('vector_model', {
  id: integer().primaryKey(),
  model: text().notNull(),
  /** 0 until the first vector is stored. */
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
    /** The owner of the chat. */
    ownerId: integer(),
    at: integer().notNull(),
    /** One bit per number, its sign: enough to select a few hundred candidates. */
    bits: blob({ mode: 'buffer' }).notNull(),
    /** One byte per number. */
    vector: blob({ mode: 'buffer' }).notNull(),
  },
  // These indexes contain all that the rough search needs, so that it reads a hundred bytes per line and not the whole
  // row.
  (t) => [
    index('message_vector_sketch').on(t.chat, t.messageId, t.at, t.bits),
    index('message_vector_owner').on(t.ownerId, t.messageId, t.at, t.bits),
  ],
)
