import { type Actor, keyOf, type Room } from './world.ts'

/** A one-to-one goes by the name of the other one. */
export function roomNameFor(room: Room, reader: Actor): string {
  if (room.type !== 1) return room.name
  return room.pair.find((user) => keyOf(user) !== keyOf(reader))?.name ?? room.name
}
