import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { RouteFacts } from '../../domain/delivery.ts'
import type { ChannelName, ChatId, Lane } from '../../domain/ids.ts'
import type { Audience, Author, MessageKind, Origin } from '../../domain/message.ts'
import type { AddressSource, Role, Trust } from '../../domain/person.ts'
import { longAgo, type Steady } from '../../lib/time/clock.ts'

// Who talks, where, and what was said.

/** Facts about this store as a whole: install id, key of the fence. */
export const meta = sqliteTable('meta', {
  key: text().primaryKey(),
  value: text().notNull(),
})

/** One row per daemon start. A row without an end was not stopped but died. */
export const instance = sqliteTable('instance', {
  id: integer().primaryKey({ autoIncrement: true }),
  pid: integer().notNull(),
  startedAt: integer().$type<Steady>().notNull(),
  /** Which start of the machine it ran in, where the system names it. */
  boot: text(),
  /** When it was asked to stop. */
  stopAskedAt: integer(),
  endedAt: integer(),
  /** Of what it died, when it could still say so. */
  cause: text(),
})

/** What the owner changed while running (/config); wins over the file until the file is changed after it. */
export const setting = sqliteTable('setting', {
  key: text().primaryKey(),
  value: text().notNull(),
  /** What the file said of the key then, as JSON: empty where it did not name it, null in a row from before this was noted. */
  fileValue: text(),
  personId: integer().references(() => person.id),
  at: integer().notNull(),
})

export const person = sqliteTable('person', {
  id: integer().primaryKey(),
  name: text().notNull(),
  role: text().$type<Role>().notNull(),
  timezone: text(),
  /** When a task of theirs was last claimed: fairness between people. */
  servedAt: integer().$type<Steady>().notNull().default(longAgo),
  createdAt: integer().notNull(),
})

/** `personId` is null for somebody we refused: remembered so that they are told once. */
export const address = sqliteTable(
  'address',
  {
    channel: text().$type<ChannelName>().notNull(),
    remoteId: text().notNull(),
    personId: integer().references(() => person.id),
    name: text().notNull(),
    /** Who gave it to them: what the configuration gave, the configuration takes away again. */
    source: text().$type<AddressSource>().notNull().default('daemon'),
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
    /** Who reads along, as its channel last said; `group` until it did, because then nobody is told too much. */
    audience: text().$type<Audience>().notNull().default('group'),
    /** Of a private chat, whose it is: their address on its channel. It goes with the address to whoever has that. */
    ownerAddress: text(),
    /** Who of those we let in spoke there first, or brought us in. */
    firstPersonId: integer().references(() => person.id),
    /**
     * Who may read it from elsewhere: whoever has the address of a private chat, else who spoke there first. Triggers keep
     * it true whoever changes one of the two, and with it all that is filed by owner.
     */
    ownerId: integer(),
    /** What its channel last wanted to have back with what is said there. */
    facts: text({ mode: 'json' }).$type<RouteFacts>(),
    createdAt: integer().notNull(),
  },
  (t) => [index('chat_channel').on(t.channel, t.createdAt), index('chat_owner').on(t.ownerId)],
)

/** How the owner keeps a chat in their list; one without a row is kept as it came. */
export const keptChat = sqliteTable('kept_chat', {
  chat: text()
    .$type<ChatId>()
    .primaryKey()
    .references(() => chat.id),
  /** What they call it, whatever its platform does. */
  name: text(),
  pinnedAt: integer(),
  archivedAt: integer(),
  /** The newest line that they had before them on the page. */
  seen: integer().notNull().default(0),
  /** They deleted it when this was its newest line; it comes back when something newer is said there. 0 = they did not. */
  deletedUpTo: integer().notNull().default(0),
})

/** A chat that goes on under another name on its platform. Ours stays as it was, and with it all that was said there. */
export const chatMove = sqliteTable(
  'chat_move',
  {
    /** What the platform calls it now. */
    remote: text().$type<ChatId>().primaryKey(),
    chat: text()
      .$type<ChatId>()
      .notNull()
      .references(() => chat.id),
    at: integer().notNull(),
  },
  (t) => [index('chat_move_chat').on(t.chat)],
)

/** What people said about a lane as a whole. */
export const lane = sqliteTable('lane', {
  key: text().$type<Lane>().primaryKey(),
  chat: text()
    .$type<ChatId>()
    .notNull()
    .references(() => chat.id),
  /** When it was told to start anew (/new). */
  newAt: integer().notNull().default(0),
  /** When it was last told to start anew or to hide its past, against when an epoch was opened. */
  anewAt: integer().$type<Steady>().notNull().default(longAgo),
  /** When it was told to go on after all (/continue): the next turn is a continuation whatever the clock says. */
  continueAt: integer().notNull().default(0),
  /** Nothing before this is shown by itself any more (/context clear). */
  clearedAt: integer().notNull().default(0),
  /** Its upkeep went round in circles and rests until a message with this number, or a later one, is said; 0 = it does not. */
  upkeepRestsUntil: integer().notNull().default(0),
  /** Lines up to this message were imported, and no model may be asked to summarise them; 0 = there are none. */
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

/** What each channel keeps for itself: the daemon stores it and reads nothing of it. */
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

/** Every line ever said, ours included. Never changed, never deleted (triggers in the migration). */
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

/** Lines that were taken back where they were said. */
export const deletedMessage = sqliteTable('deleted_message', {
  messageId: integer()
    .primaryKey()
    .references(() => message.id),
  at: integer().notNull(),
})

/** What people we let in left below a line, as it stands now. */
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

/** One content, stored once, under the name of its SHA-256 in the files folder. */
export const file = sqliteTable('file', {
  hash: text().primaryKey(),
  bytes: integer().notNull(),
  /** Told from the content, never from what the sender called it. */
  type: text().notNull(),
  /** When it was last handed in: what is never sent is given up a while later. */
  createdAt: integer().$type<Steady>().notNull(),
})

/** What hangs on a message, in order. The name is what the sender called it: data, never a path. */
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

/** The dedupe keys. They outlive everything, so that a message is taken in once for ever. */
export const messageKey = sqliteTable('message_key', {
  key: text().primaryKey(),
  messageId: integer().notNull(),
})

/** What a platform sent and we could not read, as it came. */
export const unread = sqliteTable('unread', {
  key: text().primaryKey(),
  channel: text().$type<ChannelName>().notNull(),
  account: text().notNull(),
  at: integer().notNull(),
  raw: text().notNull(),
})
