import type { Readable } from '../../domain/readable.ts'
import type { Database } from '../database.ts'
import type { TypedFilter } from './typed-lines.ts'
import type { Reach } from './word-index.ts'

/** So many conversations at each end of a time tell which messages it holds. */
const TOLD_BY = 100

/**
 * Between which messages what was said in a time most likely stands. Lines are stored in the order in which they come,
 * but what was imported stands behind what is younger.
 */
export function reachOf(db: Database, { everyOf }: Readable, { from, until }: TypedFilter): Omit<Reach, 'most'> {
  if (everyOf === undefined || (!from && !until)) return {}
  const ends = {
    everyOf,
    from: from?.getTime() ?? 0,
    until: until?.getTime() ?? Number.MAX_SAFE_INTEGER,
    told: TOLD_BY,
  }
  const read = (query: string) => (db.statement(query).pluck().get(ends) as number | null) ?? undefined
  return { from: from && read(firstIn), upTo: until && read(lastIn) }
}

const inTime = (order: string) => `FROM (SELECT id FROM conversation INDEXED BY conversation_owner
    WHERE owner_id = @everyOf AND started_at < @until AND started_at >= @from - 86400000 ORDER BY started_at ${order} LIMIT @told) AS told
  CROSS JOIN conversation_message ON conversation_id = told.id`
const firstIn = `SELECT min(message_id) ${inTime('ASC')}`
const lastIn = `SELECT max(message_id) ${inTime('DESC')}`
