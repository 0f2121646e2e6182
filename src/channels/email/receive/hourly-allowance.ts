import type { Clock } from '../../../lib/time/clock.ts'

/** Limits something to a number per hour. */
export interface HourlyAllowance {
  /** Takes one if there is room, and returns whether there was. */
  take(): boolean
  hasRoom(): boolean
}

const HOUR_MS = 3_600_000

export function createHourlyAllowance(clock: Pick<Clock, 'mono'>, limit: number): HourlyAllowance {
  let takenAt: number[] = []
  function hasRoom(): boolean {
    const now = clock.mono()
    takenAt = takenAt.filter((at) => now - at < HOUR_MS)
    return takenAt.length < limit
  }
  return {
    hasRoom,
    take() {
      const isRoom = hasRoom()
      if (isRoom) takenAt.push(clock.mono())
      return isRoom
    },
  }
}
