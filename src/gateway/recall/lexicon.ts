import { createWordsAs } from '../../lib/words.ts'

/** Numbers for words: those of a question are looked for in a thousand lines, and numbers compare faster than texts. */
export interface Lexicon {
  /** The words a text is found by, in order. */
  read(text: string): number[]
  numberOf(word: string): number
  wordOf(number: number): string
  /** All numbers lie below. */
  size(): number
}

export function createLexicon(): Lexicon {
  const numbers = new Map<string, number>()
  const words: string[] = []
  const numberOf = (word: string) => {
    let number = numbers.get(word)
    if (number === undefined) {
      number = words.push(word) - 1
      numbers.set(word, number)
    }
    return number
  }
  return {
    read: createWordsAs(numberOf),
    numberOf,
    wordOf: (number) => words[number] ?? '',
    size: () => words.length,
  }
}
