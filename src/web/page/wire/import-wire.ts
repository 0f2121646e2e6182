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
