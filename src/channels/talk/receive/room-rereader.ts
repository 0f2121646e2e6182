import type { Clock } from '../../../lib/time/clock.ts'
import type { Inbox } from '../../channel.ts'
import type { KnownRoom } from './known-room.ts'
import type { ReadResult, RoomReader } from './room-reader.ts'

export interface RoomRereaderDeps {
  reader: RoomReader
  lookAround(inbox: Inbox, room: KnownRoom, signal: AbortSignal): Promise<void>
  clock: Pick<Clock, 'mono'>
  second: number
}

/**
 * Rereads rooms for changes that the list of rooms does not show: reactions, deletions, late messages and new
 * participants.
 */
export interface RoomRereader {
  isDue(room: KnownRoom): boolean
  look(inbox: Inbox, room: KnownRoom, signal: AbortSignal): Promise<ReadResult>
}

/** Active rooms are reread more often. */
const ACTIVE_ROOM_INTERVAL_SECONDS = 180
const IDLE_ROOM_INTERVAL_SECONDS = 3600

export function createRoomRereader({ reader, lookAround, clock, second }: RoomRereaderDeps): RoomRereader {
  return {
    isDue({ rereadAt, activeAt }) {
      const isActive = clock.mono() - activeAt < IDLE_ROOM_INTERVAL_SECONDS * second
      return clock.mono() - rereadAt > (isActive ? ACTIVE_ROOM_INTERVAL_SECONDS : IDLE_ROOM_INTERVAL_SECONDS) * second
    },
    async look(inbox, room, signal) {
      room.rereadAt = clock.mono()
      if (!room.isHosted) await lookAround(inbox, room, signal)
      const look = await reader.toTheEnd(inbox, room, signal)
      return look.status === 'failed' || look.status === 'shut' ? look : await reader.again(inbox, room, signal)
    },
  }
}
