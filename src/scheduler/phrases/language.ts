import type { Piece } from './piece.ts'

/** Words of a kind and what they count for. */
export type Words = Record<string, number | string>

/** What a rule found under its names. */
export interface Found {
  text(name: string): string
  has(name: string): boolean
  /** Digits as they are, words by their table. */
  number(name: string): number
}

/**
 * A pattern and what it says. `{name}` stands for one word of the table of that name, `{other:name}` keeps it as `other`.
 * A pattern repeats nothing without a bound: that keeps reading linear.
 */
export interface Rule {
  pattern: string
  read(found: Found): readonly Piece[] | undefined
  /** Only right behind a piece that was found: "tomorrow 9". */
  follows?: boolean
}

export interface Frame {
  /** Said before all: "please", "can you". */
  polite: string
  /** "remind me". */
  opener: string
  /** Those that open also in the middle of what is said: "I fly tomorrow, remind me at 8 to pack". */
  within: string
  /** Between it and what it is about: "to". */
  link: string
  /** The links behind which a fact is told: "that". */
  fact: string
  /** Said after all: "please", "erinnern". */
  closer: string
  /** The closers that open as well: "an die Tabletten erinnern". */
  opensAtEnd?: string
}

export interface Language {
  name: 'en' | 'de' | 'fr' | 'es' | 'zh'
  tables(): Record<string, Words>
  rules: Rule[]
  frame: Frame
  /** What joins two pieces into one time: "at", "on the". */
  glue: string
  and: string
  or: string
  /** Before a piece that belongs to the text: "the train of 9:15". */
  ofText: string
  /** Before a piece that bounds a time: "until 9". */
  bound: string
  /** Behind a day without a time: "tomorrow after lunch". */
  limit: string
  /** The same behind a piece. */
  ofTextAfter?: string
  boundAfter?: string
  /** Words stand apart. */
  spaced: boolean
}
