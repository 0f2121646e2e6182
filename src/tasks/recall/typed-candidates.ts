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
import { holdersOfAll, type Sought } from '../../store/recall/word-index.ts'
import { listsFor } from '../../store/recall/word-lists.ts'
import type { TypedQuery, TypedWord } from './typed-query.ts'

export interface TypedRequest extends TypedFilter {
  /** If empty, only the other filters count. */
  words: string
  /** The author, by any of their names. */
  person?: string | undefined
}

export interface TypedLook {
  db: Database
  readable: Readable
  asked: TypedRequest
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
export function findTypedCandidates(look: TypedLook, { words, phrases }: TypedQuery, wanted: number): TypedLine[] {
  const { db, readable, asked, isCommon, formsOf } = look
  const lists = listsFor(db, readable)
  const names = plainWords(asked.person ?? '')
  const isCalled = ({ name }: TypedLine) => names.length === 0 || holdsEach(plainWords(name), names)
  const read = (ids: number[], isWanted: (line: TypedLine) => boolean) =>
    readTyped(db, readable, ids, {
      filter: asked,
      isWanted: (line) => isCalled(line) && isWanted(line),
      most: MAX_RANKED,
    })
  const saysSo = (line: TypedLine) => phrases.length === 0 || holdsPhrases(line, phrases)

  const few = fewLines()
  if (few)
    return read(few, (line) => saysSo(line) && words.every((word) => begins(line, word) || isFoundBy(line, word)))
  if (words.length === 0) return read(newestIds(db, MAX_READ), saysSo)
  const open = words.filter((word) => word.isBeginning && isCommon(word.spelt))
  const sure = words.filter((word) => !open.includes(word))
  const whole = holders(words.map(soughtOf))
  const all = open.length === 0 ? whole : merged(whole, begun())
  if (all.length >= wanted || words.length === 1 || phrases.length > 0) return all
  return merged(all, ...words.map((word) => holders([soughtOf(word)]).slice(0, MAX_RANKED / words.length)))

  /** The index finds the other words. The common beginnings are checked in the messages themselves. */
  function begun(): TypedLine[] {
    const ids = sure.length === 0 ? newestIds(db, MAX_READ) : idsHolding(sure.map(soughtOf), MAX_READ)
    return read(ids, (line) => open.every((word) => begins(line, word)) && saysSo(line))
  }

  function isFoundBy({ text, files }: TypedLine, { exact }: TypedWord): boolean {
    const forms = formsOf(`${text}\n${files}`)
    return exact.some((form) => forms.includes(form))
  }

  /** All candidates, if the author, the time or the place leaves only a few. */
  function fewLines(): number[] | undefined {
    const said = names.length === 0 ? undefined : holdersOfAll(db, lists, { words: [], names }, { most: MAX_READ })
    return said && said.length < MAX_READ ? said : idsOfFew(db, readable, asked, MAX_READ)
  }

  function soughtOf({ exact, spelt, isBeginning }: TypedWord): Sought {
    return { exact, beginning: isBeginning && !isCommon(spelt) ? spelt : undefined }
  }

  function idsHolding(sought: Sought[], most: number): number[] {
    return holdersOfAll(db, lists, { words: sought, names: [] }, { ...reachOf(db, readable, asked), most })
  }

  function holders(sought: Sought[]): TypedLine[] {
    const isNarrow =
      names.length > 0 || phrases.length > 0 || asked.channel || asked.withFiles || asked.from || asked.until
    return read(idsHolding(sought, isNarrow ? MAX_CHECKED : MAX_RANKED), saysSo)
  }
}

function begins({ text, files }: TypedLine, { spelt, isBeginning }: TypedWord): boolean {
  const lower = `${text}\n${files}`.toLowerCase()
  // A quick test that rules out most messages. It works only without accents.
  if (isAscii(lower) && !lower.includes(spelt)) return false
  return plainWords(lower).some((word) => (isBeginning ? word.startsWith(spelt) : word === spelt))
}

function holdsPhrases({ text, files }: TypedLine, phrases: string[][]): boolean {
  const spelt = ` ${plainWords(`${text}\n${files}`).join(' ')} `
  return phrases.every((phrase) => spelt.includes(` ${phrase.join(' ')} `))
}

function holdsEach(its: string[], wanted: string[]): boolean {
  return wanted.every((word) => its.includes(word))
}

function merged(...lists: TypedLine[][]): TypedLine[] {
  return [...new Map(lists.flat().map((line) => [line.id, line])).values()]
}
