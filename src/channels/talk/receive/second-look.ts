import type { Clock } from '../../../lib/time/clock.ts'
import type { Inbox } from '../../channel.ts'
import type { Look, Reader } from './reader.ts'
import type { KnownRoom } from './room-book.ts'

export interface SecondLookDeps {
  reader: Reader
  lookAround(inbox: Inbox, room: KnownRoom, signal: AbortSignal): Promise<void>
  clock: Pick<Clock, 'mono'>
  second: number
}

/**
 * Rereads rooms for changes that the list of rooms does not show: reactions, deletions, late messages and new
 * participants.
 */
export interface SecondLook {
  isDue(room: KnownRoom): boolean
  look(inbox: Inbox, room: KnownRoom, signal: AbortSignal): Promise<Look>
}

/** Active rooms are reread more often. */
const ACTIVE_SECONDS = 180
const IDLE_SECONDS = 3600

export function createSecondLook({ reader, lookAround, clock, second }: SecondLookDeps): SecondLook {
  return {
    isDue({ rereadAt, activeAt }) {
      const isActive = clock.mono() - activeAt < IDLE_SECONDS * second
      return clock.mono() - rereadAt > (isActive ? ACTIVE_SECONDS : IDLE_SECONDS) * second
    },
    async look(inbox, room, signal) {
      room.rereadAt = clock.mono()
      if (!room.isHosted) await lookAround(inbox, room, signal)
      const look = await reader.toTheEnd(inbox, room, signal)
      return look.status === 'failed' || look.status === 'shut' ? look : await reader.again(inbox, room, signal)
    },
  }
}
