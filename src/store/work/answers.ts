import type { Database } from '../database.ts'
import { answer } from '../schema/schema.ts'

/** How an answer of a model came about. */
export interface Making {
  brain: string
  model: string | undefined
  ms: number
  usd: number
}

export function insertAnswer(
  db: Database,
  messageId: number,
  { usd, ...making }: Making & { thought: string | undefined },
): void {
  db.orm
    .insert(answer)
    .values({ messageId, ...making, costMicroUsd: Math.round(usd * 1_000_000) })
    .run()
}

/** Of those of these lines that a model wrote; `thinks` where something was thought on the way. */
export function makingsOf(db: Database, messageIds: number[]): Map<number, Making & { thinks: boolean }> {
  const rows = db
    .statement(
      `SELECT message_id AS id, brain, model, ms, cost_micro_usd AS micro, thought IS NOT NULL AS thinks FROM answer
       WHERE message_id IN (SELECT value FROM json_each(?))`,
    )
    .all(JSON.stringify(messageIds)) as {
    id: number
    brain: string
    model: string | null
    ms: number
    micro: number
    thinks: number
  }[]
  return new Map(
    rows.map(({ id, brain, model, ms, micro, thinks }) => [
      id,
      { brain, model: model ?? undefined, ms, usd: micro / 1_000_000, thinks: thinks === 1 },
    ]),
  )
}

/** What was thought for an answer; undefined where nothing was, or nobody told. */
export function thoughtOf(db: Database, messageId: number): string | undefined {
  const thought = db.statement('SELECT thought FROM answer WHERE message_id = ?').pluck().get(messageId)
  return typeof thought === 'string' ? thought : undefined
}
