import { createRequire } from 'node:module'
import type * as SqliteVec from 'sqlite-vec'
import type { Meaning, Readable } from '../../domain/recall.ts'
import type { Database } from '../database.ts'
import { mayReadParameters, searchScopes } from './readable.ts'
import { packVector } from './vector-index.ts'

/**
 * Only this many of the newest lines are compared by meaning, which takes a tenth of a second. Older ones are found by
 * words.
 */
const NEWEST_LINES = 200_000
/** Comparing signs is a rough measure, so the best matches are compared in full. */
const COMPARED_IN_FULL = 400

// Loaded with the first search by meaning, because most daemons never do one.
const load = createRequire(import.meta.url)

/** Loads the vector functions into this connection. Returns a reason if there are none for this machine. */
export function loadVectors(db: Database): { problem?: string } {
  try {
    const vectors = load('sqlite-vec') as typeof SqliteVec
    vectors.load(db.raw)
    return {}
  } catch (error) {
    return { problem: (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '' }
  }
}

/** Finds lines by meaning. Finds nothing without vectors of the same model. */
export function createVectorLookup(db: Database) {
  let loaded: boolean | undefined
  const comparable = ({ model, vector }: Meaning) => {
    loaded ??= loadVectors(db).problem === undefined
    return loaded && db.statement(MADE_BY).get(model, vector.length) !== undefined
  }
  return {
    /** The nearest first, none newer than `asOf`. */
    nearest(readable: Readable, meaning: Meaning, { most, asOf }: { most: number; asOf: Date }): number[] {
      if (!comparable(meaning)) return []
      const { bits, vector } = packVector(meaning.vector)
      const parameters = { bits, asOf: asOf.getTime(), ...mayReadParameters(readable) }
      const rough = searchScopes(db, readable).flatMap(
        (part) => db.statement(roughSearch[part]).all(parameters) as Apart[],
      )
      const ids = rough.toSorted((a, b) => a.apart - b.apart).slice(0, COMPARED_IN_FULL)
      const exact = db.statement(EXACT_SEARCH).all(vector, JSON.stringify(ids.map(({ id }) => id))) as Apart[]
      return exact
        .toSorted((a, b) => a.apart - b.apart || b.id - a.id)
        .slice(0, most)
        .map(({ id }) => id)
    },
    /** The similarity of each line, from -1 to 1. Lines without a vector are left out. */
    likeness(meaning: Meaning, ids: number[]): Map<number, number> {
      if (!comparable(meaning)) return new Map()
      const { vector } = packVector(meaning.vector)
      const rows = db.statement(EXACT_SEARCH).all(vector, JSON.stringify(ids)) as Apart[]
      return new Map(rows.map(({ id, apart }) => [id, 1 - apart]))
    },
  }
}

interface Apart {
  id: number
  apart: number
}

const MADE_BY = 'SELECT 1 FROM vector_model WHERE model = ? AND dimension = ?'

const sketches = (index: string, whose: string) =>
  `SELECT message_id AS id, vec_distance_hamming(vec_bit(bits), vec_bit(@bits)) AS apart
   FROM (SELECT message_id, bits FROM message_vector INDEXED BY ${index} WHERE ${whose} AND at <= @asOf
     ORDER BY message_id DESC LIMIT ${NEWEST_LINES})
   ORDER BY apart LIMIT ${COMPARED_IN_FULL}`
const roughSearch = {
  here: sketches('message_vector_sketch', 'chat = @here'),
  own: sketches('message_vector_owner', 'owner_id = @allChatsOf'),
}

const EXACT_SEARCH = `SELECT message_id AS id, vec_distance_cosine(vec_int8(vector), vec_int8(?)) AS apart
  FROM json_each(?) AS wanted JOIN message_vector ON message_id = wanted.value`
