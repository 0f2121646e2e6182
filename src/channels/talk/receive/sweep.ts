import type { Log } from '../../../lib/log.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import { sleep } from '../../../lib/time/sleep.ts'
import type { Wake } from '../../../lib/time/wake.ts'
import type { Inbox } from '../../channel.ts'
import { talkChat } from '../wire/address.ts'
import type { TalkClient } from '../wire/client.ts'
import type { Answer } from '../wire/failure.ts'
import type { Patience } from '../wire/outage.ts'
import type { Room } from '../wire/room.ts'
import { readPosition, writePosition } from './position.ts'
import type { Look, Reader } from './reader.ts'
import {
  hasNews,
  hasSurprise,
  isBehindLobby,
  isHeard,
  isPrivateRoom,
  type KnownRoom,
  openRoom,
  titleOf,
} from './room-book.ts'
import type { SecondLook } from './second-look.ts'

export interface SweepDeps {
  client: Pick<TalkClient, 'rooms'>
  reader: Reader
  join(inbox: Inbox, room: Room, signal: AbortSignal): Promise<Answer<KnownRoom>>
  secondLook: SecondLook
  /** Before anything of these rooms is read. */
  listed(rooms: Room[]): void
  rooms: Map<string, KnownRoom>
  account: string
  patience: Patience
  clock: Clock
  log: Log
  /** Cuts the wait for the next sweep short. */
  wake: Wake
  second: number
}

export interface Sweep {
  run(inbox: Inbox, signal: AbortSignal): Promise<void>
  lastAttempt(): number
  lastRoundTrip(): number | undefined
}

/** A list of what changed never tells what is gone. */
const WHOLE_SECONDS = 300
/** By how long ago anything happened: a conversation, a quiet hour, a night. */
const paces = [
  { within: 120, seconds: 3 },
  { within: 1800, seconds: 6 },
  { within: Number.POSITIVE_INFINITY, seconds: 12 },
]
/** A few at a time: an idle server has better things to do. */
const LOOKS = 2

