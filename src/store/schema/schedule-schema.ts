import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Route } from '../../domain/delivery.ts'
import type { ChatId, Lane } from '../../domain/ids.ts'
import type { JobKind, JobOptions, JobState, RunExtras, RunState, Schedule, SourceBlock } from '../../domain/job.ts'
import type { Trust } from '../../domain/person.ts'
import { anyText } from './any-text.ts'
import { chat, person } from './message-schema.ts'
import { task } from './work-schema.ts'

// Tables for jobs and their runs. Times of day belong to the wall clock, so nothing here is Steady.

export const job = sqliteTable(
  'job',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    kind: text().$type<JobKind>().notNull(),
    /** `file`: it comes from the configuration and can only be changed there. */
    source: text().$type<'file' | 'person'>().notNull(),
    /** The name in the configuration, else the first words of the text. */
    name: text().notNull(),
    personId: integer()
      .notNull()
      .references(() => person.id),
    /** Where it was created; null for the configuration, which uses the person's most recent chat. */
    chat: text()
      .$type<ChatId>()
      .references(() => chat.id),
    lane: text().$type<Lane>(),
    route: text({ mode: 'json' }).$type<Route>(),
    /** Other destinations of its results: chats, or addresses of people. */
    destinations: text({ mode: 'json' }).$type<string[]>().notNull(),
    due: text({ mode: 'json' }).$type<Schedule>().notNull(),
    timezone: text().notNull(),
    /** The text to say, or the instruction for the model. */
    text: text().notNull(),
    options: text({ mode: 'json' }).$type<JobOptions>().notNull(),
    state: text().$type<JobState>().notNull(),
    /** The next instant; null if there is none. */
    nextAt: integer(),
    /** One additional instant: a snoozed one. */
    againAt: integer(),
    /** Consecutive failures. */
    failures: integer().notNull().default(0),
    createdAt: integer().notNull(),
    changedAt: integer().notNull(),
  },
  (t) => [
    index('job_next').on(t.nextAt).where(sql`state = 'active' and next_at is not null`),
    index('job_again').on(t.againAt).where(sql`again_at is not null`),
    index('job_person').on(t.personId),
    uniqueIndex('job_file').on(t.kind, t.name).where(sql`source = 'file' and state <> 'removed'`),
  ],
)

/** One row per instant of a job, whatever the clock does. */
export const jobRun = sqliteTable(
  'job_run',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    jobId: integer()
      .notNull()
      .references(() => job.id),
    instant: integer().notNull(),
    state: text().$type<RunState>().notNull(),
    taskId: integer().references(() => task.id),
    /** The sources it was written from. */
    sources: text({ mode: 'json' }).$type<SourceBlock[]>(),
    /** The resolved destinations; `to` may name a person whom we have to contact first. */
    places: text({ mode: 'json' }).$type<{ lane: Lane; route: Route }[]>(),
    /** The result, delivered or not. */
    result: text(),
    /** The attachments of a held result. */
    extras: text({ mode: 'json' }).$type<RunExtras>(),
    trust: text().$type<Trust>(),
    /** The model found nothing to report. */
    quiet: integer({ mode: 'boolean' }).notNull().default(false),
    /** Somebody marked the reminder as done. */
    done: integer({ mode: 'boolean' }).notNull().default(false),
    heldUntil: integer(),
    reason: anyText(),
    createdAt: integer().notNull(),
    finishedAt: integer(),
  },
  (t) => [
    uniqueIndex('job_run_instant').on(t.jobId, t.instant),
    index('job_run_task').on(t.taskId).where(sql`task_id is not null`),
    index('job_run_open').on(t.id).where(sql`state in ('queued', 'held')`),
  ],
)
