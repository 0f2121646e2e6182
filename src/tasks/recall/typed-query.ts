import { isUnspaced } from '../../lib/text/language/spelling.ts'
import { type AskedWord, plainWords } from '../../lib/text/words.ts'
import { type SearchTerm, searchTermsOf } from './search-terms.ts'

/** What somebody has typed so far into a search field. */
export interface TypedQuery {
  words: TypedWord[]
  /** The words of each quoted phrase, which must occur in this order. */
  phrases: string[][]
}

/** A word that may be unfinished, so it also matches words that begin with it. */
export interface TypedWord extends Pick<SearchTerm, 'spelt' | 'exact'> {
  isBeginning: boolean
}

const quotedPattern = /"([^"]+)"|“([^“”]+)”|„([^„“”]+)[“”]|«([^«»]+)»/g
const MIN_PREFIX_CHARS = 2

export function readTypedQuery(text: string, read: (text: string) => AskedWord[]): TypedQuery {
  const phrases: string[][] = []
  const rest = text.replaceAll(quotedPattern, (_, ...groups: (string | undefined)[]) => {
    const phrase = plainWords(groups.slice(0, 4).find(Boolean) ?? '')
    if (phrase.length > 0) phrases.push(phrase)
    return ' '
  })
  const phraseWords = toTypedWords(phrases.flat().join(' '), read).map((word) => ({ ...word, isBeginning: false }))
  const looseWords = toTypedWords(rest, read)
  // Common words are ignored, but the last one may be the beginning of another word.
  const last = plainWords(rest).at(-1)
  const words = [...phraseWords, ...looseWords]
  return {
    words: words.length === 0 && last ? [{ spelt: last, exact: [], isBeginning: isBeginning(last) }] : words,
    phrases,
  }
}

function toTypedWords(text: string, read: (text: string) => AskedWord[]): TypedWord[] {
  return searchTermsOf(text, read).map(({ spelt, exact }) => ({ spelt, exact, isBeginning: isBeginning(spelt) }))
}

function isBeginning(spelt: string): boolean {
  return spelt.length >= MIN_PREFIX_CHARS && !isUnspaced(spelt)
}

/** Tests whether a word of a text matches one that was typed. */
export type HitTest = (word: string) => boolean

/** Matches by spelling or by another form of the word. */
export function createHitTest({ words }: TypedQuery, formsOf: (word: string) => string[]): HitTest {
  const exact = new Set(words.flatMap((word) => word.exact))
  const beginnings = words.filter((word) => word.isBeginning).map(({ spelt }) => spelt)
  // In scripts without spaces, parts of a word count too.
  const spelt = new Set(words.flatMap((word) => [word.spelt, ...plainWords(word.spelt)]))
  return (word) =>
    spelt.has(word) ||
    beginnings.some((beginning) => word.startsWith(beginning)) ||
    (exact.size > 0 && formsOf(word).some((form) => exact.has(form)))
}
