import { type Actor, type Attendee, attendeeOf, type Comment, type Room, rowsOf, type World } from '../world.ts'
import { parseMentions } from './mentions.ts'

type NewRow = Pick<Comment, 'actor'> & Partial<Comment>

/** Writes a row into the chat. Reactions, edits and deletions are quiet: they move neither the activity nor the last message. */
export function write(world: World, room: Room, fields: NewRow, isQuiet = false): Comment {
  const id = world.nextId('comment')
  const row: Comment = {
    id,
    at: world.seconds(),
    kind: 'comment',
    text: '',
    system: '',
    about: {},
    referenceId: '',
    expiresAt: room.expiration === 0 ? 0 : world.seconds() + room.expiration,
    reactions: new Map(),
    threadId: fields.parent?.threadId ?? id,
    silent: false,
    isHeld: false,
    ...fields,
  }
  room.comments.push(row)
  if (!row.isHeld) settle(world, room, row, isQuiet)
  return row
}

/** The transaction of a row is over: it can be seen from now on, also when rows with higher ids were seen before. */
export function release(world: World, room: Room, row: Comment): void {
  row.isHeld = false
  settle(world, room, row, false)
}

function settle(world: World, room: Room, row: Comment, isQuiet: boolean): void {
  if (row.kind === 'comment') noteMentions(world, room, row)
  if (!isQuiet && row.kind !== 'command') {
    room.lastActivity = world.seconds()
    room.lastMessage = row
  }
  for (const tell of world.written) tell(room, row)
  world.changed(room)
}

function noteMentions(world: World, room: Room, row: Comment): void {
  for (const { kind, id } of parseMentions(world, room, room.name, row.file?.caption ?? row.text).mentions)
    for (const attendee of room.attendees) {
      const isNamed = kind === 'user' && attendee.actor.id.toLowerCase() === id.toLowerCase()
      if (isNamed) attendee.lastDirectMention = row.id
      if (isNamed || kind === 'call') attendee.lastMention = row.id
    }
}

/** A row that the server writes about what somebody did. */
export function writeSystem(
  world: World,
  room: Room,
  actor: Actor,
  system: string,
  fields: Partial<Comment> = {},
  isQuiet = false,
): Comment {
  return write(world, room, { actor, kind: 'system', system, ...fields }, isQuiet)
}

export function addAttendee(world: World, room: Room, actor: Actor, type: number): Attendee {
  const known = attendeeOf(room, actor)
  if (known !== undefined) return known
  const attendee: Attendee = {
    id: world.nextId('attendee'),
    actor,
    type,
    lastRead: rowsOf(room).at(-1)?.id ?? 0,
    lastMention: 0,
    lastDirectMention: 0,
    permissions: 0,
    isArchived: false,
    isFavorite: false,
  }
  room.attendees.push(attendee)
  return attendee
}

export function removeAttendee(room: Room, actor: Actor): void {
  const attendee = attendeeOf(room, actor)
  if (attendee !== undefined) room.attendees.splice(room.attendees.indexOf(attendee), 1)
}

/** What everybody has read: the header of most chat answers. */
export function commonRead(room: Room): number {
  const users = room.attendees.filter(({ actor }) => actor.type === 'users')
  return users.length === 0 ? 0 : Math.min(...users.map(({ lastRead }) => lastRead))
}

export function readHeader(room: Room): Record<string, string> {
  return { 'X-Chat-Last-Common-Read': String(commonRead(room)) }
}
