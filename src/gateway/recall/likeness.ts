/** How much of a text is spelt like a question: its words in other forms, and side by side. */
export interface Likeness {
  /** The share of the question's words that some word here begins like. */
  beginnings(words: string[]): number
  /** 1 when two pairs of neighbouring words stand side by side here too. */
  pairs(words: string[]): number
}

const BEGINNING = 4

export function createLikeness(asked: string[], pairs: [first: string, second: string][]): Likeness {
  const beginnings = new Set(asked.map(beginningOf))
  const after = new Map<string, Set<string>>()
  for (const [first, second] of pairs) after.set(first, (after.get(first) ?? new Set()).add(second))
  return {
    beginnings(words) {
      const held = new Set<string>()
      for (const word of words) {
        const beginning = beginningOf(word)
        if (beginnings.has(beginning)) held.add(beginning)
      }
      return beginnings.size === 0 ? 0 : held.size / beginnings.size
    },
    pairs(words) {
      let found = 0
      for (let at = 1; at < words.length && found < 2; at++) {
        if (after.get(words[at - 1] ?? '')?.has(words[at] ?? '')) found++
      }
      return found / 2
    },
  }
}

function beginningOf(word: string): string {
  return word.length > BEGINNING ? word.slice(0, BEGINNING) : word
}
