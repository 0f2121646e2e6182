import { type Actor, keyOf, type Room } from '../world.ts'

/** A one-to-one goes by the name of the other one, and the changelog by its own. */
export function roomNameFor(room: Room, reader: Actor): string {
  if (room.type === 4) return 'Talk updates ✅'
  if (room.type !== 1) return room.name
  return room.pair.find((user) => keyOf(user) !== keyOf(reader))?.name ?? room.name
}
