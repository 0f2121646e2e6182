import { later, type SteadyClock } from '../../lib/time/clock.ts'
import type { Database } from '../../store/database.ts'
import { uncleanStarts } from '../../store/work/instances.ts'

export interface SafeModeDeps {
  db: Database
  clock: SteadyClock
  instance: number
  /** Unclean starts within the window that make us hold still; 0 = never. Read anew, so that the owner can lift it. */
  after(): number
  forMs: number
}

const WINDOW_MS = 5 * 60_000

/** After several starts in a row without a clean stop: take messages in, begin nothing, until it has held for a while. */
export function createSafeMode(deps: SafeModeDeps): { isOn(): boolean } {
  const unclean = uncleanStarts(deps.db, deps.instance, later(deps.clock.steady(), -WINDOW_MS))
  const until = deps.clock.mono() + deps.forMs
  return {
    isOn: () => deps.after() > 0 && unclean >= deps.after() && deps.clock.mono() < until,
  }
}
