/** What came of a piece of a past that was brought in. */
export interface Imported {
  lines: number
  added: number
  known: number
  bad: number
  /** The first of the bad ones, by their line in the piece. */
  problems: string[]
}

export interface Settled {
  /** There is more to be summarised. */
  more: boolean
}

/** About what it takes to have a model summarise what was imported. */
export interface SummaryCost {
  requests: number
  tokens: number
  /** In US dollars, where the price is known. */
  usd?: number
}
