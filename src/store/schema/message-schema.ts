import { sql } from 'drizzle-orm'
import { type AnySQLiteColumn, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { RouteFacts } from '../../domain/delivery.ts'
import type { ChannelName, ChatId, Lane } from '../../domain/ids.ts'
import type { Audience, Author, MessageKind, Origin } from '../../domain/message.ts'
import type { AddressSource, Role, Trust } from '../../domain/person.ts'
import { longAgo, type Steady } from '../../lib/time/clock.ts'
import type { Language } from '../../messages/languages.ts'

// Tables for people, chats and messages.

/** Facts about the whole store, such as the install id and the fence key. */
export const meta = sqliteTable('meta', {
  key: text().primaryKey(),
  value: text().notNull(),
})

/** One row per daemon start. A row without an end means that the process died. */
export const instance = sqliteTable('instance', {
  id: integer().primaryKey({ autoIncrement: true }),
  pid: integer().notNull(),
  startedAt: integer().$type<Steady>().notNull(),
  /** The boot of the machine, if the system names it. */
  boot: text(),
  /** When a stop was requested. */
  stopAskedAt: integer(),
  endedAt: integer(),
  /** Why it died, if it could still say so. */
  cause: text(),
})

/** What the owner changed at runtime (/config); takes precedence until the file is changed later. */
export const setting = sqliteTable('setting', {
  key: text().primaryKey(),
  value: text().notNull(),
  /** The value in the file at that time, as JSON: empty if the key was absent, null in rows from before this column. */
  fileValue: text(),
  personId: integer().references(() => person.id),
  at: integer().notNull(),
})

export const person = sqliteTable('person', {
  id: integer().primaryKey(),
  name: text().notNull(),
  role: text().$type<Role>().notNull(),
  timezone: text(),
  /** In which they are spoken to in private; null means the one that they write in. */
  language: text().$type<Language>(),
  /** The person whom all of their addresses were given to. Their files are joined as long as this is set. */
  mergedInto: integer().references((): AnySQLiteColumn => person.id),
  /** When a task of theirs was last claimed, for fairness between people. */
  servedAt: integer().$type<Steady>().notNull().default(longAgo),
  createdAt: integer().notNull(),
})

/** `personId` is null for a stranger whom we refused, so that they are told only once. */
export const address = sqliteTable(
  'address',
  {
    channel: text().$type<ChannelName>().notNull(),
    remoteId: text().notNull(),
    personId: integer().references(() => person.id),
    name: text().notNull(),
    /** Where the address came from. Addresses from the configuration are removed with it. */
    source: text().$type<AddressSource>().notNull().default('daemon'),
    /** Who had it before it was linked to somebody else. They get it back when the link is removed. */
    formerPersonId: integer().references(() => person.id),
    /** When the owner decided not to let this stranger in. */
    refusedAt: integer(),
    createdAt: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.channel, t.remoteId] }), index('address_person').on(t.personId)],
)

export const chat = sqliteTable(
  'chat',
  {
    id: text().$type<ChatId>().primaryKey(),
    channel: text().$type<ChannelName>().notNull(),
    title: text().notNull(),
    /** The last line that a model read to write the title; 0 if it wrote none, null if it was not asked yet. */
    titledTo: integer(),
    /** Who reads the chat, as its channel last said; `group` by default, so that nothing private is said by mistake. */
    audience: text().$type<Audience>().notNull().default('group'),
    /** The owner's address in a private chat. The chat follows the address to whoever has it. */
    ownerAddress: text(),
    /** The first person we let in who spoke there or added us. */
    firstPersonId: integer().references(() => person.id),
    /**
     * Who may read it from elsewhere: the person with the address of a private chat, else the first speaker. Triggers
     * keep it up to date, together with everything that is indexed by owner.
     */
    ownerId: integer(),
    /** What the channel wants to get back with each message to this chat. */
    facts: text({ mode: 'json' }).$type<RouteFacts>(),
    createdAt: integer().notNull(),
  },
  (t) => [index('chat_channel').on(t.channel, t.createdAt), index('chat_owner').on(t.ownerId)],
)

/** How the owner arranges a chat in their list; a chat without a row has the defaults. */
export const keptChat = sqliteTable('kept_chat', {
  chat: text()
    .$type<ChatId>()
    .primaryKey()
    .references(() => chat.id),
  /** The owner's own name for it. */
  name: text(),
  pinnedAt: integer(),
  archivedAt: integer(),
  /** The newest line that the owner has seen on the page. */
  seen: integer().notNull().default(0),
  /**
   * The newest line when the owner deleted the chat; it reappears when something newer is said there. 0 = not deleted.
   */
  deletedUpTo: integer().notNull().default(0),
})

/** A chat that has a new id on its platform. Our id stays the same. */
export const chatMove = sqliteTable(
  'chat_move',
  {
    /** The platform's new id. */
    remote: text().$type<ChatId>().primaryKey(),
    chat: text()
      .$type<ChatId>()
      .notNull()
      .references(() => chat.id),
    at: integer().notNull(),
  },
  (t) => [index('chat_move_chat').on(t.chat)],
)

