import type { Meaning } from '../../domain/recall.ts'
import type { Database } from '../database.ts'
import { HEAD_CHARS, packVector } from '../recall/vector-index.ts'
import { loadVectors } from '../recall/vectors.ts'

/** A passage of the library that has no vector yet. */
export interface UnembeddedPassage {
  id: number
  text: string
}

const REMOVED_AT_ONCE = 2000
/** Comparing signs is a rough measure, so the best matches are compared in full. */
const COMPARED_IN_FULL = 400

/** Deletes some vectors of other models. Returns false if there were none. */
export function dropOtherPassageVectors(db: Database, model: string): boolean {
  const other = db.statement('SELECT 1 FROM library_vector WHERE model <> ? LIMIT 1')
  if (other.pluck().get(model) === undefined) return false
  const drop = db.statement(
    'DELETE FROM library_vector WHERE passage_id IN (SELECT passage_id FROM library_vector WHERE model <> ? LIMIT ?)',
  )
  return drop.run(model, REMOVED_AT_ONCE).changes > 0
}

/** Files are filed one after the other, so all passages up to the last vector have theirs. */
export function nextUnembeddedPassages(db: Database, limit: number): UnembeddedPassage[] {
  return db
    .statement(
      `SELECT library_passage.id, substr(heading || char(10) || text, 1, ${HEAD_CHARS}) AS text
       FROM library_passage JOIN library_file ON library_file.id = file_id
       WHERE library_passage.id > (SELECT coalesce(max(passage_id), 0) FROM library_vector) AND state = 'filed'
       ORDER BY library_passage.id LIMIT ?`,
    )
    .all(limit) as UnembeddedPassage[]
}

/** A passage that no model could read gets an empty vector and is not tried again. */
export function keepPassageVectors(
  db: Database,
  model: string,
  passages: UnembeddedPassage[],
  meanings: (Meaning | undefined)[],
): void {
  db.transaction(() => {
    // A passage may have been removed meanwhile.
    const insert = db.statement(
      `INSERT OR REPLACE INTO library_vector (passage_id, model, bits, vector)
       SELECT id, @model, @bits, @vector FROM library_passage WHERE id = @id`,
    )
    passages.forEach(({ id }, place) => {
      const packed = meanings[place] ? packVector(meanings[place].vector) : { bits: null, vector: null }
      insert.run({ id, model, ...packed })
    })
  })
}

/** The passages nearest in meaning, best first, and how similar each is: 1 for the nearest, 0 for one in the middle. */
export function createPassageLookup(
  db: Database,
): (meaning: Meaning, most: number) => { id: number; similarity: number }[] {
  let loaded: boolean | undefined
  return ({ model, vector: asked }, most) => {
    loaded ??= loadVectors(db).problem === undefined
    if (!loaded) return []
    const { bits, vector } = packVector(asked)
    const rough = db.statement(ROUGH_SEARCH).all({ bits, bytes: bits.length, model }) as Apart[]
    const exact = db.statement(EXACT_SEARCH).all(vector, JSON.stringify(rough.map(({ id }) => id))) as Apart[]
    const sorted = exact.toSorted((a, b) => a.apart - b.apart || b.id - a.id)
    const middle = sorted[Math.floor((sorted.length - 1) / 2)]?.apart ?? 0
    const range = Math.max(middle - (sorted[0]?.apart ?? 0), Number.EPSILON)
    return sorted.slice(0, most).map(({ id, apart }) => ({ id, similarity: Math.max(0, (middle - apart) / range) }))
  }
}

interface Apart {
  id: number
  apart: number
}

const ROUGH_SEARCH = `SELECT passage_id AS id, vec_distance_hamming(vec_bit(bits), vec_bit(@bits)) AS apart
  FROM library_vector INDEXED BY library_vector_sketch
  WHERE model = @model AND bits IS NOT NULL AND length(bits) = @bytes ORDER BY apart LIMIT ${COMPARED_IN_FULL}`

const EXACT_SEARCH = `SELECT passage_id AS id, vec_distance_cosine(vec_int8(vector), vec_int8(?)) AS apart
  FROM json_each(?) AS wanted JOIN library_vector ON passage_id = wanted.value`
