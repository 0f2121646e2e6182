import type { Clock } from '../../lib/time/clock.ts'

export interface TokenBucket {
  /** False when there was none left. */
  take(): boolean
}

/** Allows `burst` at once and `perMinute` in the long run. */
export interface Rate {
  burst: number
  perMinute: number
}

export function createTokenBucket(clock: Clock, { burst, perMinute }: Rate): TokenBucket {
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

/** A bucket for each name, kept for those that took from theirs last: whoever has many names cannot fill the memory. */
export function createTokenBuckets(clock: Clock, rate: Rate, most: number): (name: string) => TokenBucket {
  const buckets = new Map<string, TokenBucket>()
  return (name) => {
    const bucket = buckets.get(name) ?? createTokenBucket(clock, rate)
    buckets.delete(name)
    buckets.set(name, bucket)
    const [oldest] = buckets.keys()
    if (buckets.size > most && oldest !== undefined) buckets.delete(oldest)
    return bucket
  }
}
