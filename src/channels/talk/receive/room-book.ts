import type { Clock } from '../../../lib/time/clock.ts'
import { tidyName } from '../../shared/display-name.ts'
import type { Room } from '../wire/room.ts'
import { roomTypes } from '../wire/room.ts'
import type { Position } from './position.ts'

/** A room we read, with everything this run knows about it. */
export interface KnownRoom extends Position {
  token: string
  room: Room
  /** Monotonic ms of the last activity of somebody we know, or of ours. */
  activeAt: number
  /** When the newest page was last read again. */
  rereadAt: number
  /** Only one reader at a time, because two would overwrite each other's position. */
  isBusy: boolean
  /**
   * The server does not show us the room at the moment, because of a lobby or because it is gone. The next list tells.
   */
  isShut: boolean
  /** The newest listed message after which a read found nothing: it is hidden from us or deleted. */
  checkedTo: number
  /** The newest unread message when we joined. */
  unreadTo: number
  /** Recently read ids, so that rereading finds only new messages. */
  seen: Set<number>
  twins: ReadonlySet<string>
  /** Somebody we know is in the room, as far as we know. */
  isHosted: boolean
}

/**
 * Whether people talk in this room. Federated rooms belong to another server, where `users/alice` is a different
 * person.
 */
export function isHeard({ type, remoteServer }: Room): boolean {
  const isKind = type === roomTypes.oneToOne || type === roomTypes.group || type === roomTypes.public
  return isKind && !remoteServer
}

/** Behind a closed lobby the room data is incomplete and partly wrong. */
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

/** The list of rooms shows a message we have not read yet. */
export function hasNews({ room, cursor, checkedTo }: KnownRoom): boolean {
  const newest = room.lastMessage?.id ?? 0
  return newest > cursor && newest !== checkedTo
}

/**
 * The newest message is below our position but unknown to us: it was late, or the server was restored from a backup.
 */
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
