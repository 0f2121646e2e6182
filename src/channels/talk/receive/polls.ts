import type { Log } from '../../../lib/log.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import { sleep } from '../../../lib/time/sleep.ts'
import type { Inbox } from '../../channel.ts'
import { backoffMs } from '../../shared/backoff.ts'
import type { Reader } from './reader.ts'
import type { KnownRoom } from './room-book.ts'
import type { SecondLook } from './second-look.ts'

export interface PollsDeps {
  reader: Reader
  secondLook: SecondLook
  rooms: Map<string, KnownRoom>
  clock: Pick<Clock, 'mono'>
  log: Log
  second: number
}

/** Each holds a worker of the server: the room that is talked in, and a second one while both are. */
const POLLS = 2
const ACTIVE_SECONDS = 900
/** The server waits no longer, whatever it is asked for. */
const WAIT_SECONDS = 30
const SHORTEST_WAIT = 5
/** One that answers at once with nothing new does not wait for us, so we wait for it. */
const LEAST_SECONDS = 3
/** Cut off sooner than this it was no wait that was too long for somebody in between. */
const CUT_SECONDS = 5

/** Waits for news in the rooms that are talked in most, so that an answer does not wait for the next sweep. */
export function createPolls({ reader, secondLook, rooms, clock, log, second }: PollsDeps) {
  /** Shorter where a proxy in between cuts longer ones off. */
  let waitSeconds = WAIT_SECONDS
  let streak = 0

  function pick(rank: number): KnownRoom | undefined {
    const [room] = [...rooms.values()]
      .filter(({ isBusy, isShut, isOut }) => !isBusy && !isShut && !isOut)
      .sort((a, b) => b.activeAt - a.activeAt || b.room.lastActivity - a.room.lastActivity)
    const isWanted = room && (rank === 0 || clock.mono() - room.activeAt < ACTIVE_SECONDS * second)
    return isWanted ? room : undefined
  }

  /** Answers how long to leave the room alone. */
  async function poll(inbox: Inbox, room: KnownRoom, signal: AbortSignal): Promise<number> {
    // Whoever polls a room keeps everybody else out of it.
    if (secondLook.isDue(room)) await secondLook.look(inbox, room, signal)
    const began = clock.mono()
    const look = await reader.once(inbox, room, waitSeconds, signal)
    const tookSeconds = (clock.mono() - began) / second
    if (look.status === 'shut') room.isShut = true
    if (look.status === 'news' || look.status === 'nothing') streak = 0
    if (look.status === 'failed') {
      // What cuts long waits off is no outage: the sweep would know.
      if (tookSeconds > CUT_SECONDS) waitSeconds = Math.max(SHORTEST_WAIT, Math.floor(waitSeconds * 0.66))
      streak++
      return backoffMs(streak, { second })
    }
    const early = LEAST_SECONDS - tookSeconds
    return look.status === 'nothing' && early > 0 ? early * second : 0
  }

  async function loop(inbox: Inbox, rank: number, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const room = pick(rank)
      if (!room) {
        await sleep(second, signal)
        continue
      }
      await sleep(await attend(inbox, room, signal), signal)
    }
  }

  async function attend(inbox: Inbox, room: KnownRoom, signal: AbortSignal): Promise<number> {
    room.isBusy = true
    try {
      return await poll(inbox, room, signal)
    } catch (error) {
      log.warn({ err: error }, 'what came on talk could not be stored, and is read again')
      return 5 * second
    } finally {
      room.isBusy = false
    }
  }

  return {
    async run(inbox: Inbox, signal: AbortSignal): Promise<void> {
      await Promise.all(Array.from({ length: POLLS }, (_, rank) => loop(inbox, rank, signal)))
    },
  }
}
