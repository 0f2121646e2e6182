import type { Lane } from '../../domain/ids.ts'
import type { Database } from '../database.ts'
import { extraction } from '../schema/schema.ts'

/** Messages in which a model looked for facts, and what became of its answer. */
export interface Extraction {
  taskId: number
  lane: Lane
  /** The range of message ids that it covers. */
  fromId: number
  toId: number
  messages: number
  /** How many of them the model was shown; 0 if it was not asked. */
  sources: number
  written: number
  repeated: number
  replaced: number
  /** How many facts were not kept, by reason. */
  dropped: Record<string, number>
}

export function insertExtraction(db: Database, values: Extraction, now: Date): void {
  db.orm
    .insert(extraction)
    .values({ ...values, at: now.getTime() })
    .run()
}

/** How far the facts of a lane were extracted, how many messages that were, and how many facts were written. */
export function extractedSoFar(db: Database, lane: Lane): { toId: number; messages: number; written: number } {
  return db
    .statement(
      `SELECT coalesce(max(to_id), 0) AS toId, coalesce(sum(messages), 0) AS messages, coalesce(sum(written), 0) AS written
       FROM extraction WHERE lane = ?`,
    )
    .get(lane) as { toId: number; messages: number; written: number }
}

/** Totals of the extraction since a moment, for `skein memory stats`. */
export interface ExtractionFigures
  extends Pick<Extraction, 'messages' | 'written' | 'repeated' | 'replaced' | 'dropped'> {
  requests: number
}

export function extractionFigures(db: Database, since: Date): ExtractionFigures {
  const totals = db
    .statement(
      `SELECT coalesce(sum(sources > 0), 0) AS requests, coalesce(sum(messages), 0) AS messages, coalesce(sum(written), 0) AS written,
         coalesce(sum(repeated), 0) AS repeated, coalesce(sum(replaced), 0) AS replaced
       FROM extraction WHERE at >= ?`,
    )
    .get(since.getTime()) as Omit<ExtractionFigures, 'dropped'>
  const dropped = db
    .statement(
      `SELECT each.key AS reason, sum(each.value) AS count FROM extraction, json_each(extraction.dropped) each
       WHERE at >= ? GROUP BY each.key ORDER BY each.key`,
    )
    .all(since.getTime()) as { reason: string; count: number }[]
  return { ...totals, dropped: Object.fromEntries(dropped.map(({ reason, count }) => [reason, count])) }
}
