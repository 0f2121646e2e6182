import type { Clock } from '../../../../src/lib/time/clock.ts'

const windowMs = 30 * 60_000
const most = 10

export interface Throttle {
  failed(action: string): void
  forgive(action: string): void
  /** More than ten within half an hour: nothing of the kind is looked at any more. */
  isShut(action: string): boolean
  /** How long the server sleeps for what was tried so far. */
  delayMs(action: string): number
}

/** Brute-force protection: failures of this address by what was tried, for everybody behind it. */
export function createThrottle(clock: Clock): Throttle {
  const failures = new Map<string, number[]>()
  function recent(action: string): number[] {
    const since = clock.now().getTime() - windowMs
    return (failures.get(action) ?? []).filter((at) => at > since)
  }
  return {
    failed: (action) => void failures.set(action, [...recent(action), clock.now().getTime()]),
    forgive: (action) => void failures.delete(action),
    isShut: (action) => recent(action).length > most,
    delayMs(action) {
      const count = recent(action).length
      return count === 0 ? 0 : Math.min(25_000, 100 * 2 ** count)
    },
  }
}
