import { z } from 'zod'
import type { Anchor } from '../../lib/time/steady-clock.ts'
import type { Database } from '../database.ts'

const KEY = 'steady_anchor'

const shape = z.object({ steady: z.number(), wall: z.number(), mono: z.number(), boot: z.string().optional() })

/** Where the timeline of waiting was last seen; undefined in a store that never had one. */
export function readAnchor(db: Database): Anchor | undefined {
  const text = db.statement('SELECT value FROM meta WHERE key = ?').pluck().get(KEY) as string | undefined
  return text === undefined ? lastSeen(db) : shape.parse(JSON.parse(text))
}

export function writeAnchor(db: Database, anchor: Anchor): void {
  db.statement('INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value').run(
    KEY,
    JSON.stringify(anchor),
  )
}

/** Older stores waited by the wall clock: the last time they were seen is where the timeline begins. */
function lastSeen(db: Database): Anchor | undefined {
  const at = db
    .statement(
      `SELECT max(at) FROM (
         SELECT max(started_at, coalesce(ended_at, 0)) AS at FROM instance
         UNION ALL SELECT created_at FROM task WHERE finished_at IS NULL
         UNION ALL SELECT created_at FROM outbox WHERE state IN ('pending', 'sending', 'retry', 'unknown'))`,
    )
    .pluck()
    .get() as number | null
  return at === null ? undefined : { steady: at, wall: at, mono: 0 }
}
