import type { Person } from '../../domain/person.ts'
import { createQuestionReader, plainWords } from '../../lib/text/words.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { Database } from '../../store/database.ts'
import { type FoundMessage, readableBy, readFound, type SearchReader } from '../../store/recall/search.ts'
import { newestIds, readTyped, standing, type TypedLine } from '../../store/recall/typed-search.ts'
import { type EmbedQuery, embedOrUndefined } from './embedding.ts'
import { createSearch, readerOfAll } from './search.ts'
import { findTypedCandidates, type TypedRequest } from './typed-candidates.ts'
import { createHitTest, type HitTest, readTypedQuery, type TypedQuery, type TypedWord } from './typed-query.ts'

export interface TypedResult {
  /** Best first. */
  lines: FoundMessage[]
  isHit: HitTest
}

export type TypedSearch = (
  request: TypedRequest,
  reader: Pick<SearchReader, 'personId' | 'chat' | 'everywhere' | 'isPrivateOnly'>,
  limit: number,
) => TypedResult

/** A beginning is common if this many of the newest messages have it. */
const SAMPLE_MESSAGES = 1000
const MIN_COMMON_MESSAGES = 8

/**
 * Searches while somebody types, in a time that does not grow with the store: complete words and rare beginnings through
 * the index, common beginnings among the newest messages.
 */
export function createTypedSearch(db: Database): TypedSearch {
  const read = createQuestionReader()
  let sample: { upTo: number; personId: number; lines: string[] } | undefined

  /** The sample is renewed after as many new messages as it holds. */
  function isCommon(beginning: string, reader: Parameters<TypedSearch>[1]): boolean {
    const ids = newestIds(db, 1)
    const upTo = Math.floor((ids[0] ?? 0) / SAMPLE_MESSAGES)
    if (sample?.upTo !== upTo || sample.personId !== reader.personId) {
      const lines = readTyped(db, readableBy(reader), newestIds(db, SAMPLE_MESSAGES), {
        filter: {},
        most: SAMPLE_MESSAGES,
      })
      sample = { upTo, personId: reader.personId, lines: lines.map(({ text }) => ` ${plainWords(text).join(' ')}`) }
    }
    return sample.lines.filter((line) => line.includes(` ${beginning}`)).length >= MIN_COMMON_MESSAGES
  }

  return (request, reader, limit) => {
    const query = readTypedQuery(request.words, read)
    const context = {
      db,
      readable: readableBy(reader),
      request,
      isCommon: (beginning: string) => isCommon(beginning, reader),
      formsOf: db.words,
    }
    const ranked = rankTyped(findTypedCandidates(context, query, limit), query, db.words)
    const ids = standing(
      db,
      ranked.map(({ id }) => id),
    ).slice(0, limit)
    return { lines: readFound(db, ids), isHit: createHitTest(query, db.words) }
  }
}

/** The parameters of BM25: repetition, and length relative to the usual number of words. */
const BM25_K1 = 1.2
const BM25_B = 0.6
const USUAL_MESSAGE_WORDS = 40
/** Only the beginning of a message is ranked, so that a very long one costs no more. */
const MAX_RANKED_CHARS = 4000
/** The weight of a word that only begins with the typed one, and the bonus for words side by side. */
const PREFIX_WEIGHT = 0.7
const ADJACENT_BONUS = 0.5

/** Ranks by BM25: more and rarer words in shorter messages first, then the newest. */
function rankTyped(lines: TypedLine[], { words }: TypedQuery, formsOf: (text: string) => string[]): TypedLine[] {
  const counts = lines.map((line) => countHits(line, words, formsOf))
  const rarity = words.map((_, at) => {
    const holders = counts.filter(({ hits }) => (hits[at] ?? 0) > 0).length
    return Math.log(1 + (lines.length + 1) / (holders + 0.5))
  })
  const scored = counts.map(({ line, hits, length, beside }) => {
    const factor = BM25_K1 * (1 - BM25_B + (BM25_B * length) / USUAL_MESSAGE_WORDS)
    const score = hits.reduce(
      (sum, count, at) => sum + ((rarity[at] ?? 0) * count * (BM25_K1 + 1)) / (count + factor),
      0,
    )
    return { line, score: score * (1 + ADJACENT_BONUS * beside) }
  })
  return scored
    .sort((a, b) => b.score - a.score || b.line.at - a.line.at || b.line.id - a.line.id)
    .map(({ line }) => line)
}

function countHits(line: TypedLine, words: TypedWord[], formsOf: (text: string) => string[]) {
  const text = `${line.text.slice(0, MAX_RANKED_CHARS)}\n${line.files}`
  const spelt = plainWords(text)
  let forms: Set<string> | undefined
  const places = words.map((word) => spelt.indexOf(word.spelt))
  const hits = words.map((word) => {
    let exactCount = 0
    let prefixCount = 0
    for (const textWord of spelt) {
      if (textWord === word.spelt) exactCount++
      else if (word.isBeginning && textWord.startsWith(word.spelt)) prefixCount++
    }
    if (exactCount + prefixCount > 0) return exactCount + PREFIX_WEIGHT * prefixCount
    forms ??= new Set(formsOf(text))
    return word.exact.some((form) => forms?.has(form)) ? 1 : 0
  })
  const pairs = places.slice(1).filter((place, previous) => place > 0 && place === (places[previous] ?? -2) + 1).length
  return { line, hits, length: spelt.length, beside: words.length > 1 ? pairs / (words.length - 1) : 0 }
}

interface PageSearchDeps {
  db: Database
  clock: Clock
  timezone: () => string
  /** Undefined if vectors are off. */
  embedQuery: EmbedQuery | undefined
}

/** The search of the page: by words as they are typed, and by meaning only if no message has the words. */
export function createPageSearch({ db, clock, timezone, embedQuery }: PageSearchDeps) {
  const searchTyped = createTypedSearch(db)
  const searchByMeaning = createSearch(db, clock, timezone)
  return async (
    request: TypedRequest,
    { id, role }: Pick<Person, 'id' | 'role'>,
    limit: number,
  ): Promise<TypedResult> => {
    const reader = { ...readerOfAll(id), isPrivateOnly: role !== 'owner' }
    const result = searchTyped(request, reader, limit)
    const { words, ...filter } = request
    const isNarrow = Object.values(filter).some(Boolean)
    if (result.lines.length > 0 || isNarrow || !embedQuery || words.includes('"')) return result
    const meaning = await embedOrUndefined(embedQuery, words)
    return meaning ? { ...result, lines: searchByMeaning(reader, words, limit, meaning) } : result
  }
}
