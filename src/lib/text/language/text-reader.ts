import { createWordTable, hashOn, wordSigns } from '../word-table.ts'
import { languages as everyLanguage, guess, type Script, scripts, tell, type Votes } from './language-guess.ts'
import { groupedNumbers, type Joining, speltWords } from './spelling.ts'
import type { TextLanguage } from './stop-words.ts'

/** What a word says about the text it is in. */
export interface WordHints {
  /** The index of the script whose languages it may belong to. */
  script: number | undefined
  votes: Votes
  joins: Joining
  /** Lower case, without accents. */
  plain: string
}

export interface TextRead<W> {
  /** In order. Valid until the next text is read. */
  words: readonly W[]
  /** The languages of a script's words, the likeliest first. Returns the same array for the same languages. */
  languagesOf(script: number): readonly TextLanguage[]
}

/** Splits a text into words, caches the facts of each word, and lets the words decide the language. */
export function createTextReader<W extends WordHints>(
  know: (spelt: string) => W,
  most: number,
): (text: string) => TextRead<W> {
  const table = createWordTable(most, know)
  let others = new Map<string, W>()
  let olderOthers = others
  const told = new Int32Array(everyLanguage.length)
  const chosen = scripts.map((): readonly TextLanguage[] | undefined => undefined)
  const lists = new Map<string, readonly TextLanguage[]>(
    scripts.flatMap(({ alone, unsure }) => [unsure, alone].map((list) => [list.join(), list])),
  )
  let words: W[] = []

  return (text) => {
    words = []
    told.fill(0)
    chosen.fill(undefined)
    if (!readAscii(text)) {
      words = []
      for (const spelt of speltWords(text)) words.push(other(spelt))
    }
    joinNumbers(text)
    count()
    return { words, languagesOf }
  }

  function languagesOf(script: number): readonly TextLanguage[] {
    const known = chosen[script]
    if (known) return known
    const guessed = guess(scripts[script] as Script, told)
    const key = guessed.join()
    const list = lists.get(key) ?? guessed
    lists.set(key, list)
    chosen[script] = list
    return list
  }

  /** "5 km" also counts as "5km", and "1,200" as "1200", because people write both. */
  function joinNumbers(text: string): void {
    const last = words.length
    let isGrouped = false
    for (let at = 1; at < last; at++) {
      const { joins, plain } = words[at] as W
      if (joins === undefined) continue
      const before = words[at - 1] as W
      if (before.joins === undefined || before.joins === 'unit') continue
      if (joins === 'unit') words.push(other(before.plain + plain))
      else if (joins === 'thousands') isGrouped = true
    }
    if (isGrouped) for (const number of groupedNumbers(text)) words.push(other(number))
  }

  function count(): void {
    const last = Math.min(words.length, TELLING_WORDS)
    for (let at = 0; at < last; at++) tell(told, (words[at] as W).votes)
  }

  function other(spelt: string): W {
    let word = others.get(spelt)
    if (!word) {
      word = olderOthers.get(spelt) ?? know(spelt)
      // As in the word table: entries that were not used for long are dropped, but not all at once.
      if (others.size >= most) {
        olderOthers = others
        others = new Map()
      }
      others.set(spelt, word)
    }
    return word
  }

  /** Returns false if the text is not plain ASCII. */
  function readAscii(text: string): boolean {
    let from = -1
    let hash = 0
    for (let at = 0; at <= text.length; at++) {
      const code = at < text.length ? text.charCodeAt(at) : SPACE
      if (code > 127) return false
      const sign = wordSigns[code] as number
      if (sign !== 0) {
        if (from < 0) {
          from = at
          hash = 0
        }
        hash = hashOn(hash, sign)
        continue
      }
      if (from >= 0) {
        words.push(table(text, from, at, hash))
        from = -1
      }
      if (code === APOSTROPHE) at += cliticAfter(text, at)
    }
    return true
  }
}

/** This many words are enough to tell the language of a text of any length. */
const TELLING_WORDS = 100
const SPACE = 32
const APOSTROPHE = 39
const asciiClitic = /'(?:s|t|re|ve|ll|d|m)\b/iy

/** How many letters of "'s", "'ll" and the like follow an apostrophe. */
function cliticAfter(text: string, at: number): number {
  asciiClitic.lastIndex = at
  return asciiClitic.test(text) ? asciiClitic.lastIndex - at - 1 : 0
}
