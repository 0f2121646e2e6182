import type { WriteQuality } from '../../domain/fact-service.ts'
import type { Span } from '../../lib/time/calendar.ts'
import type { Database } from '../database.ts'

/** A fact that a person replaced with a new version. A merge does not count, because it keeps an older fact. */
const isCorrected = `shown_count > 0 AND EXISTS (SELECT 1 FROM fact AS newer WHERE newer.id = fact.replaced_by
  AND newer.created_at = fact.replaced_at AND newer.written_by <> 'extraction')`
const isUntrusted = `trust NOT IN ('owner', 'member') OR EXISTS (SELECT 1 FROM message
  WHERE message.id = fact.message_id AND (author <> 'human' OR person_id IS NULL))`
const isIn = '@from <= created_at AND created_at < @until'

/** The quality of all facts, or of the facts written in a span of time. */
export function readWriteQuality(db: Database, span?: Span): WriteQuality {
  const times = { from: span?.from.getTime() ?? 0, until: span?.until.getTime() ?? Number.MAX_SAFE_INTEGER }
  const counted = db
    .statement(
      `SELECT count(*) AS written, total(count - 1) AS repeated, count(replaced_by) AS replaced,
         count(forgotten_at) AS forgotten, total(shown_count = 0 AND forgotten_at IS NULL) AS neverShown,
         total(${isCorrected}) AS corrected, total(${isUntrusted}) AS untrusted,
         total(shown_count > 0 AND forgotten_at IS NULL AND NOT (${isCorrected})) AS useful
       FROM fact WHERE written_by <> 'hand' AND ${isIn}`,
    )
    .get(times) as Omit<WriteQuality, 'byWriter'>
  const byWriter = db
    .statement(
      `SELECT written_by AS writer, count(*) AS facts FROM fact WHERE written_by <> 'hand' AND ${isIn}
       GROUP BY written_by ORDER BY facts DESC, writer`,
    )
    .all(times) as WriteQuality['byWriter']
  return { ...counted, byWriter }
}
