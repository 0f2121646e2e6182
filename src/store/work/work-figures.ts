import type { OutboxState } from '../../domain/delivery.ts'
import type { ChannelName } from '../../domain/ids.ts'
import { type EndState, endStates, upkeepKinds } from '../../domain/task.ts'
import { type Steady, steadyAt } from '../../lib/time/clock.ts'
import type { Database } from '../database.ts'
import type { ModelCall } from './usage.ts'

// Numbers for programs that watch the daemon. They are read every few seconds, so each query reads only what is open, or
// what is new since the last time: rows of `usage` and `task_event` are never changed, and rows of `outbox` never removed.

const listOf = (words: readonly string[]) => `(${words.map((word) => `'${word}'`).join(', ')})`
const upkeep = listOf(upkeepKinds)

/** When the task that waits longest was first queued; undefined if none waits. */
export function oldestQueuedAt(db: Database): Steady | undefined {
  const at = db
    .statement(
      `SELECT min(queued_at) FROM task INDEXED BY task_live
       WHERE finished_at IS NULL AND state IN ('queued', 'retry') AND kind NOT IN ${upkeep}`,
    )
    .pluck()
    .get() as number | null
  return at === null ? undefined : steadyAt(at)
}

/** The deliveries that are not finished. */
export function countOpenByState(db: Database): { state: OutboxState; count: number }[] {
  return db
    .statement(
      `SELECT state, count(*) AS count FROM outbox
       WHERE state IN ('pending', 'sending', 'retry', 'unknown') GROUP BY state`,
    )
    .all() as { state: OutboxState; count: number }[]
}

/** How far the tables that only grow were read. */
export interface FiguresMark {
  usage: number
  event: number
  outbox: number
}

export function markFigures(db: Database): FiguresMark {
  return db
    .statement(
      `SELECT (SELECT coalesce(max(id), 0) FROM usage) AS usage, (SELECT coalesce(max(id), 0) FROM task_event) AS event,
         (SELECT coalesce(max(id), 0) FROM outbox) AS outbox`,
    )
    .get() as FiguresMark
}

/** After a long time without a reader the rest is read the next time. */
const MAX_ROWS = 2000

/** The next mark to read from, at most this far. */
export function nextMark(db: Database, from: FiguresMark): FiguresMark {
  const newest = markFigures(db)
  return {
    usage: Math.min(newest.usage, from.usage + MAX_ROWS),
    event: Math.min(newest.event, from.event + MAX_ROWS),
    outbox: Math.min(newest.outbox, from.outbox + MAX_ROWS),
  }
}

export type CallFigures = Pick<
  ModelCall,
  'brain' | 'origin' | 'inputTokens' | 'outputTokens' | 'cacheReadTokens' | 'cacheWriteTokens' | 'firstTextMs' | 'usd'
>

/** The model calls between two marks. */
export function callsBetween(db: Database, from: FiguresMark, to: FiguresMark): CallFigures[] {
  return db
    .statement(
      `SELECT brain, origin, input_tokens AS inputTokens, output_tokens AS outputTokens,
         cache_read_tokens AS cacheReadTokens, cache_write_tokens AS cacheWriteTokens, first_text_ms AS firstTextMs,
         cost_micro_usd / 1e6 AS usd
       FROM usage WHERE id > ? AND id <= ? ORDER BY id`,
    )
    .all(from.usage, to.usage) as CallFigures[]
}

export interface EndedTurn {
  state: EndState
  /** From the message until its turn ended, by the wall clock; null after /retry, when the person had waited for another. */
  ms: number | null
}

/** The turns that answer people and ended between two marks. */
export function turnsEndedBetween(db: Database, from: FiguresMark, to: FiguresMark): EndedTurn[] {
  return db
    .statement(
      `SELECT task_event.kind AS state, iif(task.generation = 1, max(0, task_event.at - task.created_at), NULL) AS ms
       FROM task_event JOIN task ON task.id = task_event.task_id
       WHERE task_event.id > ? AND task_event.id <= ? AND task_event.kind IN ${listOf(endStates)} AND task.kind = 'reply'
       ORDER BY task_event.id`,
    )
    .all(from.event, to.event) as EndedTurn[]
}

export interface DeliveryFigures {
  id: number
  channel: ChannelName
  state: OutboxState
}

/** The deliveries that may still be sent, of the failed ones only the newest. */
export function unsentDeliveries(db: Database): number[] {
  return db
    .statement(
      `SELECT id FROM outbox WHERE state IN ('pending', 'sending', 'retry', 'unknown')
       UNION ALL SELECT id FROM outbox WHERE state = 'drafted'
       UNION ALL SELECT id FROM (
         SELECT id, state FROM outbox WHERE state IN ('held', 'dead') ORDER BY id DESC LIMIT 1000) WHERE state = 'held'`,
    )
    .pluck()
    .all() as number[]
}

/** The deliveries between two marks, and these. */
export function deliveriesBetween(
  db: Database,
  from: FiguresMark,
  to: FiguresMark,
  others: number[],
): DeliveryFigures[] {
  return db
    .statement(
      `SELECT id, channel, state FROM outbox WHERE id > @from AND id <= @to
       UNION ALL SELECT id, channel, state FROM outbox WHERE id IN (SELECT value FROM json_each(@others))`,
    )
    .all({ from: from.outbox, to: to.outbox, others: JSON.stringify(others) }) as DeliveryFigures[]
}
