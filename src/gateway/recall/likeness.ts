import type { Lexicon } from './lexicon.ts'

/** How much of a text is spelt like a question: its words in other forms, and side by side. */
export interface Likeness {
  /** The share of the question's words that some word here begins like. */
  beginnings(words: number[]): number
  /** 1 when two pairs of neighbouring words stand side by side here too. */
  pairs(words: number[]): number
}

export function createLikeness(
  asked: number[],
  pairs: (readonly [first: number, second: number])[],
  lexicon: Lexicon,
): Likeness {
  const beginnings = new Set(asked.map(lexicon.beginningOf))
  const after = new Map<number, Set<number>>()
  for (const [first, second] of pairs) after.set(first, (after.get(first) ?? new Set()).add(second))
  return {
    beginnings(words) {
      if (beginnings.size === 0) return 0
      let held: Set<number> | undefined
      for (const word of words) {
        const beginning = lexicon.beginningOf(word)
        if (beginnings.has(beginning)) held = (held ?? new Set()).add(beginning)
      }
      return (held?.size ?? 0) / beginnings.size
    },
    pairs(words) {
      let found = 0
      for (let at = 1; at < words.length && found < 2; at++) {
        if (after.get(words[at - 1] ?? -1)?.has(words[at] ?? -1)) found++
      }
      return found / 2
    },
  }
}
