/** US dollars per million tokens. */
export interface Price {
  input: number
  output: number
  cacheRead?: number | undefined
  cacheWrite?: number | undefined
}

/** What is known about a model without using it. */
export interface ModelFacts {
  /** Tokens that it can read. */
  window?: number
  price?: Price
}
