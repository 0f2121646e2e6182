import type { Clock } from '../../lib/time/clock.ts'

export interface TokenBucket {
  /** False when there was none left. */
  take(): boolean
}

/** Allows `burst` at once and `perMinute` in the long run. */
export function createTokenBucket(
  clock: Clock,
  { burst, perMinute }: { burst: number; perMinute: number },
): TokenBucket {
  let tokens = burst
  let filledAt = clock.mono()
  return {
    take() {
      const now = clock.mono()
      tokens = Math.min(burst, tokens + ((now - filledAt) / 60_000) * perMinute)
      filledAt = now
      if (tokens < 1) return false
      tokens--
      return true
    },
  }
}
