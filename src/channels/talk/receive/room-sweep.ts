import type { Log } from '../../../lib/log.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import { sleep, type Waker } from '../../../lib/time/timers.ts'
import type { Inbox } from '../../channel.ts'
import type { Backoff } from '../../shared/outage.ts'
import type { TalkAnswer, TalkFailure } from '../wire/failure.ts'
import { type TalkRoom, talkChat } from '../wire/room.ts'
import type { TalkClient } from '../wire/talk-client.ts'
import {
  hasLateMessage,
  hasNews,
  isBehindLobby,
  isConversation,
  isPrivateRoom,
  type KnownRoom,
  openRoom,
  readPosition,
  titleOf,
  writePosition,
} from './known-room.ts'
import type { ReadResult, RoomReader, RoomRereader } from './room-reader.ts'

export interface RoomSweepDeps {
  client: Pick<TalkClient, 'rooms'>
  reader: RoomReader
  join(inbox: Inbox, room: TalkRoom, signal: AbortSignal): Promise<TalkAnswer<KnownRoom>>
  rereader: RoomRereader
  /** Called with each list, before any of these rooms is read. */
  listed(rooms: TalkRoom[]): void
  rooms: Map<string, KnownRoom>
  account: string
  backoff: Backoff<TalkFailure>
  clock: Clock
  log: Log
  /** Ends the wait for the next sweep early. */
  waker: Waker
  second: number
}

export interface RoomSweep {
  run(inbox: Inbox, signal: AbortSignal): Promise<void>
  lastAttempt(): number
  lastRoundTrip(): number | undefined
}

/** How often all rooms are listed, because a list of changes does not show rooms that are gone. */
const FULL_LIST_INTERVAL_SECONDS = 300
/** The interval depends on how long ago something happened, so that an idle server gets fewer requests. */
const intervals = [
  { within: 120, seconds: 3 },
  { within: 1800, seconds: 6 },
  { within: Number.POSITIVE_INFINITY, seconds: 12 },
]
/** Few at a time, to keep the load on the server low. */
const MAX_PARALLEL_REREADS = 2

