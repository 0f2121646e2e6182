import type { User } from '../accounts/accounts.ts'
import { postFile } from '../files/sharing.ts'
import { actorParameter } from '../messages/mentions.ts'
import { isVisible, type Json, messageFor } from '../messages/message-view.ts'
import { react, unreact } from '../messages/reacting.ts'
import { release, write, writeSystem } from '../messages/rows.ts'
import { clear, edit, type Manner, remove, say } from '../messages/saying.ts'
import { type Actor, attendeeOf, findRow, type RichObject, type Room, rowsOf, type World } from '../world.ts'
import { add, deleteRoom, expel } from './membership.ts'

export interface SharedFile {
  name: string
  bytes?: Buffer | string
  mime?: string
  caption?: string
  voice?: boolean
  replyTo?: number
  threadId?: number
  referenceId?: string
}

/** A message as somebody in the room sees it. */
export type SeenMessage = Json & {
  id: number
  message: string
  actorType: string
  actorId: string
  referenceId: string
  systemMessage: string
  messageType: string
  parent?: SeenMessage
}

/** A conversation in the hands of a test: what people do in it, and what they see. */
export interface Place {
  readonly token: string
  readonly room: Room
  /** Somebody writes; the id of the message. Rights are not asked for: a test says what it wants to have happened. */
  say(actor: Actor, text: string, manner?: Manner): number
  /** Takes an id now and is seen later: what it returns lets go of it. */
  hold(actor: Actor, text: string, manner?: Manner): { id: number; release(): void }
  edit(actor: Actor, id: number, text: string): void
  remove(actor: Actor, id: number): void
  react(actor: Actor, id: number, emoji: string): void
  unreact(actor: Actor, id: number, emoji: string): void
  /** Puts a file among those of a person and shows it here. */
  share(user: User, file: SharedFile): number
  /** A location, a poll, a card. */
  object(actor: Actor, object: RichObject): number
  add(by: Actor, actor: Actor): void
  expel(by: Actor, actor: Actor): void
  leave(actor: Actor): void
  /** Comes in by themselves, as guests do and into rooms that are open. */
  join(actor: Actor): void
  clear(by: Actor): void
  lock(by: Actor, isLocked?: boolean): void
  lobby(by: Actor, isOn?: boolean): void
  promote(by: Actor, actor: Actor, isUp?: boolean): void
  rename(by: Actor, name: string): void
  describe(by: Actor, description: string): void
  openToGuests(by: Actor, isOpen?: boolean): void
  archive(actor: Actor, isArchived?: boolean): void
  /** Messages written from now on last so many seconds. */
  expireAfter(by: Actor, seconds: number): void
  permit(actor: Actor, permissions: number): void
  call(by: Actor): void
  hangUp(by: Actor): void
  system(actor: Actor, name: string, text?: string): number
  /** The whole conversation is gone. */
  drop(): void
  /** What stands there for this reader, oldest first. */
  seenBy(reader: Actor): SeenMessage[]
  /** What somebody wrote and nobody took back. */
  saidBy(actor: Actor): SeenMessage[]
  message(id: number, reader: Actor): SeenMessage | undefined
}

