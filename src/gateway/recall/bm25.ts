/** A word that was looked for, by the numbers of its forms, and how much finding it says. */
export interface Term {
  numbers: number[]
  idf: number
}

/** How often each of the terms stands in a text, in their order; nothing at all when none does. */
export type Counts = readonly number[]

export interface Scorer {
  readonly meanChars: number
  count(words: number[]): Counts
  /** BM25 of a text of so many characters; with `most`, over the rarest terms only. */
  score(counts: Counts, chars: number, most?: number): number
}

// Measured on conversations: saturate early, and punish length less than one would with articles.
const K1 = 0.9
const B = 0.4

const none: Counts = []

/** The rarest term first, so that the rarest few are a prefix. */
export function createScorer(terms: Term[], meanChars: number): Scorer {
  const places = new Map(terms.flatMap(({ numbers }, at) => numbers.map((number) => [number, at] as const)))
  const idf = Float64Array.from(terms, (term) => term.idf)
  return {
    meanChars,
    count(words) {
      if (terms.length === 0) return none
      // Most candidates hold none of the words, and there are a thousand of them.
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

/** Divides by the greatest, so that the best has 1. */
export function scaled<K>(values: Iterable<[K, number]>): Map<K, number> {
  const result = new Map(values)
  let most = Number.EPSILON
  for (const value of result.values()) if (value > most) most = value
  for (const [key, value] of result) result.set(key, value / most)
  return result
}
