/** A runner that was paired. */
export interface PairedRunner {
  name: string
  root: Buffer
  pairedAt: Date
}

/** Stores which runners are paired. */
export interface RunnerBook {
  list(): PairedRunner[]
  add(runner: PairedRunner): void
  /** Deletes its secret, and keeps the message that tells it so. Returns false if there is none of this name. */
  remove(name: string, farewell: Buffer): boolean
  /** The kept messages of those that were removed. */
  farewells(): { name: string; farewell: Buffer }[]
}
