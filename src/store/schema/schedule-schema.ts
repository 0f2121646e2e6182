import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Route } from '../../domain/delivery.ts'
import type { ChatId, Lane } from '../../domain/ids.ts'
import type { JobKind, JobOptions, JobState, RunExtras, RunState, SourceBlock, When } from '../../domain/job.ts'
import type { Trust } from '../../domain/person.ts'
import { chat, person } from './message-schema.ts'
import { task } from './work-schema.ts'

// What is to be done at its time, and what became of each time. A time of day is the wall clock's, so nothing here is Steady.

export const job = sqliteTable(
  'job',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    kind: text().$type<JobKind>().notNull(),
    /** `file`: the configuration has it, and only there it is changed. */
    source: text().$type<'file' | 'person'>().notNull(),
    /** Of the file: what it is called there. Else the first words of its text. */
    name: text().notNull(),
    personId: integer()
      .notNull()
      .references(() => person.id),
    /** Where it was made; null where the configuration made it: then wherever its person was last. */
    chat: text()
      .$type<ChatId>()
      .references(() => chat.id),
    lane: text().$type<Lane>(),
    route: text({ mode: 'json' }).$type<Route>(),
    /** Where its results go instead: chats, or addresses of people. */
    destinations: text({ mode: 'json' }).$type<string[]>().notNull(),
    due: text({ mode: 'json' }).$type<When>().notNull(),
    timezone: text().notNull(),
    /** What is said, or asked. */
    text: text().notNull(),
    options: text({ mode: 'json' }).$type<JobOptions>().notNull(),
    state: text().$type<JobState>().notNull(),
    /** Its next instant; null when there is none. */
    nextAt: integer(),
    /** Once more, beside its own instants: what was put off. */
    againAt: integer(),
    /** In a row. */
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

/** The ledger: an instant of a job stands here once, whatever the clock does. */
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
    /** What it was written from. */
    sources: text({ mode: 'json' }).$type<SourceBlock[]>(),
    /** Where it goes, once that is known: `to` may name somebody whom we have to write to first. */
    places: text({ mode: 'json' }).$type<{ lane: Lane; route: Route }[]>(),
    /** What came of it, as it was said or would have been. */
    result: text(),
    /** What goes with a result that is held. */
    extras: text({ mode: 'json' }).$type<RunExtras>(),
    trust: text().$type<Trust>(),
    /** The model found nothing to act on. */
    quiet: integer({ mode: 'boolean' }).notNull().default(false),
    /** Of a reminder: somebody has seen to it. */
    done: integer({ mode: 'boolean' }).notNull().default(false),
    heldUntil: integer(),
    reason: text(),
    createdAt: integer().notNull(),
    finishedAt: integer(),
  },
  (t) => [
    uniqueIndex('job_run_instant').on(t.jobId, t.instant),
    index('job_run_task').on(t.taskId).where(sql`task_id is not null`),
    index('job_run_open').on(t.id).where(sql`state in ('queued', 'held')`),
  ],
)
