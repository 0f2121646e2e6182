import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Button, OutboxState, Route } from '../../domain/delivery.ts'
import type { Foreign } from '../../domain/foreign.ts'
import type { ChannelName, ChatId, Lane, Queue } from '../../domain/ids.ts'
import type { UsageOrigin } from '../../domain/message.ts'
import type { Trust } from '../../domain/person.ts'
import type { TaskKind, TaskState } from '../../domain/task.ts'
import { longAgo, type Steady } from '../../lib/time/clock.ts'
import { anyText } from './any-text.ts'
import { chat, message, person } from './message-schema.ts'

// Tables for the work: epochs, tasks, deliveries, and their cost. Times to wait for are Steady; times that people read
// belong to the wall clock.

/**
 * Turns of a brain that share exactly the same prompt. It is a cache: the messages are the truth, and losing an epoch
 * costs a rebuild, never an answer.
 */
export const epoch = sqliteTable(
  'epoch',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    lane: text().$type<Lane>().notNull(),
    brain: text().notNull(),
    session: text().notNull(),
    prompt: text().notNull(),
    /** Fingerprint of the persona, model and role for which the prompt was made. */
    terms: text().notNull(),
    /** The lowest trust it ever showed; it never rises. */
    trust: text().$type<Trust>().notNull(),
    /** Whose words it ever showed besides those of the person who asks. */
    foreign: text({ mode: 'json' }).$type<Foreign[]>().notNull().default([]),
    /** Everything in the lane up to this message was shown to the model. */
    seen: integer().notNull(),
    turns: integer().notNull().default(0),
    contextTokens: integer().notNull().default(0),
    windowTokens: integer(),
    openedAt: integer().notNull(),
    /** When it was opened; compared with the last request for a new conversation. */
    begunAt: integer().$type<Steady>().notNull().default(longAgo),
    usedAt: integer().$type<Steady>().notNull(),
    closedAt: integer(),
    reason: text(),
    /** The runner that has the session; null if the daemon has it. */
    runner: text(),
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
    /** Where it belongs: its history, and the place of its lines. */
    lane: text().$type<Lane>().notNull(),
    /** Tasks in the same queue run one after another. */
    queue: text()
      .$type<Queue>()
      .notNull()
      .default('' as Queue),
    /** What to do if no message asks for it. */
    instruction: text(),
    personId: integer()
      .notNull()
      .references(() => person.id),
    route: text({ mode: 'json' }).$type<Route>().notNull(),
    state: text().$type<TaskState>().notNull(),
    /** /retry starts the next generation; it is part of every outbox key. */
    generation: integer().notNull().default(1),
    /** Attempts in this generation, counted before running. */
    attempt: integer().notNull().default(0),
    /** Points that suggest that this task crashes the daemon (`Evidence` in domain/task.ts). */
    suspicion: integer().notNull().default(0),
    /** 1 after /new was sent after it: later messages never join it. */
    sealed: integer().notNull().default(0),
    /** 1 once a state-changing tool began: never run again silently. */
    effects: integer().notNull().default(0),
    leaseInstance: integer(),
    /** The fencing token: grows with every claim and is checked by every write of the run. */
    leaseToken: integer().notNull().default(0),
    /** Monotonic ms of the process named by leaseInstance; meaningless to any other. */
    leaseUntil: integer(),
    dueAt: integer().$type<Steady>().notNull(),
    deadlineAt: integer().$type<Steady>().notNull(),
    /** When it was first queued; for hourly limits. */
    queuedAt: integer().$type<Steady>().notNull().default(longAgo),
    /** The epoch of its turn, whose session already knows our answer. */
    epochId: integer().references(() => epoch.id),
    /** Unique key of a scheduled task, so that an instant fires once. */
    scheduleKey: text(),
    reason: anyText(),
    createdAt: integer().notNull(),
    startedAt: integer(),
    finishedAt: integer(),
    /** The generation whose failure the owner dismissed; a later failure is shown again. */
    dismissed: integer().notNull().default(0),
  },
  (t) => [
    // These indexes contain no finished tasks, so they stay as small as the queue.
    index('task_live').on(t.queue, t.id).where(sql`finished_at is null`),
    index('task_due').on(t.dueAt).where(sql`finished_at is null`),
    index('task_failed').on(t.id).where(sql`state in ('failed','quarantined','expired')`),
    index('task_person').on(t.personId, t.queuedAt),
    uniqueIndex('task_schedule').on(t.scheduleKey).where(sql`schedule_key is not null`),
  ],
)

/** The brain and the role or model chosen for a chat. */
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

/** The runner that took the last turn of a chat, and has the files of its models. */
export const chatRunner = sqliteTable('chat_runner', {
  chat: text()
    .$type<ChatId>()
    .primaryKey()
    .references(() => chat.id),
  runner: text().notNull(),
})

/** Which messages a task answers; the primary key guarantees at most one task per message. */
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
    data: anyText(),
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
    /** The buttons below it; stored, because an answer may come after a restart. */
    buttons: text({ mode: 'json' }).$type<Button[]>(),
    state: text().$type<OutboxState>().notNull(),
    attempt: integer().notNull().default(0),
    /** 1 once a copy with unknown outcome was resent; there is no third. 2 while a gateway gave up on the last copy. */
    resent: integer().notNull().default(0),
    /** The instance that is sending; a row still `sending` under an older one has an unknown outcome. */
    instance: integer(),
    dueAt: integer().$type<Steady>().notNull(),
    deadAt: integer().$type<Steady>().notNull(),
    remoteId: text(),
    error: anyText(),
    createdAt: integer().notNull(),
    sentAt: integer(),
    /** Somebody read the draft and approved it. */
    approved: integer({ mode: 'boolean' }).notNull().default(false),
    /** Somebody acknowledged that it never arrived. */
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
 * A question to a person before an action. They answer with its number. It is valid for exactly one action of one task,
 * once, for a few minutes. It survives a restart, so that nothing is asked twice.
 */
export const approval = sqliteTable(
  'approval',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    taskId: integer()
      .notNull()
      .references(() => task.id),
    generation: integer().notNull(),
    /** Whose permission is used; only they or the owner may answer. */
    personId: integer()
      .notNull()
      .references(() => person.id),
    lane: text().$type<Lane>().notNull(),
    /** Hash of the tool and its exact input. */
    hash: text().notNull(),
    tool: text().notNull(),
    /** What will happen, as the person reads it. */
    effect: text().notNull(),
    /** The same on one line; null in older rows. */
    gist: anyText(),
    /** What "always" would allow; null if that is not offered. */
    rule: text(),
    state: text().$type<'open' | 'yes' | 'no' | 'expired' | 'used'>().notNull(),
    answeredBy: integer().references(() => person.id),
    /** The line that replaces the question once it is settled: what it was, who answered and when. */
    settled: text(),
    createdAt: integer().notNull(),
    expiresAt: integer().$type<Steady>().notNull(),
    answeredAt: integer(),
  },
  (t) => [index('approval_task').on(t.taskId, t.hash), index('approval_open').on(t.lane).where(sql`state = 'open'`)],
)

/** What a person has allowed permanently. The number is used to revoke it and is never reused. */
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

/** The cost of each call to a model. */
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
    /** The same moment on the steady timeline, so that changing the clock does not affect spending limits. */
    bookedAt: integer().$type<Steady>().notNull().default(longAgo),
  },
  (t) => [index('usage_at').on(t.at)],
)
