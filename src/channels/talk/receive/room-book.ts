import type { Clock } from '../../../lib/time/clock.ts'
import { tidyName } from '../../shared/display-name.ts'
import type { Room } from '../wire/room.ts'
import { roomTypes } from '../wire/room.ts'
import type { Position } from './position.ts'

/** One room that we hear, as far as this run knows it. */
export interface KnownRoom extends Position {
  token: string
  room: Room
  /** Monotonic ms of the last thing somebody of ours said or we did there. */
  activeAt: number
  /** When it was last read from both ends. */
  rereadAt: number
  /** One reader at a time: two would move the position against each other. */
  isBusy: boolean
  /** The server does not show it to us just now: a lobby, or it is gone. The next list tells. */
  isShut: boolean
  /** The newest message that a list told of and a look found nothing behind: hidden from us, or gone. */
  checkedTo: number
  /** When we met it, up to here it was unread. */
  unreadTo: number
  /** Ids that were read lately, so that a second look finds what is new. */
  seen: Set<number>
  twins: ReadonlySet<string>
  /** Somebody of ours is there, as far as we know. */
  isHosted: boolean
}

/** Rooms that people talk in. Federated ones belong to another server: there `users/alice` is somebody else. */
export function isHeard({ type, remoteServer }: Room): boolean {
  const isKind = type === roomTypes.oneToOne || type === roomTypes.group || type === roomTypes.public
  return isKind && !remoteServer
}

/** A closed lobby shows nothing of a room, and what it shows instead is not true. */
export function isBehindLobby({ lobbyState, lastMessage }: Room): boolean {
  return lobbyState && lastMessage === undefined
}

export function isPrivateRoom({ type }: Room): boolean {
  return type === roomTypes.oneToOne
}

export function titleOf({ displayName, name, token }: Room): string {
  return tidyName(displayName || name || token)
}

export function openRoom(room: Room, position: Position, clock: Pick<Clock, 'mono'>): KnownRoom {
  return {
    ...position,
    token: room.token,
    room,
    activeAt: Number.NEGATIVE_INFINITY,
    rereadAt: clock.mono(),
    isBusy: false,
    isShut: false,
    checkedTo: 0,
    unreadTo: 0,
    seen: new Set(),
    twins: new Set(),
    isHosted: false,
  }
}

/** A list told of something that was not read yet. */
export function hasNews({ room, cursor, checkedTo }: KnownRoom): boolean {
  const newest = room.lastMessage?.id ?? 0
  return newest > cursor && newest !== checkedTo
}

/** The newest stands below where we are, and we have not seen it: it was late, or the server was put back to an older day. */
export function hasSurprise({ room, cursor, checkedTo, seen }: KnownRoom): boolean {
  const newest = room.lastMessage?.id ?? 0
  return newest > 0 && newest <= cursor && newest !== checkedTo && !seen.has(newest)
}

const MOST_SEEN = 400

export function remember(known: KnownRoom, ids: number[]): void {
  for (const id of ids) known.seen.add(id)
  for (const id of known.seen) {
    if (known.seen.size <= MOST_SEEN) break
    known.seen.delete(id)
  }
}
