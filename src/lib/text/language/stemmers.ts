import { createRequire } from 'node:module'
import type { stemmer } from '@orama/stemmers/german'
import { stem } from '../stem.ts'
import type { TextLanguage } from './stop-words.ts'

type Stemmer = typeof stemmer

/** Each stemmer is loaded with the first word of its language. */
const requireModule = createRequire(import.meta.url)

/** Longer words have no inflected forms, and anything longer is not a word. */
const MAX_STEMMED_CHARS = 30
const inflectable = /^[\p{L}\p{M}]+$/u
const asciiInflectable = /^[a-zA-Z]+$/

/** Returns the stem of a word, which must be in lower case, composed and with its accents. */
export function createStemmers(): (word: string, language: TextLanguage) => string {
  const stemmers = new Map<TextLanguage, Stemmer>()
  return (word, language) => {
    // The library's English stemmer cuts "transaction" to "transac", which no longer matches "transact".
    if (language === 'en') return stem(word)
    if (word.length < 3 || word.length > MAX_STEMMED_CHARS || !isInflectable(word)) return word
    let stemmer = stemmers.get(language)
    if (!stemmer) {
      stemmer = (requireModule(`@orama/stemmers/${stemmerNames[language]}`) as { stemmer: Stemmer }).stemmer
      stemmers.set(language, stemmer)
    }
    return stemSafely(stemmer, word) || word
  }
}

function isInflectable(word: string): boolean {
  // Unicode classes are slow to match, and most words do not need them.
  return asciiInflectable.test(word) || inflectable.test(word)
}

/** The library may fail on a word, as the Bulgarian rules do on some plurals. The word is then used unchanged. */
function stemSafely(stemmer: Stemmer, word: string): string {
  try {
    return stemmer(word)
  } catch {
    return word
  }
}

const stemmerNames: Record<Exclude<TextLanguage, 'en'>, string> = {
  de: 'german',
  nl: 'dutch',
  da: 'danish',
  no: 'norwegian',
  sv: 'swedish',
  fi: 'finnish',
  fr: 'french',
  es: 'spanish',
  pt: 'portuguese',
  it: 'italian',
  ro: 'romanian',
  hu: 'hungarian',
  tr: 'turkish',
  id: 'indonesian',
  lt: 'lithuanian',
  ru: 'russian',
  uk: 'ukrainian',
  bg: 'bulgarian',
  sr: 'serbian',
  el: 'greek',
  ar: 'arabic',
  hy: 'armenian',
  hi: 'indian',
  ne: 'nepali',
  ta: 'tamil',
}
