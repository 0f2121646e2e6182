import { lazy } from '../lazy.ts'
import { stem } from './stem.ts'
import { createWordTable, wordSigns } from './word-table.ts'

/**
 * Reads the words that are worth finding a text by, in order: lower case, without accents, stemmed, without the small
 * words that stand everywhere. Scripts that put no space between words are taken two characters at a time, Han also
 * singly. It remembers the stems it has seen, for stemming is most of the work; a small word has none.
 */
export function createWordReader(most?: number): (text: string) => string[] {
  return createWordsAs((word) => word, most)
}

/** The same, with what stands for each word: it is asked for once for all the times the word comes up. */
export function createWordsAs<T>(standIn: (word: string) => T, most = 60_000): (text: string) => T[] {
  const make = (word: string) => (small.has(word) ? undefined : standIn(stem(word)))
  const table = createWordTable(most, make)
  const others = new Map<string, T | undefined>()
  return (text) => {
    const words: T[] = []
    return readAscii(text, words) ? words : readAny(text)
  }

  /** False when there is more in it than ASCII. */
  function readAscii(text: string, words: T[]): boolean {
    let from = -1
    for (let at = 0; at <= text.length; at++) {
      const code = at < text.length ? text.charCodeAt(at) : SPACE
      if (code > 127) return false
      if (wordSigns[code] !== 0) {
        if (from < 0) from = at
        continue
      }
      if (from >= 0) {
        const known = table(text, from, at)
        if (known !== undefined) words.push(known)
        from = -1
      }
      if (code === APOSTROPHE) at += cliticAfter(text, at)
    }
    return true
  }

  function readAny(text: string): T[] {
    return plainWords(text).flatMap((word) => {
      if (!others.has(word)) {
        if (others.size >= most) others.clear()
        others.set(word, make(word))
      }
      return others.get(word) ?? []
    })
  }
}

const SPACE = 32
const APOSTROPHE = 39

/** How many letters of "'s", "'ll" and their like follow an apostrophe. */
function cliticAfter(text: string, at: number): number {
  asciiClitic.lastIndex = at
  return asciiClitic.test(text) ? asciiClitic.lastIndex - at - 1 : 0
}

/** Changes whenever the reader answers differently: what was indexed before is then indexed anew. */
export const WORDS_VERSION = '1'

/** All words of a text, neither stemmed nor sifted. */
export function plainWords(text: string): string[] {
  const lower = text.toLowerCase().replaceAll(clitic, '')
  // Half the time, and nearly always enough: the property classes of Unicode are slow to match.
  if (asciiOnly.test(lower)) return lower.match(asciiWord) ?? []
  const words = foldAccents(lower).match(anyWord()) ?? []
  return words.flatMap((word) => (unspaced().test(word) ? pairsOf(word) : [word]))
}

const asciiOnly = /^[^\u0080-\uffff]*$/
const asciiWord = /[a-z0-9]+/g
// A class of Unicode takes a while to be read, and most of what is said needs none.
const anyWord = lazy(() => /[\p{L}\p{N}\p{M}]+/gu)
const clitic = /['’](?:s|t|re|ve|ll|d|m)\b/g
const asciiClitic = /'(?:s|t|re|ve|ll|d|m)\b/iy
const unspaced = lazy(
  () =>
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u,
)
const han = lazy(() => /\p{Script=Han}/u)

/** Marks of Latin, Greek and Cyrillic go; those that make another letter, as in Japanese or Thai, stay. */
function foldAccents(lower: string): string {
  return lower
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replaceAll('ß', 'ss')
}

function pairsOf(run: string): string[] {
  const characters = Array.from(run)
  const pairs = characters.slice(1).map((character, at) => `${characters[at]}${character}`)
  const singles = characters.filter((character) => han().test(character))
  return pairs.length === 0 && singles.length === 0 ? [run] : [...pairs, ...singles]
}

const small = new Set(
  `a about after again all also am an and any are aren as at b be because been before being both but by c can could
  couldn d did didn do does doesn doing don e each else even ever f few for from g get got h had hadn has hasn have
  haven having he her here hers him his how i if in into is isn it its j just k l let like m me more most my n no nor
  not now o of off ok okay on only or other our ours out over own p q r s same she should shouldn so some such t than
  that the their theirs them then there these they this those through to too u under until up us v very w was wasn we
  were weren what when where which while who whom whose why will with would wouldn x y yes you your yours z`.split(
    /\s+/,
  ),
)
