import { createWake } from '../../../lib/time/timers.ts'
import type { Database } from '../../../store/database.ts'
import { findOutcome, type MessageOutcome } from '../../../store/work/outcomes.ts'

export interface OutcomeDeps {
  db: Database
  /** Calls back whenever a task or a delivery may have come to its end; returns the way to stop that. */
  onChange(listener: () => void): () => void
}

/** For one request: whoever still wants to know asks again, and a connection that died silently is not held for ever. */
const LONGEST_WAIT_MS = 25_000

/** How a message ended, or the question it waits for, as soon as either is there; undefined when it takes longer. */
export async function waitForOutcome(
  { db, onChange }: OutcomeDeps,
  message: number,
  signal: AbortSignal,
  longestMs = LONGEST_WAIT_MS,
): Promise<MessageOutcome | undefined> {
  const wake = createWake()
  // Before the first look: what happens between the two is not missed.
  const stop = onChange(wake.ring)
  const late = AbortSignal.timeout(longestMs)
  const over = AbortSignal.any([signal, late])
  try {
    for (;;) {
      const found = findOutcome(db, message)
      if (found || over.aborted) return found
      await wake.wait(longestMs, over)
    }
  } finally {
    stop()
  }
}
