/** Resolves after `ms`, or at once when the signal aborts; the caller looks at the signal. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    // Node fires at once for a delay over 2^31-1 ms; a day is long enough for any loop to look again.
    const timer = setTimeout(done, Math.min(ms, 86_400_000))
    signal.addEventListener('abort', done, { once: true })
  })
}

/** Resolves when the signal aborts, and no sooner. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
