import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Button, OutboxState, Route } from '../../domain/delivery.ts'
import type { Foreign } from '../../domain/foreign.ts'
import type { ChannelName, ChatId, Lane, Queue } from '../../domain/ids.ts'
import type { UsageOrigin } from '../../domain/message.ts'
import type { Trust } from '../../domain/person.ts'
import type { TaskKind, TaskState } from '../../domain/task.ts'
import { longAgo, type Steady } from '../../lib/time/clock.ts'
import { chat, message, person } from './message-schema.ts'

// What is done about what was said: epochs, tasks, deliveries, and what they cost.
// A time that something waits for is Steady; one that people read is of the wall clock.

/**
 * One run of turns of a brain that share one prompt, byte for byte. A cache: the messages are the truth,
 * and a lost one costs a rebuild, never an answer.
 */
export const epoch = sqliteTable(
  'epoch',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    lane: text().$type<Lane>().notNull(),
    brain: text().notNull(),
    session: text().notNull(),
    prompt: text().notNull(),
    /** Fingerprint of what the prompt was made under: persona, model, role. */
    terms: text().notNull(),
    /** The lowest it ever showed; it never rises. */
    trust: text().$type<Trust>().notNull(),
    /** Whose words it ever showed beside those of whoever asks. */
    foreign: text({ mode: 'json' }).$type<Foreign[]>().notNull().default([]),
    /** Everything in the lane up to this message was before the model. */
    seen: integer().notNull(),
    turns: integer().notNull().default(0),
    contextTokens: integer().notNull().default(0),
    windowTokens: integer(),
    openedAt: integer().notNull(),
    /** When it was opened, against when a new conversation was asked for. */
    begunAt: integer().$type<Steady>().notNull().default(longAgo),
    usedAt: integer().$type<Steady>().notNull(),
    closedAt: integer(),
    reason: text(),
  },
  (t) => [
    uniqueIndex('epoch_session').on(t.session),
    uniqueIndex('epoch_open').on(t.lane).where(sql`closed_at is null`),
  ],
)

export const task = sqliteTable(
  'task',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    kind: text().$type<TaskKind>().notNull(),
    chat: text()
      .$type<ChatId>()
      .notNull()
      .references(() => chat.id),
    /** Where it belongs: what it knows of, and where its lines are kept. */
    lane: text().$type<Lane>().notNull(),
    /** What it may not run beside. */
    queue: text()
      .$type<Queue>()
      .notNull()
      .default('' as Queue),
    /** What is asked where no message asks it. */
    instruction: text(),
    personId: integer()
      .notNull()
      .references(() => person.id),
    route: text({ mode: 'json' }).$type<Route>().notNull(),
    state: text().$type<TaskState>().notNull(),
    /** /retry opens the next one; part of every outbox key. */
    generation: integer().notNull().default(1),
    /** Tries in this generation, counted before running. */
    attempt: integer().notNull().default(0),
    /** How much speaks for it being what kills us, in points (domain/suspicion.ts). */
    suspicion: integer().notNull().default(0),
    /** 1 once a new conversation was asked for behind it (/new): what is said from then on is never a part of it. */
    sealed: integer().notNull().default(0),
    /** 1 once a state-changing tool began: never run again silently. */
    effects: integer().notNull().default(0),
    leaseInstance: integer(),
    /** The fencing token: grows with every claim, checked by every write of the run. */
    leaseToken: integer().notNull().default(0),
    /** Monotonic ms of the process named by leaseInstance; meaningless to any other. */
    leaseUntil: integer(),
    dueAt: integer().$type<Steady>().notNull(),
    deadlineAt: integer().$type<Steady>().notNull(),
    /** When it was first queued: for its pieces, and for caps by the hour. */
    queuedAt: integer().$type<Steady>().notNull().default(longAgo),
    /** The epoch its turn was asked in; our line is in that epoch's memory already. */
    epochId: integer().references(() => epoch.id),
    /** Unique key of what a schedule made, so that an instant fires once. */
    scheduleKey: text(),
    reason: text(),
    createdAt: integer().notNull(),
    startedAt: integer(),
    finishedAt: integer(),
    /** The generation whose failure the owner wants to see no more; a later one is shown again. */
    dismissed: integer().notNull().default(0),
  },
  (t) => [
    // Ended tasks are never looked at by the claim: these two stay as small as the queue is.
    index('task_live').on(t.queue, t.id).where(sql`finished_at is null`),
    index('task_due').on(t.dueAt).where(sql`finished_at is null`),
    index('task_failed').on(t.id).where(sql`state in ('failed','quarantined','expired')`),
    index('task_person').on(t.personId, t.queuedAt),
    uniqueIndex('task_schedule').on(t.scheduleKey).where(sql`schedule_key is not null`),
  ],
)

/** Who answers in a chat, where somebody there chose it: a brain by its name, and a role or a model of it. */
export const chatBrain = sqliteTable('chat_brain', {
  chat: text()
    .$type<ChatId>()
    .primaryKey()
    .references(() => chat.id),
  brain: text(),
  model: text(),
  personId: integer()
    .notNull()
    .references(() => person.id),
  at: integer().notNull(),
})

