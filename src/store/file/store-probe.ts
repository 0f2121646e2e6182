import type { Database } from '../database.ts'

/**
 * Reads a row and makes a change that is taken back, so nothing reaches the disk. It takes well under a millisecond and
 * waits for no other program. Returns the error, if any.
 */
export function probeStore({ raw }: Pick<Database, 'raw'>): { error?: unknown } {
  try {
    raw.pragma('busy_timeout = 0')
    try {
      raw.exec('BEGIN IMMEDIATE')
      try {
        raw.prepare("INSERT OR REPLACE INTO meta (key, value) SELECT 'probe', count(*) FROM instance").run()
      } finally {
        raw.exec('ROLLBACK')
      }
    } finally {
      raw.pragma('busy_timeout = 5000')
    }
    return {}
  } catch (error) {
    return { error }
  }
}
