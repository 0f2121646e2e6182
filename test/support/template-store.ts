import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../src/store/database.ts'
import { migrateDatabase } from '../../src/store/file/migrate.ts'

// A store is migrated once per process and copied from then on: twenty migrations for each of a thousand tests took longer
// than the tests.
let template: Buffer | undefined

/** Puts an empty store of today's schema into the folder, where there is none yet; returns its file. */
export function placeStore(folder: string): string {
  template ??= makeTemplate()
  const file = join(folder, 'skein.db')
  if (!existsSync(file)) writeFileSync(file, template)
  return file
}

function makeTemplate(): Buffer {
  const db = openDatabase(':memory:')
  migrateDatabase(db, '')
  const bytes = db.raw.serialize()
  db.close()
  return bytes
}
