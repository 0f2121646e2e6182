import { refuse } from '../http/reply.ts'
import { type Actor, type Attendee, attendeeOf, isModerator, type Room, type World } from '../world.ts'

export const chatRight = 128
const reactRight = 256

/** What an attendee may do in all: own permissions where there are some, else those of everybody. */
export function permissionsOf(world: World, room: Room, attendee: Attendee): number {
  if (attendee.permissions !== 0) return attendee.permissions
  const all = world.release.reactPermission ? 254 | reactRight : 254
  // Whoever does not moderate cannot ignore the lobby (8).
  return isModerator(attendee) || room.type === 1 || room.type === 5 ? all : all & ~8
}

/** The room and the caller's place in it; a stranger is told it does not exist. */
export function enter(world: World, token: string, actor: Actor | undefined): { room: Room; attendee: Attendee } {
  const room = world.rooms.get(token)
  const attendee = room === undefined || actor === undefined ? undefined : attendeeOf(room, actor)
  if (room === undefined || attendee === undefined) throw refuse(404)
  return { room, attendee }
}

export function mustSeeChat(room: Room, attendee: Attendee): void {
  if (isBehindLobby(room, attendee)) throw refuse(412)
}

export function isBehindLobby(room: Room, attendee: Attendee): boolean {
  return room.hasLobby && !isModerator(attendee)
}

export function mustWrite(world: World, room: Room, attendee: Attendee): void {
  if (room.isReadOnly) throw refuse(403)
  if ((permissionsOf(world, room, attendee) & chatRight) === 0) throw refuse(403)
  mustSeeChat(room, attendee)
}

export function mustReact(world: World, room: Room, attendee: Attendee): void {
  if (!world.release.reactPermission) return mustWrite(world, room, attendee)
  if (room.isReadOnly) throw refuse(403)
  if ((permissionsOf(world, room, attendee) & reactRight) === 0) throw refuse(403)
  mustSeeChat(room, attendee)
}

export function mustModerate(attendee: Attendee): void {
  if (!isModerator(attendee)) throw refuse(403)
}

/** An error in words where the release has them, and an empty list before. */
export function fault(world: World, status: number, error: string): Error {
  return refuse(status, '', world.release.contract ? { error } : [])
}
