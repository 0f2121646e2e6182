import { createValueReader } from '../../lib/text/words.ts'

/** Gives words numbers: a question is compared with a thousand lines, and numbers compare faster than strings. */
export interface Lexicon {
  /** The words by which a text is found, in order. */
  read(text: string): number[]
  numberOf(word: string): number
  /** Equal for all words with the same first letters: mostly one word in several forms. */
  beginningOf(number: number): number
  /** Whether the word begins with a digit. */
  isFigure(number: number): boolean
  /** Every number is smaller. */
  size(): number
}

const BEGINNING_LETTERS = 4

export function createLexicon(): Lexicon {
  const numbers = new Map<string, number>()
  const beginnings = new Map<string, number>()
  /** By word. */
  const beginningByWord: number[] = []
  const isFigureByWord: boolean[] = []
  const numberOf = (word: string) => {
    let number = numbers.get(word)
    if (number === undefined) {
      const beginning = word.slice(0, BEGINNING_LETTERS)
      const beginningNumber = beginnings.get(beginning) ?? beginnings.size
      beginnings.set(beginning, beginningNumber)
      number = beginningByWord.push(beginningNumber) - 1
      numbers.set(word, number)
      isFigureByWord.push(beginsWithDigit(word))
    }
    return number
  }
  return {
    read: createValueReader(numberOf),
    numberOf,
    beginningOf: (number) => beginningByWord[number] ?? -1,
    isFigure: (number) => isFigureByWord[number] === true,
    size: () => beginningByWord.length,
  }
}

function beginsWithDigit(word: string): boolean {
  const code = word.charCodeAt(0)
  return code >= 0x30 && code <= 0x39
}
