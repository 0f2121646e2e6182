/** Work that Ctrl-C ends, instead of us. */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController()
  const onInterrupt = () => stop.abort()
  process.once('SIGINT', onInterrupt)
  try {
    return await work(stop.signal)
  } finally {
    process.off('SIGINT', onInterrupt)
  }
}
