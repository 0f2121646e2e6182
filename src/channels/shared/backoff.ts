import type { Clock } from '../../lib/time/clock.ts'

/** How long to wait after so many failures in a row: twice as long each time, and never all at the same moment. */
export function backoffMs(
  streak: number,
  { second, mostSeconds = 30 }: { second: number; mostSeconds?: number },
): number {
  return Math.min(mostSeconds, 2 ** (streak - 1)) * second * (0.5 + Math.random() / 2)
}

/** Knows how long nobody has answered, and tells of it once. */
export interface OutageWatch {
  /** Nobody answered, whatever it was that broke this time: that changes in the course of one outage. */
  failed(): void
  answered(): void
}

export interface OutageWatchDeps {
  clock: Pick<Clock, 'mono'>
  /** An outage shorter than this is nobody's business. */
  afterMs: number
  tell(): void
}

export function createOutageWatch({ clock, afterMs, tell }: OutageWatchDeps): OutageWatch {
  let outage: { since: number; told: boolean } | undefined
  return {
    failed() {
      outage ??= { since: clock.mono(), told: false }
      if (outage.told || clock.mono() - outage.since < afterMs) return
      outage.told = true
      tell()
    },
    answered() {
      outage = undefined
    },
  }
}
