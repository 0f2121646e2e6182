/** A word that was searched for, by the numbers of its forms, with its inverse document frequency. */
export interface SearchedTerm {
  numbers: number[]
  idf: number
}

/** How often a text contains each term, in their order; empty when it contains none. */
export type Counts = readonly number[]

export interface Scorer {
  readonly meanChars: number
  count(words: number[]): Counts
  /** BM25 of a text with this many characters; with `most`, over that many of the rarest terms only. */
  score(counts: Counts, chars: number, most?: number): number
}

// Measured on conversations: saturate early, and punish length less than usual for articles.
const K1 = 0.9
const B = 0.4

const none: Counts = []

/** Expects the rarest term first, so that the rarest few are a prefix. */
export function createScorer(terms: SearchedTerm[], meanChars: number): Scorer {
  const places = new Map(terms.flatMap(({ numbers }, at) => numbers.map((number) => [number, at] as const)))
  const idf = Float64Array.from(terms, (term) => term.idf)
  return {
    meanChars,
    count(words) {
      if (terms.length === 0) return none
      // Most of a thousand candidates contain none of the words, so counts are made on demand.
      let counts: number[] | undefined
      for (const word of words) {
        const at = places.get(word)
        if (at === undefined) continue
        counts ??= terms.map(() => 0)
        counts[at] = (counts[at] ?? 0) + 1
      }
      return counts ?? none
    },
    score(counts, chars, most = terms.length) {
      const floor = K1 * (1 - B + (B * chars) / meanChars)
      let sum = 0
      for (let at = 0; at < Math.min(most, counts.length); at++) {
        const count = counts[at] ?? 0
        if (count > 0) sum += ((idf[at] ?? 0) * count * (K1 + 1)) / (count + floor)
      }
      return sum
    },
  }
}
