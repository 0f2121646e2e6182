import type { ChatId } from '../../domain/ids.ts'
import type { Meaning } from '../../domain/recall.ts'
import type { Database } from '../database.ts'

/** A line that has no vector yet. */
export interface Unembedded {
  id: number
  chat: ChatId
  at: number
  text: string
}

/** The beginning of a very long line shows its topic, and models read no more of it anyway. */
export const HEAD_CHARS = 2000

/** Nobody else can write during a deletion, and there may be a vector for each of a million lines. */
const REMOVED_AT_ONCE = 2000

/**
 * From now on vectors are made by this model. Vectors of another model are deleted in batches; returns false while some
 * are left, and until then nothing is found by meaning.
 */
export function beginVectors(db: Database, model: string): boolean {
  return db.transaction(() => {
    if (readModel(db)?.model === model) return true
    const gone = db
      .statement('DELETE FROM message_vector WHERE message_id IN (SELECT message_id FROM message_vector LIMIT ?)')
      .run(REMOVED_AT_ONCE).changes
    if (gone === REMOVED_AT_ONCE) return false
    const last = db.statement('SELECT coalesce(max(id), 0) FROM message').pluck().get() as number
    db.statement('DELETE FROM vector_model').run()
    db.statement('INSERT INTO vector_model (id, model, from_id, to_id) VALUES (1, ?, ?, ?)').run(model, last + 1, last)
    return true
  })
}

/** Lines without a vector: newer ones than the present run first, then older ones, newest first. */
export function nextUnembedded(db: Database, limit: number): Unembedded[] {
  const run = readModel(db)
  if (!run) return []
  const fresh = db.statement(`${conversationLines} AND id > ? ORDER BY id LIMIT ?`).all(run.toId, limit) as Unembedded[]
  if (fresh.length > 0) return fresh
  return db.statement(`${conversationLines} AND id < ? ORDER BY id DESC LIMIT ?`).all(run.fromId, limit) as Unembedded[]
}

/**
 * Stores the vectors of these lines. A line that no model could read gets none and is not tried again. A model that now
 * returns another dimension counts as another model, and its earlier vectors are deleted.
 */
export function keepVectors(db: Database, model: string, lines: Unembedded[], meanings: (Meaning | undefined)[]): void {
  const dimension = meanings.find((meaning) => meaning !== undefined)?.vector.length
  db.transaction(() => {
    const run = readModel(db)
    if (run?.model !== model) return
    if (dimension !== undefined && run.dimension !== dimension) {
      if (run.dimension !== 0) {
        // No model has an empty name, so the next `beginVectors` deletes everything.
        db.statement("UPDATE vector_model SET model = ''").run()
        return
      }
      db.statement('UPDATE vector_model SET dimension = ?').run(dimension)
    }
    const insert = db.statement(
      `INSERT INTO message_vector (message_id, chat, at, bits, vector, owner_id)
       VALUES (@id, @chat, @at, @bits, @vector, (SELECT owner_id FROM chat WHERE id = @chat))
       ON CONFLICT DO UPDATE SET bits = excluded.bits, vector = excluded.vector`,
    )
    lines.forEach(({ id, chat, at }, place) => {
      const packed = meanings[place] && packVector(meanings[place].vector)
      if (packed) insert.run({ id, chat, at, ...packed })
    })
    const ids = lines.map(({ id }) => id)
    db.statement('UPDATE vector_model SET from_id = min(from_id, ?), to_id = max(to_id, ?)').run(
      Math.min(...ids),
      Math.max(...ids),
    )
  })
}

/** The progress, to show to people. */
export function countVectors(db: Database): { model: string; dimension: number; lines: number } | undefined {
  const run = readModel(db)
  if (!run) return undefined
  const lines = db.statement('SELECT count(*) FROM message_vector').pluck().get() as number
  return { model: run.model, dimension: run.dimension, lines }
}

interface Run {
  model: string
  dimension: number
  fromId: number
  toId: number
}

function readModel(db: Database): Run | undefined {
  return db.statement('SELECT model, dimension, from_id AS fromId, to_id AS toId FROM vector_model').get() as
    | Run
    | undefined
}

const conversationLines = `SELECT id, chat, at, substr(text, 1, ${HEAD_CHARS}) AS text FROM message WHERE kind = 'conversation' AND trim(text) <> ''
  AND id NOT IN (SELECT message_id FROM deleted_message)`

/**
 * A vector as it is stored: its signs, and one byte per number. Measured: this does not change which lines are nearest.
 */
export function packVector(vector: Float32Array): { bits: Buffer; vector: Buffer } {
  const largest = vector.reduce((top, value) => Math.max(top, Math.abs(value)), Number.MIN_VALUE)
  const bits = Buffer.alloc(Math.ceil(vector.length / 8))
  vector.forEach((value, at) => {
    if (value > 0) bits[at >> 3] = (bits[at >> 3] ?? 0) | (1 << (at & 7))
  })
  // The angle between two vectors does not depend on their lengths, so each is scaled to use the whole byte.
  const bytes = Int8Array.from(vector, (value) => Math.round((value / largest) * 127))
  return { bits, vector: Buffer.from(bytes.buffer) }
}
