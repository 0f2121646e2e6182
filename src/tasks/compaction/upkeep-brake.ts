import type { Lane } from '../../domain/ids.ts'
import type { Clock } from '../../lib/time/clock.ts'

/** Upkeep that runs again and again without changing anything is a mistake of ours, and nobody should suffer from it. */
export interface UpkeepBrake {
  /** Counts a run that changed nothing. True when there were more of them lately than honest work ever has. */
  isInVain(lane: Lane): boolean
}

const MINUTE_MS = 60_000
const MOST_IN_VAIN = 20

export function createUpkeepBrake(clock: Pick<Clock, 'mono'>): UpkeepBrake {
  const lately = new Map<Lane, number[]>()
  return {
    isInVain(lane) {
      const now = clock.mono()
      const times = [...(lately.get(lane) ?? []), now].filter((at) => at > now - MINUTE_MS)
      const isTooMuch = times.length > MOST_IN_VAIN
      if (isTooMuch) lately.delete(lane)
      else lately.set(lane, times)
      return isTooMuch
    },
  }
}
