/** One defence, how it is taken out of the sources, and the test that must notice. Plain data: see sabotage.test.ts. */
export interface Defence {
  /** What Skein does, in plain English, and what it would no longer do. */
  name: string
  /** The row of scripts/proof/catalogue.mjs that holds Skein to the promise. The test belongs to it. */
  row: string
  file: string
  /** This piece of the file, which is there exactly once, is replaced by `to`. */
  from: string
  to: string
  test: string
  /** Words in the names of the tests that must notice, where the whole file would take long. */
  named?: string
}
