import type { DropReason } from '../../domain/fact.ts'
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
  dropped: Partial<Record<DropReason, number>>
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

/** How many facts that a model found were not kept, by reason, the most frequent first. */
export function countDropped(db: Database): { reason: DropReason; facts: number }[] {
  return db
    .statement(
      `SELECT each.key AS reason, sum(each.value) AS facts FROM extraction, json_each(extraction.dropped) AS each
       GROUP BY each.key ORDER BY facts DESC, reason`,
    )
    .all() as { reason: DropReason; facts: number }[]
}
