import type { Readable } from '../../domain/recall.ts'
import { isAscii } from '../../lib/text/language/spelling.ts'
import { plainWords } from '../../lib/text/words.ts'
import type { Database } from '../../store/database.ts'
import {
  idsOfFew,
  newestIds,
  reachOf,
  readTyped,
  type TypedFilter,
  type TypedLine,
} from '../../store/recall/typed-search.ts'
import { messagesContainingAll, type Sought } from '../../store/recall/word-index.ts'
import { listsFor } from '../../store/recall/word-lists.ts'
import type { TypedQuery, TypedWord } from './typed-query.ts'

export interface TypedRequest extends TypedFilter {
  /** If empty, only the other filters count. */
  words: string
  /** The author, by any of their names. */
  person?: string | undefined
}

export interface TypedSearchContext {
  db: Database
  readable: Readable
  request: TypedRequest
  /** Whether so many messages have words with this beginning that the index would be slow. */
  isCommon: (beginning: string) => boolean
  /** The forms by which a text is found. */
  formsOf: (text: string) => string[]
}

/** How many of the newest matches are ranked. */
const MAX_RANKED = 200
/** How many messages are read one by one, for common beginnings or if few messages match the filters. */
const MAX_READ = 1500
/** How many matches by words are checked against the other filters. */
const MAX_CHECKED = 6000

/** The newest messages with all of the words. If there are too few, also messages with some of them. */
export function findTypedCandidates(
  context: TypedSearchContext,
  { words, phrases }: TypedQuery,
  wanted: number,
): TypedLine[] {
  const { db, readable, request, isCommon, formsOf } = context
  const lists = listsFor(db, readable)
  const names = plainWords(request.person ?? '')
  const isByAuthor = ({ name }: TypedLine) => names.length === 0 || includesAll(plainWords(name), names)
  const read = (ids: number[], isWanted: (line: TypedLine) => boolean) =>
    readTyped(db, readable, ids, {
      filter: request,
      isWanted: (line) => isByAuthor(line) && isWanted(line),
      most: MAX_RANKED,
    })
  const hasPhrases = (line: TypedLine) => phrases.length === 0 || holdsPhrases(line, phrases)

  const fewIds = fewLines()
  if (fewIds)
    return read(
      fewIds,
      (line) => hasPhrases(line) && words.every((word) => hasWord(line, word) || isFoundBy(line, word)),
    )
  if (words.length === 0) return read(newestIds(db, MAX_READ), hasPhrases)
  const commonWords = words.filter((word) => word.isBeginning && isCommon(word.spelt))
  const rareWords = words.filter((word) => !commonWords.includes(word))
  const indexed = findHolders(words.map(toSought))
  const matches = commonWords.length === 0 ? indexed : mergeById(indexed, readCommon())
  if (matches.length >= wanted || words.length === 1 || phrases.length > 0) return matches
  return mergeById(matches, ...words.map((word) => findHolders([toSought(word)]).slice(0, MAX_RANKED / words.length)))

  /** The index finds the other words. The common beginnings are checked in the messages themselves. */
  function readCommon(): TypedLine[] {
    const ids = rareWords.length === 0 ? newestIds(db, MAX_READ) : idsHolding(rareWords.map(toSought), MAX_READ)
    return read(ids, (line) => commonWords.every((word) => hasWord(line, word)) && hasPhrases(line))
  }

  function isFoundBy({ text, files }: TypedLine, { exact }: TypedWord): boolean {
    const forms = formsOf(`${text}\n${files}`)
    return exact.some((form) => forms.includes(form))
  }

  /** All candidates, if the author, the time or the place leaves only a few. */
  function fewLines(): number[] | undefined {
    const named =
      names.length === 0 ? undefined : messagesContainingAll(db, lists, { words: [], names }, { most: MAX_READ })
    return named && named.length < MAX_READ ? named : idsOfFew(db, readable, request, MAX_READ)
  }

  function toSought({ exact, spelt, isBeginning }: TypedWord): Sought {
    return { exact, beginning: isBeginning && !isCommon(spelt) ? spelt : undefined }
  }

  function idsHolding(terms: Sought[], limit: number): number[] {
    return messagesContainingAll(
      db,
      lists,
      { words: terms, names: [] },
      { ...reachOf(db, readable, request), most: limit },
    )
  }

  function findHolders(terms: Sought[]): TypedLine[] {
    const isNarrow =
      names.length > 0 || phrases.length > 0 || request.channel || request.withFiles || request.from || request.until
    return read(idsHolding(terms, isNarrow ? MAX_CHECKED : MAX_RANKED), hasPhrases)
  }
}

function hasWord({ text, files }: TypedLine, { spelt, isBeginning }: TypedWord): boolean {
  const lower = `${text}\n${files}`.toLowerCase()
  // A quick test that rules out most messages. It works only without accents.
  if (isAscii(lower) && !lower.includes(spelt)) return false
  return plainWords(lower).some((word) => (isBeginning ? word.startsWith(spelt) : word === spelt))
}

function holdsPhrases({ text, files }: TypedLine, phrases: string[][]): boolean {
  const spelt = ` ${plainWords(`${text}\n${files}`).join(' ')} `
  return phrases.every((phrase) => spelt.includes(` ${phrase.join(' ')} `))
}

function includesAll(available: string[], words: string[]): boolean {
  return words.every((word) => available.includes(word))
}

function mergeById(...lists: TypedLine[][]): TypedLine[] {
  return [...new Map(lists.flat().map((line) => [line.id, line])).values()]
}
