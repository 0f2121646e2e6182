import type { User } from '../accounts/accounts.ts'
import { actorParameter } from '../messages/mentions.ts'
import { addAttendee, removeAttendee, writeSystem } from '../messages/rows.ts'
import { type Actor, attendeeOf, type Room, type RoomType, type World } from '../world.ts'

const letters = 'abcdefghijkmnopqrstwxyz23456789'

export interface NewRoom {
  type: RoomType
  name?: string
  owner?: Actor
  token?: string
  pair?: User[]
}

/** A new conversation; its first row says who opened it. */
export function openRoom(world: World, { type, name = '', owner, token, pair = [] }: NewRoom): Room {
  const id = world.nextId('room')
  const room: Room = {
    id,
    token: token ?? tokenOf(id),
    type,
    name,
    description: '',
    isReadOnly: type === 4 || type === 5,
    hasLobby: false,
    expiration: 0,
    callSince: 0,
    lastActivity: world.seconds(),
    lastMessage: undefined,
    comments: [],
    attendees: [],
    threads: new Map(),
    pair,
    bots: new Set(),
    isGone: false,
  }
  world.rooms.set(room.token, room)
  if (owner !== undefined) {
    const row = writeSystem(world, room, owner, 'conversation_created')
    for (const actor of pair.length === 0 ? [owner] : pair) addAttendee(world, room, actor, 1)
    for (const attendee of room.attendees) attendee.lastRead = row.id
  }
  return room
}

function tokenOf(id: number): string {
  // Spread over the alphabet, so that neighbours do not look alike.
  let rest = id * 2_654_435_761
  let token = ''
  for (let i = 0; i < 8; i += 1) {
    token += letters[rest % letters.length]
    rest = Math.floor(rest / letters.length) + id * 7919
  }
  return token
}

/** The conversation of two people, opened by the first when there was none. */
export function oneToOne(world: World, opener: User, other: User): { room: Room; isNew: boolean } {
  const known = [...world.rooms.values()].find(
    (room) => room.type === 1 && room.pair.includes(opener) && room.pair.includes(other),
  )
  if (known === undefined)
    return { room: openRoom(world, { type: 1, owner: opener, pair: [opener, other] }), isNew: true }
  addAttendee(world, known, opener, 1)
  return { room: known, isNew: false }
}

export function add(world: World, room: Room, by: Actor, actor: Actor): void {
  if (attendeeOf(room, actor) !== undefined) return
  addAttendee(world, room, actor, actor.type === 'guests' ? 4 : 3)
  writeSystem(world, room, by, 'user_added', { about: { user: actorParameter(actor) } })
}

/** Out of the room; those who are waiting see it as the last thing. A one-to-one is left without a word. */
export function expel(world: World, room: Room, by: Actor, actor: Actor): void {
  removeAttendee(room, actor)
  if (room.type !== 1) writeSystem(world, room, by, 'user_removed', { about: { user: actorParameter(actor) } })
}

export function deleteRoom(world: World, room: Room): void {
  room.isGone = true
  world.rooms.delete(room.token)
  room.attendees.length = 0
}

/** An account is deleted: its one-to-ones are former ones, and its messages nobody's. */
export function deleteAccount(world: World, user: User): void {
  const admin: Actor = { type: 'guests', id: 'cli', name: '' }
  world.accounts.remove(user)
  const nobody: Actor = { type: 'deleted_users', id: 'deleted_users', name: '' }
  for (const room of world.rooms.values()) {
    removeAttendee(room, user)
    for (const row of room.comments) if (row.actor === user) row.actor = nobody
    if (room.type !== 1 || !room.pair.includes(user)) continue
    Object.assign(room, { type: 5, name: user.name, isReadOnly: true })
    writeSystem(world, room, admin, 'read_only', { text: 'An administrator locked the conversation' })
  }
}
