import { createRequire } from 'node:module'
import type { stemmer } from '@orama/stemmers/german'
import { stem } from '../stem.ts'
import type { Language } from './small-words.ts'

type Stemmer = typeof stemmer

/** Each is read with the first word of its language. */
const load = createRequire(import.meta.url)

/** Nobody bends a longer word, and what is longer is no word. */
const LONGEST = 30
const bendable = /^[\p{L}\p{M}]+$/u
const asciiBendable = /^[a-zA-Z]+$/

/** The stem of a word in a language: lower case and composed, with the accents it is spelt with. */
export function createStemmers(): (word: string, language: Language) => string {
  const loaded = new Map<Language, Stemmer>()
  return (word, language) => {
    // The library's own for English cuts "transaction" to "transac", which no longer meets "transact".
    if (language === 'en') return stem(word)
    if (word.length < 3 || word.length > LONGEST || !isBendable(word)) return word
    let own = loaded.get(language)
    if (!own) {
      own = (load(`@orama/stemmers/${names[language]}`) as { stemmer: Stemmer }).stemmer
      loaded.set(language, own)
    }
    return stemBy(own, word) || word
  }
}

function isBendable(word: string): boolean {
  // The classes of Unicode are slow to match, and most words need none.
  return asciiBendable.test(word) || bendable.test(word)
}

/** A library's rules may break on a word of theirs, as the Bulgarian ones do on some plurals: it is then found as it stands. */
function stemBy(own: Stemmer, word: string): string {
  try {
    return own(word)
  } catch {
    return word
  }
}

const names: Record<Exclude<Language, 'en'>, string> = {
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
