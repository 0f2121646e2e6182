import type { Clock } from '../../../lib/time/clock.ts'

/** Limits something to a number per hour. */
export interface HourlyAllowance {
  /** Takes one if there is room, and returns whether there was. */
  take(): boolean
  hasRoom(): boolean
}

const HOUR_MS = 3_600_000

export function createHourlyAllowance(clock: Pick<Clock, 'mono'>, most: number): HourlyAllowance {
  let taken: number[] = []
  function hasRoom(): boolean {
    const now = clock.mono()
    taken = taken.filter((at) => now - at < HOUR_MS)
    return taken.length < most
  }
  return {
    hasRoom,
    take() {
      const isRoom = hasRoom()
      if (isRoom) taken.push(clock.mono())
      return isRoom
    },
  }
}
