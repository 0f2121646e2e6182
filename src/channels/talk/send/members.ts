import type { Clock } from '../../../lib/time/clock.ts'
import type { TalkClient } from '../wire/client.ts'
import { type Answer, ok } from '../wire/failure.ts'

/** Whom a text in a room could call, in small letters; undefined where the server does not say. */
export interface Members {
  of(token: string, signal: AbortSignal): Promise<Answer<ReadonlySet<string> | undefined>>
}

/** Somebody who came since can be called by accident for so long. */
const FRESH_MS = 300_000
const MOST_ROOMS = 500

export function createMembers(client: Pick<TalkClient, 'participants'>, clock: Pick<Clock, 'mono'>): Members {
  const known = new Map<string, { at: number; names: ReadonlySet<string> }>()

  return {
    async of(token, signal) {
      const kept = known.get(token)
      if (kept && clock.mono() - kept.at < FRESH_MS) return ok(kept.names)
      const answer = await client.participants(token, signal)
      if (!answer.ok) return answer.failure.kind === 'refused' ? ok(kept?.names) : answer
      const names = new Set(answer.value.map(({ actorId }) => actorId.toLowerCase()))
      known.delete(token)
      const [oldest] = known.keys()
      if (known.size >= MOST_ROOMS && oldest !== undefined) known.delete(oldest)
      known.set(token, { at: clock.mono(), names })
      return ok(names)
    },
  }
}
