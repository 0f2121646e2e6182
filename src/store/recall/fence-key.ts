import { randomBytes } from 'node:crypto'
import type { Database } from '../database.ts'

const KEY = 'fence_key'

/** What the marks on our own tags are derived from: made once, and known to nobody who writes to us. */
export function fenceKey(db: Database): string {
  const known = db.statement('SELECT value FROM meta WHERE key = ?').pluck()
  const found = known.get(KEY) as string | undefined
  if (found !== undefined) return found
  const made = randomBytes(32).toString('hex')
  // Somebody who only reads shows what would be shown, with a mark of the moment.
  if (db.raw.readonly) return made
  db.statement('INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT DO NOTHING').run(KEY, made)
  return known.get(KEY) as string
}
