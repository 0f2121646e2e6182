import type { Lane } from '../../domain/ids.ts'
import type { Database } from '../database.ts'

// Lanes whose imported lines are summarised without a model until the owner allows one.

/** From now on, all present lines of these lanes are summarised without a model. */
export function keepFromModels(db: Database, lanes: Lane[]): void {
  db.statement(
    `UPDATE lane SET extract_only_to = coalesce((SELECT max(id) FROM message WHERE message.lane = lane.key), 0)
     WHERE key IN (SELECT value FROM json_each(?))`,
  ).run(JSON.stringify(lanes))
}

/** Allows a model to read them. */
export function allowModels(db: Database, lanes: Lane[]): void {
  const allow = db.statement('UPDATE lane SET extract_only_to = 0 WHERE key IN (SELECT value FROM json_each(?))')
  allow.run(JSON.stringify(lanes))
}

/** An amount of text. */
export interface ToRead {
  lines: number
  chars: number
  bytes: number
}

/** The newest lines of a lane that no model may read. */
export function keptFromModels(db: Database, lane: Lane, limit: number): ToRead {
  return db
    .statement(
      `SELECT count(*) AS lines, coalesce(sum(length(text)), 0) AS chars, coalesce(sum(length(CAST(text AS BLOB))), 0) AS bytes
       FROM (SELECT text FROM message WHERE lane = @lane AND kind = 'conversation' AND origin = 'chat'
         AND id <= (SELECT extract_only_to FROM lane WHERE key = @lane) ORDER BY id DESC LIMIT @most)`,
    )
    .get({ lane, most: limit }) as ToRead
}

/** The part of those lines in conversations that ended at or after a moment and are long enough for a summary. */
export function keptConversations(
  db: Database,
  lane: Lane,
  { endedSince, chars, perLine }: { endedSince: Date; chars: number; perLine: number },
): Omit<ToRead, 'bytes'>[] {
  return db
    .statement(
      `SELECT messages AS lines, chars FROM conversation WHERE lane = @lane AND last_at >= @since
         AND chars + @perLine * messages > @chars AND EXISTS (SELECT 1 FROM conversation_message
           WHERE conversation_id = conversation.id AND message_id <= (SELECT extract_only_to FROM lane WHERE key = @lane))`,
    )
    .all({ lane, since: endedSince.getTime(), perLine, chars }) as Omit<ToRead, 'bytes'>[]
}

/**
 * The average price of a summary token so far in US dollars; undefined if nothing was paid or no price was reported.
 */
export function pricePerToken(db: Database): number | undefined {
  const { tokens, cost } = db
    .statement(
      `SELECT coalesce(sum(input_tokens + output_tokens + cache_read_tokens + cache_write_tokens), 0) AS tokens,
         coalesce(sum(cost_micro_usd), 0) AS cost FROM usage WHERE origin = 'compaction' AND cost_micro_usd > 0`,
    )
    .get() as { tokens: number; cost: number }
  return tokens === 0 ? undefined : cost / 1_000_000 / tokens
}
