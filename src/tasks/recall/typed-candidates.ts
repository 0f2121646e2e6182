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
  /** Empty: whatever fits the rest. */
  words: string
  /** By a name they go by. */
  person?: string | undefined
}

export interface TypedLook {
  db: Database
  readable: Readable
  asked: TypedRequest
  /** Whether so many lines hold a word that begins so that the index would take long to name them. */
  isCommon: (beginning: string) => boolean
  /** What a text is found by. */
  formsOf: (text: string) => string[]
}

/** So many lines are put in order, the newest that fit. */
const MAX_RANKED = 200
/** So many are read one by one: for a word that begins too many others, or where no more fit the rest. */
const MAX_READ = 1500
/** So many lines that hold the words are passed over for those that fit the rest. */
const MAX_CHECKED = 6000

/** The newest lines that hold all of the words, and where they are fewer than wanted, those that hold some. */
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

  /** The index names those that hold the other words; whether a word begins so is seen in the lines themselves. */
  function begun(): TypedLine[] {
    const ids = sure.length === 0 ? newestIds(db, MAX_READ) : idsHolding(sure.map(soughtOf), MAX_READ)
    return read(ids, (line) => open.every((word) => begins(line, word)) && saysSo(line))
  }

  function isFoundBy({ text, files }: TypedLine, { exact }: TypedWord): boolean {
    const forms = formsOf(`${text}\n${files}`)
    return exact.some((form) => forms.includes(form))
  }

  /** What is left where somebody said little, or little was said then or there. */
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
  // Most lines do not, and need not be taken apart for that; what is written with accents is.
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
