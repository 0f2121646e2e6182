import { type Clock, type Steady, type SteadyClock, steadyAt, steadyMs } from './clock.ts'

/** What the clocks showed at one moment, and where the steady timeline was: all in milliseconds. */
export interface Anchor {
  steady: number
  wall: number
  mono: number
  /** Which start of the machine `mono` counts from; undefined where that cannot be told. */
  boot?: string | undefined
}

/** How often at least an anchor is written: so much may have passed after the last one before the power went. */
export const ANCHOR_EVERY_MS = 60_000
/** A machine may be off for a holiday. A clock that shows more is not believed. */
const LONGEST_OFF_MS = 30 * 86_400_000

/**
 * Where the timeline stands now. Within one start of the machine the difference is exact, whatever was done to the wall
 * clock. Across two only the wall clock can tell, as far as it is to be believed; never less than may have passed after
 * the anchor, so that nothing that was due is due again.
 */
export function goOnFrom(anchor: Anchor, is: Omit<Anchor, 'steady'>): { steady: Steady; jumpMs: number } {
  const wallMs = is.wall - anchor.wall
  const monoMs = is.mono - anchor.mono
  if (is.boot !== undefined && is.boot === anchor.boot && monoMs >= 0)
    return { steady: steadyAt(anchor.steady + monoMs), jumpMs: wallMs - monoMs }
  const isBelieved = wallMs >= 0 && wallMs <= LONGEST_OFF_MS
  const passedMs = Math.max(ANCHOR_EVERY_MS, isBelieved ? wallMs : 0)
  return { steady: steadyAt(anchor.steady + passedMs), jumpMs: isBelieved ? 0 : wallMs }
}

/** From the moment given; without one, from what the wall clock shows: the first day of a store. */
export function createSteadyClock(clock: Clock, start = steadyAt(clock.now().getTime())): SteadyClock {
  const origin = steadyMs(start) - clock.mono()
  return { ...clock, steady: () => steadyAt(origin + clock.mono()) }
}