export function createPlace(world: World, room: Room): Place {
  function seenBy(reader: Actor): SeenMessage[] {
    const rows = rowsOf(room).sort((one, other) => one.id - other.id)
    return rows
      .filter((row) => isVisible(world, row, reader))
      .map((row) => messageFor(world, room, row, reader) as SeenMessage)
  }

  function share(user: User, file: SharedFile): number {
    const { name, bytes = `the bytes of ${name}`, mime, referenceId = '', voice = false, ...meta } = file
    // Each in a folder of its own: under a name that is mounted in theirs, people would overwrite one another's files.
    const { node } = world.homes.put(user, `Files/${world.nextId('upload')}/${name}`, Buffer.from(bytes), mime)
    const messageType = voice ? 'voice-message' : 'comment'
    const shown = world.homes.share(node, user, room)
    return postFile(world, shown, referenceId, JSON.stringify({ messageType, ...meta })).id
  }

  return {
    token: room.token,
    room,
    say: (actor, text, manner) => say(world, room, actor, text, manner).id,
    hold(actor, text, manner = {}) {
      const row = say(world, room, actor, text, { ...manner, isHeld: true })
      return { id: row.id, release: () => release(world, room, row) }
    },
    edit: (actor, id, text) => void edit(world, room, actor, id, text),
    remove: (actor, id) => void remove(world, room, actor, id),
    react: (actor, id, emoji) => void react(world, room, actor, id, emoji),
    unreact: (actor, id, emoji) => unreact(world, room, actor, id, emoji),
    share,
    object: (actor, object) => write(world, room, { actor, object }).id,
    add: (by, actor) => add(world, room, by, actor),
    expel: (by, actor) => expel(world, room, by, actor),
    leave: (actor) => expel(world, room, actor, actor),
    join: (actor) => add(world, room, actor, actor),
    clear: (by) => void clear(world, room, by),
    lock(by, isLocked = true) {
      room.isReadOnly = isLocked
      writeSystem(world, room, by, isLocked ? 'read_only' : 'read_only_off')
    },
    lobby(by, isOn = true) {
      room.hasLobby = isOn
      writeSystem(world, room, by, isOn ? 'lobby_non_moderators' : 'lobby_none')
    },
    promote(by, actor, isUp = true) {
      const attendee = attendeeOf(room, actor)
      if (attendee === undefined) throw new Error(`${actor.id} is not in ${room.token}`)
      attendee.type = isUp ? 2 : 3
      const about = { user: actorParameter(actor) }
      writeSystem(world, room, by, isUp ? 'moderator_promoted' : 'moderator_demoted', { about })
    },
    rename(by, name) {
      const text = `{actor} renamed the conversation from "${room.name}" to "${name}"`
      room.name = name
      writeSystem(world, room, by, 'conversation_renamed', { text })
    },
    describe(by, description) {
      room.description = description
      writeSystem(world, room, by, 'description_set')
    },
    openToGuests(by, isOpen = true) {
      room.type = isOpen ? 3 : 2
      writeSystem(world, room, by, isOpen ? 'guests_allowed' : 'guests_disallowed')
    },
    archive(actor, isArchived = true) {
      const attendee = attendeeOf(room, actor)
      if (attendee !== undefined) attendee.isArchived = isArchived
    },
    expireAfter(by, seconds) {
      room.expiration = seconds
      const text = seconds === 0 ? '' : `{actor} set the message expiration to ${seconds} seconds`
      writeSystem(world, room, by, seconds === 0 ? 'message_expiration_disabled' : 'message_expiration_enabled', {
        text,
      })
    },
    permit(actor, permissions) {
      const attendee = attendeeOf(room, actor)
      if (attendee !== undefined) attendee.permissions = permissions
    },
    call(by) {
      room.callSince = world.seconds()
      writeSystem(world, room, by, 'call_started')
    },
    hangUp(by) {
      writeSystem(world, room, by, 'call_left')
      const text = `Call with {user1} and 0 guests (Duration 0:${String(world.seconds() - room.callSince).padStart(2, '0')})`
      room.callSince = 0
      writeSystem(world, room, by, 'call_ended', { text, about: { user1: actorParameter(by) } })
    },
    system: (actor, name, text = '') => writeSystem(world, room, actor, name, { text }).id,
    drop: () => deleteRoom(world, room),
    seenBy,
    saidBy: (actor) =>
      seenBy(actor).filter(
        (seen) =>
          seen.actorId === actor.id &&
          seen.actorType === actor.type &&
          seen.systemMessage === '' &&
          seen.messageType !== 'comment_deleted',
      ),
    message(id, reader) {
      const row = findRow(room, id)
      return row === undefined ? undefined : (messageFor(world, room, row, reader) as SeenMessage)
    },
  }
}
