import { tidyName } from '../../../lib/text/safe-name.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import type { Participant } from './room.ts'
import type { TalkClient } from './talk-client.ts'

/** A cache of who is in each room. */
export interface Participants {
  /** Undefined if the server cannot say. */
  of(token: string, signal: AbortSignal): Promise<Participant[] | undefined>
  /** Call this when somebody joined or left. */
  forget(token: string): void
}

const CACHE_MS = 300_000
const MAX_CACHED_ROOMS = 500

export function createParticipants(client: Pick<TalkClient, 'participants'>, clock: Pick<Clock, 'mono'>): Participants {
  const cache = new Map<string, { at: number; list: Participant[] }>()
  return {
    async of(token, signal) {
      const cached = cache.get(token)
      if (cached && clock.mono() - cached.at < CACHE_MS) return cached.list
      const answer = await client.participants(token, signal)
      // An old list is better than none.
      if (!answer.ok) return cached?.list
      cache.delete(token)
      cache.set(token, { at: clock.mono(), list: answer.value })
      const [oldest] = cache.keys()
      if (cache.size > MAX_CACHED_ROOMS && oldest !== undefined) cache.delete(oldest)
      return answer.value
    },
    forget: (token) => void cache.delete(token),
  }
}

/** Display names that several participants share, so that the name alone does not identify a person. */
export function sharedNames(list: Participant[]): ReadonlySet<string> {
  const names = list.map(({ displayName }) => tidyName(displayName))
  return new Set(names.filter((name, at) => names.indexOf(name) !== at))
}
