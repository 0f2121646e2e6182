import type { Meaning } from '../domain/recall.ts'

/** What came of it. A reason holds no address, no key and nothing of the texts. */
export type Embedded =
  | { status: 'made'; meanings: Meaning[] }
  | {
      status: 'failed'
      reason: string
      /** These texts are not wanted, whoever asks again. */
      refused?: boolean
      /** When to come back, if it was said. */
      waitMs?: number
    }

/** Tells what texts mean. */
export interface Embedder {
  /** By name: what another model made cannot be compared. */
  readonly model: string
  /** One for each text, in their order. Never rejects. */
  embed(texts: string[], signal: AbortSignal): Promise<Embedded>
  close(): Promise<void>
}

/** A model of more is none we know of, and a page of numbers for every line that was ever said. */
const MAX_DIMENSIONS = 8192

/** As many as were asked for, of one dimension, each a direction: anything else is not what a model makes. */
export function toMeanings(model: string, rows: ArrayLike<number>[], expected: number): Embedded {
  const dimension = rows[0]?.length ?? 0
  const fits = rows.length === expected && dimension > 0 && dimension <= MAX_DIMENSIONS
  if (!fits || rows.some((row) => row.length !== dimension)) return strange()
  const vectors = rows.map(ofLengthOne)
  if (vectors.some((vector) => vector === undefined)) return strange()
  return { status: 'made', meanings: vectors.flatMap((vector) => (vector ? [{ model, vector }] : [])) }
}

function strange(): Embedded {
  return { status: 'failed', reason: 'what came back are no vectors' }
}

function ofLengthOne(row: ArrayLike<number>): Float32Array | undefined {
  const vector = Float32Array.from(row)
  const length = Math.hypot(...vector)
  return Number.isFinite(length) && length > 0 ? vector.map((value) => value / length) : undefined
}
