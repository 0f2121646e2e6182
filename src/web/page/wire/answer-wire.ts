// What travels of how an answer came about. No imports, as in wire.ts.

/** Who wrote an answer, how long that took and what it cost. */
export interface Making {
  /** A model by its name, or the brain where no call said which. */
  who: string
  ms: number
  usd: number
  /** What was thought on the way can be read. */
  thinks: boolean
}

/** What was done and thought for an answer, for whoever looks. */
export interface Steps {
  steps: { line: string; failed: boolean; input?: string; output?: string }[]
  thought?: string
}
