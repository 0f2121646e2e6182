import { createQuestionReader, plainWords } from '../../lib/text/words.ts'
import type { Database } from '../../store/database.ts'
import { type FoundMessage, readableBy, readFound, type SearchReader } from '../../store/recall/search.ts'
import { newestIds, readTyped, standing } from '../../store/recall/typed-search.ts'
import { lookForTyped, type TypedAsk } from './typed-look.ts'
import { createHitTest, type HitTest, readTypedQuery } from './typed-query.ts'
import { rankTyped } from './typed-rank.ts'

export interface TypedFound {
  /** Best first. */
  lines: FoundMessage[]
  isHit: HitTest
}

export type TypedSearch = (
  asked: TypedAsk,
  reader: Pick<SearchReader, 'personId' | 'chat' | 'everywhere'>,
  limit: number,
) => TypedFound

/** A beginning is common when so many of the newest lines hold it. */
const SAMPLE = 1000
const COMMON_IN = 8

/**
 * Finds while somebody types, over everything, in a time that does not grow with what is stored: complete words and rare
 * beginnings by the index, common beginnings among the newest lines.
 */
export function createTypedSearch(db: Database): TypedSearch {
  const read = createQuestionReader()
  let sample: { upTo: number; lines: string[] } | undefined

  /** Read anew after as many lines again. */
  function isCommon(beginning: string, reader: Parameters<TypedSearch>[1]): boolean {
    const ids = newestIds(db, 1)
    const upTo = Math.floor((ids[0] ?? 0) / SAMPLE)
    if (sample?.upTo !== upTo) {
      const lines = readTyped(db, readableBy(reader), newestIds(db, SAMPLE), { filter: {}, most: SAMPLE })
      sample = { upTo, lines: lines.map(({ text }) => ` ${plainWords(text).join(' ')}`) }
    }
    return sample.lines.filter((line) => line.includes(` ${beginning}`)).length >= COMMON_IN
  }

  return (asked, reader, limit) => {
    const query = readTypedQuery(asked.words, read)
    const look = {
      db,
      readable: readableBy(reader),
      asked,
      isCommon: (beginning: string) => isCommon(beginning, reader),
      formsOf: db.words,
    }
    const ranked = rankTyped(lookForTyped(look, query, limit), query, db.words)
    const ids = standing(
      db,
      ranked.map(({ id }) => id),
    ).slice(0, limit)
    return { lines: readFound(db, ids), isHit: createHitTest(query, db.words) }
  }
}
