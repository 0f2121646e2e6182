import type { Log } from '../../../lib/log.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import { backoffMs, sleep } from '../../../lib/time/timers.ts'
import type { Inbox } from '../../channel.ts'
import type { KnownRoom } from './known-room.ts'
import type { RoomReader, RoomRereader } from './room-reader.ts'

export interface RoomPollerDeps {
  reader: RoomReader
  rereader: RoomRereader
  rooms: Map<string, KnownRoom>
  clock: Pick<Clock, 'mono'>
  log: Log
  second: number
}

/**
 * Each poll occupies a worker of the server, so we poll the most active room, and a second one only while it is active
 * too.
 */
const MAX_PARALLEL_POLLS = 2
const ACTIVE_SECONDS = 900
/** The server never waits longer, even if asked to. */
const MAX_POLL_SECONDS = 30
const MIN_POLL_SECONDS = 5
/** If the server answers at once without anything new, we pause this long instead of polling in a tight loop. */
const MIN_ROUND_SECONDS = 3
/** A poll that broke off earlier than this was not cut off by a proxy's time limit. */
const PROXY_CUT_AFTER_SECONDS = 5

/** Waits for messages in the most active rooms, so that they need not wait for the next sweep. */
export function createRoomPoller({ reader, rereader, rooms, clock, log, second }: RoomPollerDeps) {
  /** Reduced if a proxy cuts off longer polls. */
  let waitSeconds = MAX_POLL_SECONDS
  let streak = 0

  function pickRoom(rank: number): KnownRoom | undefined {
    const [room] = [...rooms.values()]
      .filter(({ isBusy, isShut, isOut }) => !isBusy && !isShut && !isOut)
      .sort((a, b) => b.activeAt - a.activeAt || b.room.lastActivity - a.room.lastActivity)
    const isWanted = room && (rank === 0 || clock.mono() - room.activeAt < ACTIVE_SECONDS * second)
    return isWanted ? room : undefined
  }

  /** Returns how long to wait before the next poll of this room. */
  async function poll(inbox: Inbox, room: KnownRoom, signal: AbortSignal): Promise<number> {
    // A polled room is busy, so the sweep cannot reread it. We do it here.
    if (rereader.isDue(room)) await rereader.reread(inbox, room, signal)
    const startedAt = clock.mono()
    const result = await reader.once(inbox, room, waitSeconds, signal)
    const tookSeconds = (clock.mono() - startedAt) / second
    if (result.status === 'shut') room.isShut = true
    if (result.status === 'news' || result.status === 'nothing') streak = 0
    if (result.status === 'failed') {
      // A proxy that cuts off long polls is not an outage; the sweep would notice one.
      if (tookSeconds > PROXY_CUT_AFTER_SECONDS)
        waitSeconds = Math.max(MIN_POLL_SECONDS, Math.floor(waitSeconds * 0.66))
      streak++
      return backoffMs(streak, { maxSeconds: 30, second, random: Math.random() })
    }
    const pauseSeconds = MIN_ROUND_SECONDS - tookSeconds
    return result.status === 'nothing' && pauseSeconds > 0 ? pauseSeconds * second : 0
  }

  async function loop(inbox: Inbox, rank: number, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const room = pickRoom(rank)
      if (!room) {
        await sleep(second, signal)
        continue
      }
      await sleep(await pollBusy(inbox, room, signal), signal)
    }
  }

  async function pollBusy(inbox: Inbox, room: KnownRoom, signal: AbortSignal): Promise<number> {
    room.isBusy = true
    try {
      return await poll(inbox, room, signal)
    } catch (error) {
      log.warn({ err: error }, 'Talk messages could not be stored and will be read again')
      return 5 * second
    } finally {
      room.isBusy = false
    }
  }

  return {
    async run(inbox: Inbox, signal: AbortSignal): Promise<void> {
      await Promise.all(Array.from({ length: MAX_PARALLEL_POLLS }, (_, rank) => loop(inbox, rank, signal)))
    },
  }
}
