import { createWordsAs } from '../../lib/text/words.ts'

/** Numbers for words: those of a question are looked for in a thousand lines, and numbers compare faster than texts. */
export interface Lexicon {
  /** The words a text is found by, in order. */
  read(text: string): number[]
  numberOf(word: string): number
  /** The same for all words that begin alike: one word in several forms. */
  beginningOf(number: number): number
  /** All numbers lie below. */
  size(): number
}

const BEGINNING_LETTERS = 4

export function createLexicon(): Lexicon {
  const numbers = new Map<string, number>()
  const beginnings = new Map<string, number>()
  /** By word. */
  const begins: number[] = []
  const numberOf = (word: string) => {
    let number = numbers.get(word)
    if (number === undefined) {
      const beginning = word.slice(0, BEGINNING_LETTERS)
      const known = beginnings.get(beginning) ?? beginnings.size
      beginnings.set(beginning, known)
      number = begins.push(known) - 1
      numbers.set(word, number)
    }
    return number
  }
  return {
    read: createWordsAs(numberOf),
    numberOf,
    beginningOf: (number) => begins[number] ?? -1,
    size: () => begins.length,
  }
}
