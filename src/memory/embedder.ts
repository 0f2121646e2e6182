import type { Meaning } from '../domain/recall.ts'
import { healthMessages } from '../messages/health-messages.ts'
import type { LocalizedText } from '../messages/localized.ts'

/** The result. A reason contains no address, key or text. */
export type Embedded =
  | { status: 'made'; meanings: Meaning[] }
  | {
      status: 'failed'
      reason: LocalizedText
      /** The service refuses these texts, so asking again is useless. */
      refused?: boolean
      /** How long to wait, if the service said so. */
      waitMs?: number
    }

/** Computes the meaning of texts. */
export interface Embedder {
  /** Vectors of different models cannot be compared. */
  readonly model: string
  /** Returns one meaning for each text, in order. Never rejects. */
  embed(texts: string[], signal: AbortSignal): Promise<Embedded>
  close(): Promise<void>
}

/** More than any known model has, and too much to store for every line. */
const MAX_DIMENSIONS = 8192

/** Checks that there are as many vectors as expected, that all have the same dimension, and that none is zero. */
export function toMeanings(model: string, rows: ArrayLike<number>[], expected: number): Embedded {
  const dimension = rows[0]?.length ?? 0
  const fits = rows.length === expected && dimension > 0 && dimension <= MAX_DIMENSIONS
  if (!fits || rows.some((row) => row.length !== dimension)) return invalidVectors()
  const vectors = rows.map(normalize)
  if (vectors.some((vector) => vector === undefined)) return invalidVectors()
  return { status: 'made', meanings: vectors.flatMap((vector) => (vector ? [{ model, vector }] : [])) }
}

function invalidVectors(): Embedded {
  return { status: 'failed', reason: healthMessages.embedder.noVectors }
}

function normalize(row: ArrayLike<number>): Float32Array | undefined {
  const vector = Float32Array.from(row)
  const length = Math.hypot(...vector)
  return Number.isFinite(length) && length > 0 ? vector.map((value) => value / length) : undefined
}