/** Lists the rooms again and again, and reads each room with news. */
export function createRoomSweep(deps: RoomSweepDeps): RoomSweep {
  const { client, reader, rereader, rooms, backoff, clock, log, second } = deps
  /** Rooms that are being joined, with their newest listed state. */
  const joining = new Map<string, TalkRoom>()
  const runningReads = new Set<Promise<void>>()
  let since: number | undefined
  let fullListAt = Number.NEGATIVE_INFINITY
  let attemptedAt = clock.mono()
  let answeredAt: number | undefined
  let isResting = false
  /** Shortly after a start somebody is probably waiting for us. */
  let startedAt = clock.mono()

  const place = (token: string) => ({ channel: 'talk', account: deps.account, stream: token }) as const

  async function list(inbox: Inbox, signal: AbortSignal): Promise<number | undefined> {
    const isFullList = since === undefined || clock.mono() - fullListAt > FULL_LIST_INTERVAL_SECONDS * second
    attemptedAt = clock.mono()
    const answer = await client.rooms(isFullList ? undefined : since, signal)
    if (signal.aborted) return undefined
    if (!answer.ok) return backoff.failed(answer.failure)
    backoff.succeeded()
    answeredAt = clock.mono()
    since = answer.value.modifiedBefore ?? since
    if (isFullList) fullListAt = answeredAt
    deps.listed(answer.value.rooms)
    for (const room of answer.value.rooms) updateRoom(inbox, room, signal)
    const conversations = answer.value.rooms.filter(isConversation)
    if (isFullList && answer.value.isWhole) leaveMissing(inbox, new Set(conversations.map(({ token }) => token)))
    // All known rooms and not only those in this list, so that failed reads are repeated.
    for (const room of rooms.values()) readIfNeeded(inbox, room, signal)
    return undefined
  }

  function updateRoom(inbox: Inbox, room: TalkRoom, signal: AbortSignal): void {
    if (!isConversation(room) || isBehindLobby(room)) return
    if (joining.has(room.token)) return void joining.set(room.token, room)
    const knownRoom = rooms.get(room.token) ?? restoreRoom(inbox, room)
    if (!knownRoom || knownRoom.isOut) return joinLater(inbox, room, signal)
    noteRename(inbox, knownRoom.room, room)
    knownRoom.room = room
    knownRoom.isShut = false
  }

  /** There is also a system message about it, but its text is localized. */
  function noteRename(inbox: Inbox, before: TalkRoom, room: TalkRoom): void {
    const chatTitle = titleOf(room)
    if (isPrivateRoom(room) || chatTitle === titleOf(before)) return
    inbox.accept([{ kind: 'rename', chat: talkChat(room.token), chatTitle, at: clock.now() }])
  }

  function readIfNeeded(inbox: Inbox, room: KnownRoom, signal: AbortSignal): void {
    if (room.isBusy || room.isShut || room.isOut) return
    const readAgain = () => readIfNeeded(inbox, room, signal)
    if (hasNews(room)) start(room, () => reader.toTheEnd(inbox, room, signal), readAgain)
    else if (hasLateMessage(room) || (runningReads.size < MAX_PARALLEL_REREADS && rereader.isDue(room)))
      start(room, () => rereader.reread(inbox, room, signal), readAgain)
  }

  /** Restores a room known from an earlier run. */
  function restoreRoom(inbox: Inbox, room: TalkRoom): KnownRoom | undefined {
    const position = readPosition(inbox.cursor('talk', deps.account, room.token))
    if (!position) return undefined
    const knownRoom = openRoom(room, position, clock)
    // Changes that no list shows may have happened while we were not running, so it is reread soon.
    knownRoom.rereadAt = Number.NEGATIVE_INFINITY
    if (!position.isOut) rooms.set(room.token, knownRoom)
    return knownRoom
  }

  function joinLater(inbox: Inbox, room: TalkRoom, signal: AbortSignal): void {
    joining.set(room.token, room)
    track(
      async () => {
        const joined = await deps.join(inbox, room, signal)
        if (!joined.ok) return
        joined.value.room = joining.get(room.token) ?? room
        rooms.set(room.token, joined.value)
        readIfNeeded(inbox, joined.value, signal)
      },
      () => {
        joining.delete(room.token)
        // The next list of changes will not contain the room again, so request the full list.
        if (!rooms.has(room.token)) since = undefined
      },
    )
  }

  /** The room is missing from the full list: we were removed, or the room was deleted. */
  function leaveMissing(inbox: Inbox, listedTokens: Set<string>): void {
    for (const knownRoom of rooms.values()) {
      if (listedTokens.has(knownRoom.token) || knownRoom.isBusy) continue
      const { token, room, cursor, floor } = knownRoom
      const audience = isPrivateRoom(room) ? 'private' : 'group'
      const membership = { kind: 'membership', chat: talkChat(token), audience, chatTitle: titleOf(room) } as const
      const value = writePosition({ cursor, floor, isOut: true })
      inbox.accept([{ ...membership, standing: 'out', at: clock.now() }], { ...place(token), value })
      rooms.delete(token)
      log.info({ room: token }, 'a Talk room is gone')
    }
  }

  /** Runs in parallel with the sweep, so that a room with a large file does not delay others. */
  function start(room: KnownRoom, read: () => Promise<ReadResult>, readAgain: () => void): void {
    const newest = room.room.lastMessage?.id ?? 0
    room.isBusy = true
    track(
      async () => {
        const { status } = await read()
        if (status === 'shut') room.isShut = true
        if (status === 'news' || status === 'nothing') room.checkedTo = newest
      },
      () => {
        room.isBusy = false
        // A list that arrived meanwhile may show messages this read was too early for.
        if ((room.room.lastMessage?.id ?? 0) > newest) readAgain()
      },
    )
  }

  function track(work: () => Promise<void>, done: () => unknown): void {
    const read = work()
      .catch((error: unknown) => log.warn({ err: error }, 'a Talk room could not be read and will be read again'))
      .finally(() => {
        done()
        runningReads.delete(read)
      })
    runningReads.add(read)
  }

  function paceMs(): number {
    const newest = Math.max(startedAt, ...[...rooms.values()].map(({ activeAt }) => activeAt))
    const quietSeconds = (clock.mono() - newest) / second
    return (intervals.find(({ within }) => quietSeconds < within)?.seconds ?? 12) * second
  }

  return {
    async run(inbox, signal) {
      startedAt = clock.mono()
      since = undefined
      while (!signal.aborted) {
        let waitMs: number | undefined
        try {
          waitMs = await list(inbox, signal)
        } catch (error) {
          log.warn({ err: error }, 'Talk rooms could not be stored and will be listed again')
          since = undefined
        }
        isResting = true
        // A webhook call shortens a normal wait, but never a pause after a failure: a server that throttles us must not
        // be asked sooner.
        await (waitMs === undefined ? deps.waker.wait(paceMs(), signal) : sleep(waitMs, signal))
        isResting = false
        attemptedAt = clock.mono()
      }
      await Promise.all(runningReads)
    },
    lastAttempt: () => (isResting ? clock.mono() : attemptedAt),
    lastRoundTrip: () => answeredAt,
  }
}
