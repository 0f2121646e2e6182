import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../domain/errors.ts'
import { type Database, openReadOnly } from '../store/database.ts'
import { storeFiles, whyMissing } from '../store/file/store-condition.ts'

/** Opens the store read-only, with or without a running daemon. */
export function withStoreToRead<T>(dataDir: string, read: (db: Database) => T): T {
  const file = join(dataDir, 'skein.db')
  if (!existsSync(file))
    throw new ConfigError(
      whyMissing(storeFiles(dataDir)) ?? `There is no store at ${file} yet; start Skein once, or name another --data.`,
    )
  const db = openReadOnly(file)
  try {
    return read(db)
  } finally {
    db.close()
  }
}