/** One list of rooms after the other, and a look into each that has something new. */
export function createSweep(deps: SweepDeps): Sweep {
  const { client, reader, secondLook, rooms, patience, clock, log, second } = deps
  /** Rooms being met, each once, as the latest list tells of them. */
  const joining = new Map<string, Room>()
  const looks = new Set<Promise<void>>()
  let since: number | undefined
  let wholeAt = Number.NEGATIVE_INFINITY
  let attemptedAt = clock.mono()
  let answeredAt: number | undefined
  let isResting = false
  /** Who starts is likely to be waited for. */
  let startedAt = clock.mono()

  const place = (token: string) => ({ channel: 'talk', account: deps.account, stream: token }) as const

  async function list(inbox: Inbox, signal: AbortSignal): Promise<number | undefined> {
    const isWhole = since === undefined || clock.mono() - wholeAt > WHOLE_SECONDS * second
    attemptedAt = clock.mono()
    const answer = await client.rooms(isWhole ? undefined : since, signal)
    if (signal.aborted) return undefined
    if (!answer.ok) return patience.failed(answer.failure)
    patience.succeeded()
    answeredAt = clock.mono()
    since = answer.value.modifiedBefore ?? since
    if (isWhole) wholeAt = answeredAt
    deps.listed(answer.value.rooms)
    for (const room of answer.value.rooms) meet(inbox, room, signal)
    const heard = answer.value.rooms.filter(isHeard)
    if (isWhole && answer.value.isWhole) leaveOthers(inbox, new Set(heard.map(({ token }) => token)))
    // All that are known, not only those in this list: a look that failed is made again.
    for (const room of rooms.values()) lookInto(inbox, room, signal)
    return undefined
  }

  function meet(inbox: Inbox, room: Room, signal: AbortSignal): void {
    if (!isHeard(room) || isBehindLobby(room)) return
    if (joining.has(room.token)) return void joining.set(room.token, room)
    const known = rooms.get(room.token) ?? recall(inbox, room)
    if (!known || known.isOut) return joinLater(inbox, room, signal)
    noteName(inbox, known.room, room)
    known.room = room
    known.isShut = false
  }

  /** A note in the room tells it too, in words that every language has its own of. */
  function noteName(inbox: Inbox, was: Room, room: Room): void {
    const chatTitle = titleOf(room)
    if (isPrivateRoom(room) || chatTitle === titleOf(was)) return
    inbox.accept([{ kind: 'renamed', chat: talkChat(room.token), chatTitle, at: clock.now() }])
  }

  function lookInto(inbox: Inbox, room: KnownRoom, signal: AbortSignal): void {
    if (room.isBusy || room.isShut || room.isOut) return
    const more = () => lookInto(inbox, room, signal)
    if (hasNews(room)) start(room, () => reader.toTheEnd(inbox, room, signal), more)
    else if (hasSurprise(room) || (looks.size < LOOKS && secondLook.isDue(room)))
      start(room, () => secondLook.look(inbox, room, signal), more)
  }

  /** From an earlier run. */
  function recall(inbox: Inbox, room: Room): KnownRoom | undefined {
    const position = readPosition(inbox.cursor('talk', deps.account, room.token))
    if (!position) return undefined
    const known = openRoom(room, position, clock)
    // Whatever has no name in a list may have happened while nobody was here.
    known.rereadAt = Number.NEGATIVE_INFINITY
    if (!position.isOut) rooms.set(room.token, known)
    return known
  }

  function joinLater(inbox: Inbox, room: Room, signal: AbortSignal): void {
    joining.set(room.token, room)
    track(
      async () => {
        const joined = await deps.join(inbox, room, signal)
        if (!joined.ok) return
        joined.value.room = joining.get(room.token) ?? room
        rooms.set(room.token, joined.value)
        lookInto(inbox, joined.value, signal)
      },
      () => {
        joining.delete(room.token)
        // It stands in no list of what changed any more; only the whole list tells of it again.
        if (!rooms.has(room.token)) since = undefined
      },
    )
  }

  /** Gone from the whole list: we were taken out, or the room does not exist any more. */
  function leaveOthers(inbox: Inbox, listed: Set<string>): void {
    for (const known of rooms.values()) {
      if (listed.has(known.token) || known.isBusy) continue
      const { token, room, cursor, floor } = known
      const audience = isPrivateRoom(room) ? 'private' : 'group'
      const out = { kind: 'membership', chat: talkChat(token), audience, chatTitle: titleOf(room) } as const
      const value = writePosition({ cursor, floor, isOut: true })
      inbox.accept([{ ...out, standing: 'out', at: clock.now() }], { ...place(token), value })
      rooms.delete(token)
      log.info({ room: token }, 'a talk room is gone')
    }
  }

  /** Beside the sweep, so that a room with a large file holds up nobody else. */
  function start(room: KnownRoom, look: () => Promise<Look>, more: () => void): void {
    const newest = room.room.lastMessage?.id ?? 0
    room.isBusy = true
    track(
      async () => {
        const { status } = await look()
        if (status === 'shut') room.isShut = true
        if (status === 'news' || status === 'nothing') room.checkedTo = newest
      },
      () => {
        room.isBusy = false
        // A list that came meanwhile may tell of what this look was too early for.
        if ((room.room.lastMessage?.id ?? 0) > newest) more()
      },
    )
  }

  function track(work: () => Promise<void>, done: () => unknown): void {
    const look = work()
      .catch((error: unknown) => log.warn({ err: error }, 'a talk room could not be read, and is read again'))
      .finally(() => {
        done()
        looks.delete(look)
      })
    looks.add(look)
  }

  function paceMs(): number {
    const newest = Math.max(startedAt, ...[...rooms.values()].map(({ activeAt }) => activeAt))
    const quiet = (clock.mono() - newest) / second
    return (paces.find(({ within }) => quiet < within)?.seconds ?? 12) * second
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
          log.warn({ err: error }, 'talk rooms could not be taken in, and are listed again')
          since = undefined
        }
        isResting = true
        // A bell cuts a rest short, never a pause that trouble asked for: a server that holds us back is not asked sooner.
        await (waitMs === undefined ? deps.wake.wait(paceMs(), signal) : sleep(waitMs, signal))
        isResting = false
        attemptedAt = clock.mono()
      }
      await Promise.all(looks)
    },
    lastAttempt: () => (isResting ? clock.mono() : attemptedAt),
    lastRoundTrip: () => answeredAt,
  }
}
