import { statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Database } from '../database.ts'

// Words that were removed can still be in free space: in segments of the word index that were not merged yet, in free pages
// and in the gaps of used pages, and in the log of SQLite.

/** Small enough for tens of milliseconds. */
const PAGES_PER_MERGE = 200

/** Merges a part of the word index. Only a complete merge removes the words of removed entries. Returns false at the end. */
export function mergeWords(db: Database, isFirst: boolean): boolean {
  const changed = db.raw.prepare('SELECT total_changes()').pluck()
  const before = changed.get() as number
  // A negative number begins a merge of all segments; positive ones continue it.
  db.raw
    .prepare("INSERT INTO message_word (message_word, rank) VALUES ('merge', ?)")
    .run(isFirst ? -PAGES_PER_MERGE : PAGES_PER_MERGE)
  // FTS5 documents this: fewer than two changes mean that nothing was left to merge.
  return (changed.get() as number) - before >= 2
}

/**
 * Writes the database file again from the beginning, so that it has no free space, and empties the log. Nothing else runs
 * meanwhile. Returns false if the disk has no room for it.
 */
export function rewriteStore(db: Database): boolean {
  const file = db.raw.name
  const bytes = statSync(file).size
  const { bavail, bsize } = statfsSync(dirname(file))
  // One copy beside the file and one in the log.
  if (bavail * bsize < 2 * bytes + SPARE_BYTES) return false
  // A large copy would not fit in memory.
  if (bytes > MAX_BYTES_IN_MEMORY) db.raw.pragma('temp_store = FILE')
  try {
    db.raw.exec('VACUUM')
  } finally {
    db.raw.pragma('temp_store = MEMORY')
  }
  return true
}

const SPARE_BYTES = 64 * 1024 * 1024
const MAX_BYTES_IN_MEMORY = 64 * 1024 * 1024

/** Copies the log into the database and empties it. Returns false while another process reads from it. */
export function emptyLog(db: Database): boolean {
  const [result] = db.raw.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[]
  return result?.busy === 0
}
