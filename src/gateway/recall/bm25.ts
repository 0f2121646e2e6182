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
  score(counts: Counts, chars: number, maxTerms?: number): number
}

// Measured on conversations: saturate early, and punish length less than usual for articles.
const K1 = 0.9
const B = 0.4

const NO_COUNTS: Counts = []

/** Expects the rarest term first, so that the rarest few are a prefix. */
export function createScorer(terms: SearchedTerm[], meanChars: number): Scorer {
  const indexByNumber = new Map(
    terms.flatMap(({ numbers }, index) => numbers.map((number) => [number, index] as const)),
  )
  const idf = Float64Array.from(terms, (term) => term.idf)
  return {
    meanChars,
    count(words) {
      if (terms.length === 0) return NO_COUNTS
      // Most of a thousand candidates contain none of the words, so counts are made on demand.
      let counts: number[] | undefined
      for (const word of words) {
        const index = indexByNumber.get(word)
        if (index === undefined) continue
        counts ??= terms.map(() => 0)
        counts[index] = (counts[index] ?? 0) + 1
      }
      return counts ?? NO_COUNTS
    },
    score(counts, chars, maxTerms = terms.length) {
      const lengthPenalty = K1 * (1 - B + (B * chars) / meanChars)
      let sum = 0
      for (let index = 0; index < Math.min(maxTerms, counts.length); index++) {
        const count = counts[index] ?? 0
        if (count > 0) sum += ((idf[index] ?? 0) * count * (K1 + 1)) / (count + lengthPenalty)
      }
      return sum
    },
  }
}
