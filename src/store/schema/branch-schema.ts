import { sql } from 'drizzle-orm'
import { type AnySQLiteColumn, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Lane } from '../../domain/ids.ts'
import { message } from './message-schema.ts'

// Tables for versions: where a person edited an earlier message or retried an answer, a lane goes on in branches.

/** One version of what follows a place in a lane. A lane without versions has no rows. */
export const branch = sqliteTable(
  'branch',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    lane: text().$type<Lane>().notNull(),
    /** The first line of the first version. All versions of a place name the same line. */
    place: integer()
      .notNull()
      .references(() => message.id),
    /** The branch in which the place is; null for the beginning of the lane. */
    parentId: integer().references((): AnySQLiteColumn => branch.id),
    /** One of the versions of a place is chosen, even while the place itself is not shown. */
    chosen: integer({ mode: 'boolean' }).notNull(),
    /** It and everything before it are chosen. */
    shown: integer({ mode: 'boolean' }).notNull(),
  },
  (t) => [
    index('branch_place').on(t.lane, t.place),
    index('branch_shown').on(t.lane).where(sql`shown`),
    // A search outside the chosen paths finds the other branches without reading these paths.
    index('branch_hidden').on(t.lane).where(sql`not shown`),
    index('branch_parent').on(t.parentId),
  ],
)

/** The branch that a line belongs to. Lines before the first place of their lane have no row. */
export const branchMessage = sqliteTable(
  'branch_message',
  {
    messageId: integer()
      .primaryKey()
      .references(() => message.id),
    branchId: integer()
      .notNull()
      .references(() => branch.id),
  },
  (t) => [index('branch_message_order').on(t.branchId, t.messageId)],
)
