import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../domain/errors.ts'
import type { Person } from '../domain/person.ts'
import { type Database, openReadOnly } from '../store/database.ts'
import { describeMissingStore, storeFiles } from '../store/file/store-condition.ts'
import { findOwner } from '../store/people/people.ts'

/** Opens the store read-only, with or without a running daemon. */
export function withStoreToRead<T>(dataDir: string, read: (db: Database) => T): T {
  const file = join(dataDir, 'skein.db')
  if (!existsSync(file)) throw new ConfigError(describeMissingStore(storeFiles(dataDir)) ?? noDataYet(file))
  const db = openReadOnly(file)
  try {
    return read(db)
  } finally {
    db.close()
  }
}

/** Like `withStoreToRead`, for commands that need the owner. The first start creates the owner. */
export function withOwnerStore<T>(dataDir: string, read: (db: Database, owner: Person) => T): T {
  return withStoreToRead(dataDir, (db) => {
    const owner = findOwner(db)
    if (!owner) throw new ConfigError(noDataYet(join(dataDir, 'skein.db')))
    return read(db, owner)
  })
}

/** Like `withOwnerStore`, for work that takes time. */
export async function withOwnerStoreOpen<T>(
  dataDir: string,
  read: (db: Database, owner: Person) => Promise<T>,
): Promise<T> {
  const db = withOwnerStore(dataDir, () => openReadOnly(join(dataDir, 'skein.db')))
  try {
    const owner = findOwner(db)
    if (!owner) throw new ConfigError(noDataYet(join(dataDir, 'skein.db')))
    return await read(db, owner)
  } finally {
    db.close()
  }
}

function noDataYet(file: string): string {
  return `There is no data in ${file} yet. Start Skein once, or choose another folder with --data.`
}