/** Which messages a task answers; the primary key is the promise "at most one task per message". */
export const taskMessage = sqliteTable(
  'task_message',
  {
    messageId: integer()
      .primaryKey()
      .references(() => message.id),
    taskId: integer()
      .notNull()
      .references(() => task.id),
  },
  (t) => [index('task_message_task').on(t.taskId)],
)

/** Append only: what happened to a task, for recovery and for people. */
export const taskEvent = sqliteTable(
  'task_event',
  {
    id: integer().primaryKey(),
    taskId: integer()
      .notNull()
      .references(() => task.id),
    kind: text().notNull(),
    data: text(),
    at: integer().notNull(),
  },
  (t) => [index('task_event_task').on(t.taskId, t.id)],
)

export const outbox = sqliteTable(
  'outbox',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    key: text().notNull(),
    taskId: integer().references(() => task.id),
    messageId: integer()
      .notNull()
      .references(() => message.id),
    channel: text().$type<ChannelName>().notNull(),
    lane: text().$type<Lane>().notNull(),
    route: text({ mode: 'json' }).$type<Route>().notNull(),
    kind: text().$type<'reply' | 'command' | 'notice'>().notNull(),
    part: integer().notNull(),
    body: text().notNull(),
    /** What can be pressed below it; durable, because an answer may come after a restart. */
    buttons: text({ mode: 'json' }).$type<Button[]>(),
    state: text().$type<OutboxState>().notNull(),
    attempt: integer().notNull().default(0),
    /** 1 once a copy of unknown outcome was sent again: there is no third. 2 while a gateway gave up on the last one. */
    resent: integer().notNull().default(0),
    /** The instance that is sending; a row still `sending` under an older one has an unknown outcome. */
    instance: integer(),
    dueAt: integer().$type<Steady>().notNull(),
    deadAt: integer().$type<Steady>().notNull(),
    remoteId: text(),
    error: text(),
    createdAt: integer().notNull(),
    sentAt: integer(),
    /** Somebody read it as a draft and said that it may go. */
    approved: integer({ mode: 'boolean' }).notNull().default(false),
    /** Somebody knows that it never arrived. */
    dismissed: integer({ mode: 'boolean' }).notNull().default(false),
  },
  (t) => [
    uniqueIndex('outbox_key').on(t.key),
    index('outbox_drafted').on(t.id).where(sql`state = 'drafted'`),
    index('outbox_open').on(t.lane, t.id).where(sql`state in ('pending','sending','retry','unknown')`),
    index('outbox_failed').on(t.id).where(sql`state in ('held','dead')`),
    index('outbox_message').on(t.messageId),
    index('outbox_remote').on(t.remoteId).where(sql`remote_id is not null`),
    index('outbox_task').on(t.taskId),
  ],
)

/**
 * A question to a person before something is done. The number is what they answer with. It holds for one exact action of
 * one task, for a few minutes, once; it outlives the process that asked, so that a restart asks nothing twice.
 */
export const approval = sqliteTable(
  'approval',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    taskId: integer()
      .notNull()
      .references(() => task.id),
    generation: integer().notNull(),
    /** Whose right is used: only they, or the owner, may answer. */
    personId: integer()
      .notNull()
      .references(() => person.id),
    lane: text().$type<Lane>().notNull(),
    /** Of tool and input, byte for byte. */
    hash: text().notNull(),
    tool: text().notNull(),
    /** What will happen, as the person reads it. */
    effect: text().notNull(),
    /** The same on one line; null in what was asked before there was one. */
    gist: text(),
    /** What "always" would allow from now on; null where it may not be said. */
    rule: text(),
    state: text().$type<'open' | 'yes' | 'no' | 'expired' | 'used'>().notNull(),
    answeredBy: integer().references(() => person.id),
    /** What it was, who settled it and when: the line that stands in its place from then on. */
    settled: text(),
    createdAt: integer().notNull(),
    expiresAt: integer().$type<Steady>().notNull(),
    answeredAt: integer(),
  },
  (t) => [index('approval_task').on(t.taskId, t.hash), index('approval_open').on(t.lane).where(sql`state = 'open'`)],
)

/** What a person has allowed for good. The number is what it is taken back by, and never another's. */
export const allowance = sqliteTable(
  'allowance',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    personId: integer()
      .notNull()
      .references(() => person.id),
    rule: text().notNull(),
    createdAt: integer().notNull(),
  },
  (t) => [uniqueIndex('allowance_rule').on(t.personId, t.rule)],
)

/** What each call to a model cost. */
export const usage = sqliteTable(
  'usage',
  {
    id: integer().primaryKey(),
    taskId: integer().references(() => task.id),
    origin: text().$type<UsageOrigin>().notNull(),
    brain: text().notNull(),
    model: text().notNull(),
    inputTokens: integer().notNull(),
    outputTokens: integer().notNull(),
    cacheReadTokens: integer().notNull(),
    cacheWriteTokens: integer().notNull(),
    costMicroUsd: integer().notNull(),
    firstTextMs: integer(),
    at: integer().notNull(),
    /** The same moment by the clock that nobody sets: a cap is not fooled by one that was. */
    bookedAt: integer().$type<Steady>().notNull().default(longAgo),
  },
  (t) => [index('usage_at').on(t.at)],
)
