import { sql } from 'drizzle-orm'
import { blob, index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { ChatId, Lane } from '../../domain/ids.ts'
import type { Trust } from '../../domain/person.ts'
import { chat, message, person } from './message-schema.ts'
import { epoch, task } from './work-schema.ts'

// What the past is made of when it is shown again: conversations, their summaries, open questions, and what was shown.

/** A run of lines in a lane with no gap over the active minutes. Grows with its lane; background output is no part of it. */
export const conversation = sqliteTable(
  'conversation',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    chat: text()
      .$type<ChatId>()
      .notNull()
      .references(() => chat.id),
    /** Of the chat, so that what was said lately is found over all that somebody has. */
    ownerId: integer(),
    lane: text().$type<Lane>().notNull(),
    startedAt: integer().notNull(),
    lastAt: integer().notNull(),
    messages: integer().notNull().default(0),
    chars: integer().notNull().default(0),
    /** When it had its summary. Null while it goes on, and for a moment after. */
    closedAt: integer(),
  },
  (t) => [
    index('conversation_start').on(t.lane, t.startedAt),
    index('conversation_chat').on(t.chat, t.startedAt),
    index('conversation_owner').on(t.ownerId, t.startedAt),
    // Those without a summary are a handful, however many there ever were.
    index('conversation_open').on(t.lastAt).where(sql`closed_at is null`),
    index('conversation_open_in_lane').on(t.lane, t.lastAt).where(sql`closed_at is null`),
  ],
)

/** Which conversation a line belongs to; in a table of its own, because messages are never changed. */
export const conversationMessage = sqliteTable(
  'conversation_message',
  {
    messageId: integer()
      .primaryKey()
      .references(() => message.id),
    conversationId: integer()
      .notNull()
      .references(() => conversation.id),
    /** The same as the message's: neighbours are found in the index alone, whatever order an import came in. */
    at: integer().notNull().default(0),
  },
  (t) => [index('conversation_message_order').on(t.conversationId, t.at, t.messageId)],
)

/** How much was said in a chat, kept with every line: counting a million messages takes longer than finding one. */
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

/** The sum over all chats of an owner; triggers keep it. */
export const ownerSize = sqliteTable('owner_size', {
  ownerId: integer().primaryKey(),
  messages: integer().notNull(),
  botMessages: integer().notNull(),
  chars: integer().notNull(),
})

/**
 * A chat that changed hands: the words of its lines up to this one are still filed under who had it then (0 = nobody), until
 * they are moved.
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
 * What stands for messages that are no longer shown one by one. Never changed: a newer one takes its place, so that
 * what the model saw at any time can be shown again.
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
    /** Somebody asked for it, or a prompt had no room: its lines are not shown beside it, even while they are going on. */
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
 * What the owner says in the place of a summary; nothing where it is to be hidden. The summary stays as it was made, and
 * is shown again when this is undone.
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

/** What we asked in a lane and are waiting to hear. One open question a lane. */
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
    // What was asked in a lane at any time, the last first.
    index('thread_state_lane').on(t.lane, t.id),
  ],
)

/** What the model saw on one turn, part by part, and why. */
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
    reason: text().notNull(),
    tokens: integer().notNull(),
    budget: integer().notNull(),
    /** AssembledPart[] and LeftOut[] of the gateway, as JSON. */
    parts: text().notNull(),
    leftOut: text().notNull(),
    /** Which steps of making it failed, as JSON of the gateway; null where none did. */
    failed: text(),
    system: text(),
    text: text().notNull(),
    /** What the brain reported of its last request for it, as JSON. */
    reported: text(),
    at: integer().notNull(),
  },
  (t) => [index('assembly_task').on(t.taskId), index('assembly_lane').on(t.lane, t.id)],
)

/** How far our estimate of tokens is off for a model: reported / estimated, a running mean. */
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

/** Lines that are taken back at a moment: their platform lets them expire, or their whole history was cleared there. */
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
