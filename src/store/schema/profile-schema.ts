import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { ProfileOrigin } from '../../domain/profile.ts'
import { person } from './message-schema.ts'

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
