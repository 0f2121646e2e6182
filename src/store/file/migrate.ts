import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import BetterSqlite3 from 'better-sqlite3'
import { DrizzleError } from 'drizzle-orm'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'
import { z } from 'zod'
import { ConfigError } from '../../domain/errors.ts'
import { installedPath } from '../../lib/folders.ts'
import type { Database } from '../database.ts'
import { countTables } from './count-tables.ts'

const ownMigrations = installedPath('migrations')

const journalSchema = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.number() })) })

/**
 * Migrates the store to this program's schema: forward only, in one transaction, after a verified backup. Only a store
 * that is itself a copy needs no `backupDir`.
 */
export function migrateDatabase(db: Database, backupDir: string | undefined, folder = ownMigrations): void {
  const newest = newestMigration(folder)
  const applied = lastApplied(db)
  if (!newest || applied === newest.when) return
  if (applied !== undefined && applied > newest.when) {
    throw new ConfigError(
      'The store was written by a newer Skein than this one. Start that version, or restore a backup made before the upgrade.',
    )
  }
  if (applied !== undefined && backupDir !== undefined) backupChecked(db, backupDir, `before-${newest.tag}`)
  try {
    migrate(db.orm, { migrationsFolder: folder })
  } catch (error) {
    // Whether the disk is full or the store is damaged, only SQLite's own error says.
    throw error instanceof DrizzleError && error.cause ? error.cause : error
  }
}

/** Makes a copy, then opens, checks and counts it. Throws if it is not as good as the original. */
export function backupChecked(db: Database, backupDir: string, name: string): string {
  mkdirSync(backupDir, { recursive: true, mode: 0o700 })
  const file = join(backupDir, `${name}.db`)
  // VACUUM INTO refuses an existing file. One exists only after a kill between backup and migration.
  rmSync(file, { force: true })
  db.raw.prepare('VACUUM INTO ?').run(file)
  const copy = new BetterSqlite3(file, { readonly: true })
  try {
    const check: unknown = copy.pragma('quick_check', { simple: true })
    if (check !== 'ok' || !isDeepStrictEqual(countTables(copy), countTables(db.raw))) {
      throw new Error(
        `The backup ${file} differs from the store; nothing was changed. Check the disk, then start again.`,
      )
    }
  } finally {
    copy.close()
  }
  return file
}

/** Whether a store has this program's schema. `older` includes files that are no store of Skein. */
export function compareSchema(db: Database): 'ready' | 'older' | 'newer' {
  const [applied, newest] = [lastApplied(db), newestMigration(ownMigrations)?.when]
  if (applied === newest) return 'ready'
  return applied !== undefined && newest !== undefined && applied > newest ? 'newer' : 'older'
}

function newestMigration(folder: string) {
  return journalSchema.parse(JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8'))).entries.at(-1)
}

function lastApplied({ raw }: Database): number | undefined {
  return appliedSchema(raw)
}

/** The newest migration that a store has seen; undefined for a database that Skein did not make. */
export function appliedSchema(raw: BetterSqlite3.Database): number | undefined {
  const hasMigrations = raw.prepare("SELECT 1 FROM sqlite_master WHERE name = '__drizzle_migrations'").get()
  if (!hasMigrations) return undefined
  const row = raw.prepare('SELECT max(created_at) AS at FROM __drizzle_migrations').get() as { at: number | null }
  return row.at ?? undefined
}
