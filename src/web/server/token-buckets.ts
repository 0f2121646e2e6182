import type { Clock } from '../../lib/time/clock.ts'

export interface TokenBucket {
  /** Returns false if the bucket is empty. */
  take(): boolean
}

/** Allows `burst` at once and `perMinute` on average. */
export interface Rate {
  burst: number
  perMinute: number
}

function createTokenBucket(clock: Clock, { burst, perMinute }: Rate): TokenBucket {
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

/** One bucket per name. Only the most recent are kept, so that many names cannot fill the memory. */
export function createTokenBuckets(clock: Clock, rate: Rate, maxBuckets: number): (name: string) => TokenBucket {
  const buckets = new Map<string, TokenBucket>()
  return (name) => {
    const bucket = buckets.get(name) ?? createTokenBucket(clock, rate)
    buckets.delete(name)
    buckets.set(name, bucket)
    const [oldest] = buckets.keys()
    if (buckets.size > maxBuckets && oldest !== undefined) buckets.delete(oldest)
    return bucket
  }
}

/** How often somebody who guesses is answered. Each entry takes about a hundred bytes. */
export const guessLimits = {
  maxGuessers: 1000,
  machine: { burst: 10, perMinute: 10 },
  public: { burst: 5, perMinute: 5 },
}
