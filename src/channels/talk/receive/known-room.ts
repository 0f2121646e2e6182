import { tidyName } from '../../../lib/text/safe-name.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import { roomTypes, type TalkRoom } from '../wire/room.ts'

/** How far we have read a room. */
export interface RoomPosition {
  /** The last message we have read. It may be one that is hidden from us. */
  cursor: number
  /** Messages up to this one were written before we joined. */
  floor: number
  /** We were removed from the room. Messages written meanwhile are not for us. */
  isOut: boolean
}

export function writePosition({ cursor, floor, isOut }: RoomPosition): string {
  return `${cursor}:${floor}${isOut ? ':out' : ''}`
}

/** Undefined if there is no valid position. Then we join the room again, and duplicates are recognized. */
export function readPosition(value: string | undefined): RoomPosition | undefined {
  const [, cursor, floor, out] = /^(\d+):(\d+)(:out)?$/.exec(value ?? '') ?? []
  return cursor === undefined ? undefined : { cursor: Number(cursor), floor: Number(floor), isOut: out !== undefined }
}

/** A room we read, with everything this run knows about it. */
export interface KnownRoom extends RoomPosition {
  token: string
  room: TalkRoom
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
  sharedNames: ReadonlySet<string>
  /** Somebody we know is in the room, as far as we know. */
  isHosted: boolean
}

/**
 * Whether people talk in this room. Federated rooms belong to another server, where `users/alice` is a different
 * person.
 */
export function isConversation({ type, remoteServer }: TalkRoom): boolean {
  const isKind = type === roomTypes.oneToOne || type === roomTypes.group || type === roomTypes.public
  return isKind && !remoteServer
}

/** Behind a closed lobby the room data is incomplete and partly wrong. */
export function isBehindLobby({ lobbyState, lastMessage }: TalkRoom): boolean {
  return lobbyState && lastMessage === undefined
}

export function isPrivateRoom({ type }: TalkRoom): boolean {
  return type === roomTypes.oneToOne
}

export function titleOf({ displayName, name, token }: TalkRoom): string {
  return tidyName(displayName || name || token)
}

export function openRoom(room: TalkRoom, position: RoomPosition, clock: Pick<Clock, 'mono'>): KnownRoom {
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
    sharedNames: new Set(),
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
export function hasLateMessage({ room, cursor, checkedTo, seen }: KnownRoom): boolean {
  const newest = room.lastMessage?.id ?? 0
  return newest > 0 && newest <= cursor && newest !== checkedTo && !seen.has(newest)
}

const MAX_SEEN_IDS = 400

export function rememberSeen(room: KnownRoom, ids: number[]): void {
  for (const id of ids) room.seen.add(id)
  for (const id of room.seen) {
    if (room.seen.size <= MAX_SEEN_IDS) break
    room.seen.delete(id)
  }
}
