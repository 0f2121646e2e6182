import { getEventListeners } from 'node:events'

/**
 * How many follow a signal: by their listeners, and as the results of `AbortSignal.any`, for which Node keeps an entry in
 * the signal that nobody can take out.
 */
export function tracesIn(signal: AbortSignal): number {
  const key = Object.getOwnPropertySymbols(signal).find(({ description }) => description === 'kDependantSignals')
  const followers = key === undefined ? undefined : (signal as unknown as Record<symbol, Set<unknown> | undefined>)[key]
  return getEventListeners(signal, 'abort').length + (followers?.size ?? 0)
}
