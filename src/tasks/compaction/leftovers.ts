import type { Lane } from '../../domain/ids.ts'
import type { Database } from '../../store/database.ts'
import { lanesAfter } from '../../store/recall/unsummarised.ts'

/** At one heartbeat: some milliseconds. */
const LANES_AT_ONCE = 5

/**
 * Goes through every lane once in a life, a few at each look: what another life left undone, what was brought in while
 * nobody was there, and extracts that were made when there was no model.
 */
export function createLeftovers(db: Database, consider: (lane: Lane) => void): { look(): void } {
  let last: string | undefined = ''
  return {
    look() {
      if (last === undefined) return
      const lanes = lanesAfter(db, last, LANES_AT_ONCE)
      last = lanes.at(-1)
      for (const lane of lanes) consider(lane)
    },
  }
}
