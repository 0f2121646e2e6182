import type { ChatId } from '../../../../src/domain/ids.ts'

/** A chat in a language: lines that say nothing in particular, twelve that matter, and a question about each of those. */
export interface OtherWords {
  language: string
  names: [owner: string, other: string]
  /** What a line begins with, and what it goes on with: every two of them make a line. */
  first: string[]
  second: string[]
  asked: Asked[]
}

export interface Asked {
  /** What the question and the line have in common: another form, a compound, a date, a number, hardly a word. */
  by: 'form' | 'compound' | 'date' | 'number' | 'paraphrase' | 'name'
  line: string
  question: string
}

export interface SaidLine {
  at: Date
  name: string
  text: string
}

const FILLER = 320
/** The lines that matter stand this far apart, the first one this far from the beginning. */
const APART = 25
const FIRST_AT = 20
const LINES_A_DAY = 3
const start = Date.UTC(2026, 0, 5, 9)
const HOUR = 3_600_000

/**
 * Sunday, 26 April 2026, the morning after the last line. The twelve were said on 11, 20 and 28 January, 5, 14 and 22
 * February, 2, 11, 19 and 27 March, 5 and 13 April.
 */
export const askedAt = new Date(Date.UTC(2026, 3, 26, 9))

/** Three lines a day, some hours apart. */
export function linesOf({ names, first, second, asked }: OtherWords): SaidLine[] {
  const texts = Array.from({ length: FILLER }, (_, at) => {
    // Steps without a common divisor: no two lines are the same before all were said.
    return `${first[at % first.length]} ${second[(at * 7 + Math.floor(at / first.length)) % second.length]}`
  })
  for (const [at, { line }] of asked.entries()) texts.splice(FIRST_AT + at * APART, 0, line)
  return texts.map((text, at) => ({
    at: new Date(start + Math.floor(at / LINES_A_DAY) * 24 * HOUR + (at % LINES_A_DAY) * 3 * HOUR),
    name: names[at % 2] ?? '',
    text,
  }))
}

export function importLine(chat: ChatId, { at, name, text }: SaidLine, number: number): string {
  return JSON.stringify({ id: `line-${number}`, chat, from: name, role: 'human', at: at.toISOString(), text })
}
