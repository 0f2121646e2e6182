import { setMaxListeners } from 'node:events'

/** Aborts with the first of several signals, until it is released. */
export interface JoinedSignal {
  signal: AbortSignal
  release(): void
}

/**
 * For work that is done again and again under a signal that lives as long as the daemon. `AbortSignal.any` leaves an
 * entry in such a signal at each call, in some versions of Node for ever (nodejs/node#55351, #64476).
 */
export function joinSignals(...sources: AbortSignal[]): JoinedSignal {
  const joined = new AbortController()
  function release(): void {
    for (const source of sources) source.removeEventListener('abort', follow)
  }
  function follow(): void {
    release()
    joined.abort(sources.find(({ aborted }) => aborted)?.reason)
  }
  if (sources.some(({ aborted }) => aborted)) follow()
  else {
    // However many follow it at the same time, each of them lets go.
    setMaxListeners(0, ...sources)
    for (const source of sources) source.addEventListener('abort', follow)
  }
  return { signal: joined.signal, release }
}