/** Facts about a lane that come from commands. */
export const lane = sqliteTable('lane', {
  key: text().$type<Lane>().primaryKey(),
  chat: text()
    .$type<ChatId>()
    .notNull()
    .references(() => chat.id),
  /** When it was told to start anew (/new). */
  newAt: integer().notNull().default(0),
  /** When it was last told to start anew or to hide its past; compared with the start of an epoch. */
  anewAt: integer().$type<Steady>().notNull().default(longAgo),
  /** When it was told to continue (/continue): the next turn continues whatever the time. */
  continueAt: integer().notNull().default(0),
  /** Nothing from before this time is shown by itself any more (/context clear). */
  clearedAt: integer().notNull().default(0),
  /** Its upkeep made no progress and is paused until a message with at least this id; 0 = not paused. */
  upkeepRestsUntil: integer().notNull().default(0),
  /** Lines up to this message were imported and may not be summarised by a model; 0 = none. */
  extractOnlyTo: integer().notNull().default(0),
})

export const channelCursor = sqliteTable(
  'channel_cursor',
  {
    channel: text().$type<ChannelName>().notNull(),
    account: text().notNull(),
    stream: text().notNull(),
    value: text().notNull(),
    updatedAt: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.channel, t.account, t.stream] })],
)

/** Values that each channel stores for itself; nobody else reads them. */
export const channelMemory = sqliteTable(
  'channel_memory',
  {
    channel: text().$type<ChannelName>().notNull(),
    account: text().notNull(),
    name: text().notNull(),
    value: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.channel, t.account, t.name] })],
)

/**
 * Every line ever said, including ours. Rows are never deleted, and nothing in them changes but the person, when two turn
 * out to be one (triggers in the migrations).
 */
export const message = sqliteTable(
  'message',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    chat: text()
      .$type<ChatId>()
      .notNull()
      .references(() => chat.id),
    lane: text().$type<Lane>().notNull(),
    author: text().$type<Author>().notNull(),
    kind: text().$type<MessageKind>().notNull(),
    origin: text().$type<Origin>().notNull(),
    trust: text().$type<Trust>().notNull(),
    personId: integer().references(() => person.id),
    name: text().notNull(),
    remoteId: text(),
    replyTo: text(),
    at: integer().notNull(),
    receivedAt: integer().notNull(),
    text: text().notNull(),
    raw: text(),
  },
  (t) => [
    index('message_lane').on(t.lane, t.id),
    index('message_chat').on(t.chat, t.id),
    index('message_remote').on(t.chat, t.remoteId).where(sql`remote_id is not null`),
    index('message_background').on(t.lane, t.id).where(sql`origin <> 'chat'`),
    index('message_unasked').on(t.at, t.chat).where(sql`origin <> 'chat'`),
  ],
)

/** Lines that were deleted on their platform. */
export const deletedMessage = sqliteTable('deleted_message', {
  messageId: integer()
    .primaryKey()
    .references(() => message.id),
  at: integer().notNull(),
})

/** The current reactions of people we let in. */
export const reaction = sqliteTable(
  'reaction',
  {
    messageId: integer()
      .notNull()
      .references(() => message.id),
    personId: integer()
      .notNull()
      .references(() => person.id),
    emoji: text().notNull(),
    at: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.messageId, t.personId] })],
)

/** One content, stored once in the files folder and named after its SHA-256. */
export const file = sqliteTable('file', {
  hash: text().primaryKey(),
  bytes: integer().notNull(),
  /** Detected from the content, never from the name. */
  type: text().notNull(),
  /** When it was last uploaded; unsent files are deleted some time later. */
  createdAt: integer().$type<Steady>().notNull(),
})

/** The attachments of a message, in order. The name is chosen by the sender: it is data, never a path. */
export const messageFile = sqliteTable(
  'message_file',
  {
    messageId: integer()
      .notNull()
      .references(() => message.id),
    seq: integer().notNull(),
    hash: text()
      .notNull()
      .references(() => file.hash),
    name: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.messageId, t.seq] }), index('message_file_hash').on(t.hash)],
)

/** Messages that somebody spoke; what they said is the text of the message. */
export const spokenMessage = sqliteTable('spoken_message', {
  messageId: integer()
    .primaryKey()
    .references(() => message.id),
})

/** Chats in which voice messages are answered by voice messages too. */
export const voiceChat = sqliteTable('voice_chat', {
  chat: text()
    .$type<ChatId>()
    .primaryKey()
    .references(() => chat.id),
  at: integer().notNull(),
})

/** The keys for deduplication. They are kept for ever, so that a message is accepted only once. */
export const messageKey = sqliteTable('message_key', {
  key: text().primaryKey(),
  messageId: integer().notNull(),
})

/** Updates of a platform that we could not read, unchanged. */
export const unread = sqliteTable('unread', {
  key: text().primaryKey(),
  channel: text().$type<ChannelName>().notNull(),
  account: text().notNull(),
  at: integer().notNull(),
  raw: text().notNull(),
})
