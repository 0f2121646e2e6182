import type { Lane } from '../../domain/ids.ts'
import type { Clock } from '../../lib/time/clock.ts'

/** Lanes whose last upkeep changed nothing: the next message in them is no reason to try again, and to pay again. */
export interface UpkeepRests {
  begin(lane: Lane): void
  isOver(lane: Lane): boolean
}

const REST_MS = 6 * 3_600_000

export function createUpkeepRests(clock: Pick<Clock, 'mono'>): UpkeepRests {
  const until = new Map<Lane, number>()
  return {
    begin: (lane) => void until.set(lane, clock.mono() + REST_MS),
    isOver(lane) {
      const isOver = (until.get(lane) ?? 0) <= clock.mono()
      if (isOver) until.delete(lane)
      return isOver
    },
  }
}
