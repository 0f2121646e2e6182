import type { Timers } from './settings.ts'

/** What we waited for in vain, or that nobody waits any more. */
export type Cut = 'first event' | 'idle' | 'aborted'

/**
 * Whatever comes first: the end of the work, the end of patience, or that nobody waits for it any more. The work says
 * each time that it is alive, and stops at its signal; what it does after that nobody hears.
 */
export async function withPatience<T>(
  timers: Timers,
  signal: AbortSignal,
  work: (alive: () => void, signal: AbortSignal) => Promise<T>,
): Promise<T | Cut> {
  const stop = new AbortController()
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<T | Cut>((resolve, reject) => {
      const wait = (ms: number, why: Cut) => {
        clearTimeout(timer)
        timer = setTimeout(resolve, ms, why)
      }
      const alive = () => {
        if (!stop.signal.aborted) wait(timers.idleMs, 'idle')
      }
      wait(timers.firstEventMs, 'first event')
      signal.addEventListener('abort', () => resolve('aborted'), { signal: stop.signal })
      work(alive, stop.signal).then(resolve, reject)
    })
  } finally {
    clearTimeout(timer)
    stop.abort()
  }
}
