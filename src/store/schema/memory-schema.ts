import { sql } from 'drizzle-orm'
import { type AnySQLiteColumn, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { ErasureCounts, ErasureScope, ErasureState } from '../../domain/erasure.ts'
import type { DropReason, FactKind, FactScope, FactWriter } from '../../domain/fact.ts'
import type { ChatId, Lane } from '../../domain/ids.ts'
import type { Trust } from '../../domain/person.ts'
import type { ProfileFile, ProfileOrigin } from '../../domain/profile.ts'
import type { ProposalState } from '../../domain/proposal.ts'
import { chat, message, person } from './message-schema.ts'
import { task } from './work-schema.ts'

// Tables for what Skein knows apart from the messages, and for what was erased.

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

/** Messages of closed conversations in which a model looked for facts, and what became of its answer. Holds no words. */
export const extraction = sqliteTable(
  'extraction',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    taskId: integer()
      .notNull()
      .references(() => task.id),
    lane: text().$type<Lane>().notNull(),
    fromId: integer().notNull(),
    toId: integer().notNull(),
    /** How many messages it covers. */
    messages: integer().notNull(),
    /** How many of them the model was shown; 0 if it was not asked. */
    sources: integer().notNull(),
    written: integer().notNull(),
    repeated: integer().notNull(),
    replaced: integer().notNull(),
    /** How many facts were not kept, by reason. */
    dropped: text({ mode: 'json' }).$type<Partial<Record<DropReason, number>>>().notNull(),
    at: integer().notNull(),
  },
  (t) => [index('extraction_lane').on(t.lane, t.toId), index('extraction_at').on(t.at)],
)

/** Every text that a profile file ever had, the newest last. */
export const profileVersion = sqliteTable(
  'profile_version',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** The path in the profile folder, such as `people/1/USER.md`. */
    file: text().notNull(),
    text: text().notNull(),
    origin: text().$type<ProfileOrigin>().notNull(),
    /** Who changed it; null if it was edited by hand. */
    personId: integer().references(() => person.id),
    /** The task in which a model changed it. */
    taskId: integer(),
    at: integer().notNull(),
  },
  (t) => [index('profile_version_file').on(t.file, t.id)],
)

/** Changes of profile files and skills that a model proposed. */
export const proposal = sqliteTable(
  'proposal',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    file: text().$type<ProfileFile>().notNull(),
    /** The title of the section; empty for a skill. */
    section: text().notNull(),
    /** The text when the change was proposed. If it is another one now, the proposal cannot be accepted. */
    before: text().notNull(),
    text: text().notNull(),
    reason: text().notNull(),
    personId: integer()
      .notNull()
      .references(() => person.id),
    chat: text()
      .$type<ChatId>()
      .notNull()
      .references(() => chat.id),
    /** The message that corrected the mistake. */
    messageId: integer().references(() => message.id),
    taskId: integer().notNull(),
    state: text().$type<ProposalState>().notNull(),
    at: integer().notNull(),
    decidedAt: integer(),
    decidedBy: integer().references(() => person.id),
  },
  (t) => [
    index('proposal_open').on(t.id).where(sql`state = 'open'`),
    index('proposal_at').on(t.at),
    index('proposal_message').on(t.messageId).where(sql`message_id is not null`),
  ],
)

/** One request to erase something. This and the following tables hold ids and numbers, never words. */
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
