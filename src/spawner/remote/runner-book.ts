import type { RunnerErasure } from '../../domain/erasure.ts'

/** A runner that was paired. */
export interface PairedRunner {
  name: string
  root: Buffer
  pairedAt: Date
}

/** What a removed runner is told when it comes back. */
export interface Farewell {
  name: string
  /** The message, already encrypted for this runner. */
  farewell: Buffer
  /** The SHA-256 of the receipt with which the runner confirms its removal. */
  receipt: string | undefined
}

/** Stores which runners are paired, and what they still have to erase. */
export interface RunnerBook {
  list(): PairedRunner[]
  add(runner: PairedRunner): void
  /** Deletes the secret of a runner, and keeps its farewell. Returns false if no runner has this name. */
  remove(farewell: Farewell): boolean
  /** The kept farewells of runners that were removed. */
  farewells(): Farewell[]
  /** A removed runner has confirmed its removal, or nobody waits for that any more. */
  forget(name: string): void
  /** The oldest erasure that this runner has not confirmed. */
  nextErasure(name: string): RunnerErasure | undefined
  confirmErasure(name: string, token: string): void
}
