/** What kind of answer takes more than one line of the past. */
export type Several = 'order' | 'change' | 'summary' | 'comparison' | 'count' | 'list' | 'liking'

/**
 * How a language asks for several lines. Patterns are lower case, without accents, with straight apostrophes; they are put
 * between word borders where the language has them.
 */
export interface Language {
  /** Words that stand everywhere and tell which language it is. */
  small: string
  /** At the start of a sentence that asks or bids, with a question mark or without. */
  opens: string[]
  /** What makes it a question about people or about what was said, and not about the world. */
  ours: string[]
  /** "This text", "the following": what is asked about stands in the message itself. */
  atHand: string[]
  asks: Record<Several, string[]>
  /** Words that say how the answer is to be and not what it is about: no line is found by them. */
  frame: string
}
