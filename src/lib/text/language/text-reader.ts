import { createWordTable, extendHash, wordCharacters } from '../word-table.ts'
import {
  addVotes,
  languages as everyLanguage,
  guessLanguages,
  type Script,
  scripts,
  type Votes,
} from './language-guess.ts'
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

export interface TextWords<W> {
  /** In order. Valid until the next text is read. */
  words: readonly W[]
  /** The languages of a script's words, the likeliest first. Returns the same array for the same languages. */
  languagesOf(script: number): readonly TextLanguage[]
}

/** Splits a text into words, caches what is known about each word, and lets the words decide the language. */
export function createTextReader<W extends WordHints>(
  createWord: (spelt: string) => W,
  maxWords: number,
): (text: string) => TextWords<W> {
  const table = createWordTable(maxWords, createWord)
  let otherWords = new Map<string, W>()
  let olderWords = otherWords
  const votes = new Int32Array(everyLanguage.length)
  const chosenLanguages = scripts.map((): readonly TextLanguage[] | undefined => undefined)
  const languageLists = new Map<string, readonly TextLanguage[]>(
    scripts.flatMap(({ alone, unsure }) => [unsure, alone].map((list) => [list.join(), list])),
  )
  let words: W[] = []

  return (text) => {
    words = []
    votes.fill(0)
    chosenLanguages.fill(undefined)
    if (!readAscii(text)) {
      words = []
      for (const spelt of speltWords(text)) words.push(readOther(spelt))
    }
    joinNumbers(text)
    countVotes()
    return { words, languagesOf }
  }

  function languagesOf(script: number): readonly TextLanguage[] {
    const cached = chosenLanguages[script]
    if (cached) return cached
    const guessed = guessLanguages(scripts[script] as Script, votes)
    const key = guessed.join()
    const list = languageLists.get(key) ?? guessed
    languageLists.set(key, list)
    chosenLanguages[script] = list
    return list
  }

  /** "5 km" also counts as "5km", and "1,200" as "1200", because people write both. */
  function joinNumbers(text: string): void {
    const last = words.length
    let isGrouped = false
    for (let index = 1; index < last; index++) {
      const { joins, plain } = words[index] as W
      if (joins === undefined) continue
      const previous = words[index - 1] as W
      if (previous.joins === undefined || previous.joins === 'unit') continue
      if (joins === 'unit') words.push(readOther(previous.plain + plain))
      else if (joins === 'thousands') isGrouped = true
    }
    if (isGrouped) for (const number of groupedNumbers(text)) words.push(readOther(number))
  }

  function countVotes(): void {
    const last = Math.min(words.length, MAX_VOTING_WORDS)
    for (let index = 0; index < last; index++) addVotes(votes, (words[index] as W).votes)
  }

  function readOther(spelt: string): W {
    let word = otherWords.get(spelt)
    if (!word) {
      word = olderWords.get(spelt) ?? createWord(spelt)
      // As in the word table: words that were not used for a long time are dropped, but not all at once.
      if (otherWords.size >= maxWords) {
        olderWords = otherWords
        otherWords = new Map()
      }
      otherWords.set(spelt, word)
    }
    return word
  }

  /** Returns false if the text is not plain ASCII. */
  function readAscii(text: string): boolean {
    let wordStart = -1
    let hash = 0
    for (let index = 0; index <= text.length; index++) {
      const code = index < text.length ? text.charCodeAt(index) : SPACE
      if (code > 127) return false
      const character = wordCharacters[code] as number
      if (character !== 0) {
        if (wordStart < 0) {
          wordStart = index
          hash = 0
        }
        hash = extendHash(hash, character)
        continue
      }
      if (wordStart >= 0) {
        words.push(table(text, wordStart, index, hash))
        wordStart = -1
      }
      if (code === APOSTROPHE) index += cliticAfter(text, index)
    }
    return true
  }
}

/** This many words are enough to tell the language of a text of any length. */
const MAX_VOTING_WORDS = 100
const SPACE = 32
const APOSTROPHE = 39
const asciiClitic = /'(?:s|t|re|ve|ll|d|m)\b/iy

/** How many letters of "'s", "'ll" and the like follow an apostrophe. */
function cliticAfter(text: string, index: number): number {
  asciiClitic.lastIndex = index
  return asciiClitic.test(text) ? asciiClitic.lastIndex - index - 1 : 0
}
