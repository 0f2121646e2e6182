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

export interface SafeMode {
  isOn(): boolean
  /** When it ends by itself; undefined while it is off. */
  endsAt(): Date | undefined
}

/** After several starts in a row without a clean stop: take messages in, begin nothing, until it has held for a while. */
export function createSafeMode({ db, clock, instance, after, forMs }: SafeModeDeps): SafeMode {
  const unclean = uncleanStarts(db, instance, later(clock.steady(), -WINDOW_MS))
  const until = clock.mono() + forMs
  const isOn = () => after() > 0 && unclean >= after() && clock.mono() < until
  return {
    isOn,
    endsAt: () => (isOn() ? new Date(clock.now().getTime() + until - clock.mono()) : undefined),
  }
}
