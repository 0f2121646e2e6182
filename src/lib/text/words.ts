import { type KnownWord, knowWord, readWord } from './language/known-word.ts'
import { isSmallIn, scripts } from './language/language-guess.ts'
import { foldAccents, isUnspaced, pairsOf, speltWords } from './language/spelling.ts'
import { createStemmers } from './language/stemmers.ts'
import type { TextLanguage } from './language/stop-words.ts'
import { createTextReader } from './language/text-reader.ts'

/** Must change whenever the reader returns other words or the index format changes; then everything is reindexed. */
export const WORDS_VERSION = '5'

const MAX_CACHED_WORDS = 60_000

/**
 * Returns the words by which a text can be found: lower case, without accents, stemmed, without stop words. Those of
 * the likeliest language come first, in order; then the words in the other possible languages, always including
 * English, and the parts of compounds. Scripts without spaces are split into pairs of characters, and Han also into
 * single ones. Known words are cached, because stemming is most of the work.
 */
export function createWordReader(maxCachedWords?: number): (text: string) => string[] {
  return createValueReader((word) => word, maxCachedWords)
}

/** The same, but returns a value for each word; it is computed once per word. */
export function createValueReader<T>(
  toValue: (word: string) => T,
  maxCachedWords = MAX_CACHED_WORDS,
): (text: string) => T[] {
  const stemmers = createStemmers()
  const read = createTextReader<Entry<T>>(createEntry, maxCachedWords)
  return (text) => {
    const { words, languagesOf } = read(text)
    const mainValues: T[] = []
    let otherValues: T[] | undefined
    for (const word of words) {
      if (word.script === undefined) {
        for (const value of valuesOf(word, NO_LANGUAGE)) mainValues.push(value)
        continue
      }
      const languages = languagesOf(word.script)
      if (languages === word.alone) {
        if (word.base !== undefined) mainValues.push(word.base)
        continue
      }
      const values = valuesOf(word, languages)
      if (values.length > 0) mainValues.push(values[0] as T)
      for (let index = 1; index < values.length; index++) (otherValues ??= []).push(values[index] as T)
    }
    return otherValues ? mainValues.concat(otherValues) : mainValues
  }

  function createEntry(spelt: string): Entry<T> {
    const word = knowWord(spelt)
    const { plain, script, votes, joins } = word
    const alone = script === undefined ? NO_LANGUAGE : (scripts[script]?.alone ?? NO_LANGUAGE)
    const [stem] = script === undefined ? [] : readWord(word, alone, stemmers)
    const base = stem === undefined ? undefined : toValue(stem)
    // Field by field, because an object made by spreading is three times as slow to read (measured).
    return { spelt, plain, script, votes, joins, alone, base, languages: undefined, as: [], next: undefined }
  }

  function valuesOf(word: Entry<T>, languages: readonly TextLanguage[]): readonly T[] {
    let lastEntry: ReadValues<T> = word
    for (let entry: ReadValues<T> | undefined = word; entry; entry = entry.next) {
      if (entry.languages === languages) return entry.as
      lastEntry = entry
    }
    const as = readWord(word, languages, stemmers).map(toValue)
    if (word.languages === undefined) {
      word.languages = languages
      word.as = as
    } else {
      lastEntry.next = { languages, as, next: undefined }
    }
    return as
  }
}

const NO_LANGUAGE: readonly TextLanguage[] = []

/**
 * A word with its values for each list of languages it was read in. The values for `alone` and for the first other list
 * have their own fields, because most words need no more.
 */
interface Entry<T> extends KnownWord, ReadValues<T> {
  /** The languages of its script that are read without any hint, such as English for Latin letters. */
  alone: readonly TextLanguage[]
  /** Its value in those languages. */
  base: T | undefined
}

interface ReadValues<T> {
  languages: readonly TextLanguage[] | undefined
  as: readonly T[]
  next: ReadValues<T> | undefined
}

/** A word of a question. */
export interface AskedWord {
  /** Its main index term. */
  word: string
  /** All of its index terms: its stem in each possible language and, for a compound, its parts. */
  forms: readonly string[]
  /** Lower case, without accents. */
  spelt: string
}

/**
 * Reads a question: like a line, but the terms of one word stay together, and stop words of its language are removed.
 */
export function createQuestionReader(maxCachedWords = 5000): (text: string) => AskedWord[] {
  const stemmers = createStemmers()
  const read = createTextReader(knowWord, maxCachedWords)
  return (text) => {
    const { words, languagesOf } = read(text)
    return words.flatMap((knownWord) => {
      if (knownWord.script === undefined)
        return readWord(knownWord, NO_LANGUAGE, stemmers).map((word) => ({ word, forms: [word], spelt: word }))
      const languages = languagesOf(knownWord.script)
      const forms = readWord(knownWord, languages, stemmers)
      const [word] = forms
      return word === undefined || isStopWord(knownWord.spelt, languages)
        ? []
        : [{ word, forms, spelt: knownWord.plain }]
    })
  }
}

/** Whether it is a stop word in each likely language. English is always read, so it counts only if it is the only one. */
function isStopWord(spelt: string, languages: readonly TextLanguage[]): boolean {
  const likely = languages.length === 1 ? languages : languages.filter((language) => language !== 'en')
  return likely.every((language) => isSmallIn(spelt, language))
}

/** All words of a text, neither stemmed nor filtered. */
export function plainWords(text: string): string[] {
  return speltWords(text).flatMap((spelt) => {
    const word = foldAccents(spelt)
    return word === '' ? [] : isUnspaced(word) ? pairsOf(word) : [word]
  })
}
