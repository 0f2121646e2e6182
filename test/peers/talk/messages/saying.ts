import { fault } from '../rooms/rights.ts'
import { type Actor, attendeeOf, type Comment, findRow, isModerator, type Room, type World } from '../world.ts'
import { addAttendee, write, writeSystem } from './rows.ts'

const mostCharacters = 32_000
const editableSeconds = 24 * 3600
const deletableSeconds = 6 * 3600

export interface Manner {
  replyTo?: number
  referenceId?: string
  silent?: boolean
  threadId?: number
  threadTitle?: string
  /** The id is taken now, and the row is seen when it is released. */
  isHeld?: boolean
  botName?: string
}

/** Somebody writes. All rules of the server but who may. */
export function say(world: World, room: Room, actor: Actor, raw: string, manner: Manner = {}): Comment {
  const text = trim(raw)
  if (text === '' && manner.botName === undefined) throw fault(world, 400, 'message')
  const parent = manner.replyTo ? replyTarget(world, room, manner.replyTo) : undefined
  const thread = parent === undefined ? threadOf(world, room, manner) : undefined
  refill(world, room)
  const referenceId = (manner.referenceId ?? '').slice(0, 64)
  if (world.release.commands && actor.type === 'users' && text.startsWith('/') && !text.startsWith('//'))
    return command(world, room, actor, text, referenceId)
  const words = world.release.commands && text.startsWith('//') ? text.slice(1) : text
  mustFit(world, words)
  const row = write(world, room, {
    actor,
    text: words,
    referenceId,
    silent: manner.silent ?? false,
    isHeld: manner.isHeld ?? false,
    ...(parent === undefined ? {} : { parent }),
    ...(thread === undefined ? {} : { threadId: thread }),
    ...(manner.botName === undefined ? {} : { botName: manner.botName }),
  })
  const attendee = attendeeOf(room, actor)
  if (attendee !== undefined && !row.isHeld) attendee.lastRead = row.id
  if (world.release.threads && manner.threadTitle && parent === undefined)
    openThread(world, room, row, manner.threadTitle)
  return row
}

/** What PHP trims: a zero-width space is none of it. */
export function trim(text: string): string {
  return text.replaceAll(/^[ \t\n\r\0\v]+|[ \t\n\r\0\v]+$/g, '')
}

export function mustFit(world: World, text: string): void {
  if (Array.from(text).length > mostCharacters) throw fault(world, 413, 'message')
}

export function replyTarget(world: World, room: Room, id: number): Comment {
  const parent = findRow(room, id)
  if (parent === undefined || parent.kind !== 'comment' || parent.actor.type === 'deleted_users')
    throw fault(world, 400, 'reply-to')
  return parent
}

function threadOf(world: World, room: Room, { threadId }: Manner): number | undefined {
  if (!world.release.threads || threadId === undefined || threadId === 0) return undefined
  if (!room.threads.has(threadId)) throw fault(world, 400, 'reply-to')
  return threadId
}

export function openThread(world: World, room: Room, root: Comment, title: string): void {
  room.threads.set(root.id, { title })
  const about = { title: { type: 'highlight', id: String(root.id), name: title } }
  writeSystem(world, room, root.actor, 'thread_created', { about, threadId: root.id }, true)
}

/** A message into a one-to-one brings back who left it. */
export function refill(world: World, room: Room): void {
  if (room.type === 1) for (const user of room.pair) addAttendee(world, room, user, 1)
}

/** The text is gone: only who gave the command sees what became of it. */
function command(world: World, room: Room, actor: Actor, text: string, referenceId: string): Comment {
  const isHelp = /^\/help$/i.test(text)
  return write(world, room, {
    actor: { type: 'bots', id: 'talk', name: 'talk-bot' },
    kind: 'command',
    text: isHelp ? 'There are currently no commands available.' : 'The command does not exist',
    about: { for: { type: 'user', id: actor.id, name: actor.name } },
    referenceId,
  })
}

/** Changes the words of a message and returns the row that says so. */
export function edit(world: World, room: Room, actor: Actor, id: number, raw: string): Comment {
  const row = findRow(room, id)
  if (row === undefined) throw fault(world, 404, 'message')
  if (row.kind !== 'comment' || row.object !== undefined) throw fault(world, 405, 'message')
  const attendee = attendeeOf(room, actor)
  const isOwn = row.actor.type === actor.type && row.actor.id === actor.id
  const mayOthers = attendee !== undefined && isModerator(attendee) && room.type !== 1 && row.actor.type !== 'bots'
  if (!isOwn && !mayOthers) throw fault(world, 403, 'permission')
  if (row.at < world.seconds() - editableSeconds && room.type !== 6) throw fault(world, 400, 'age')
  const text = trim(raw)
  if (text === '' && row.file === undefined) throw fault(world, 400, 'message')
  mustFit(world, text)
  if (row.file === undefined) row.text = text
  else row.file.caption = text
  row.edited = { by: actor, at: world.seconds() }
  return writeSystem(world, room, actor, 'message_edited', { parent: row }, true)
}

/** Takes a message back and returns the row that says so. */
export function remove(world: World, room: Room, actor: Actor, id: number): Comment {
  const row = findRow(room, id)
  if (row === undefined) throw fault(world, 404, 'message')
  const attendee = attendeeOf(room, actor)
  const isOwn = row.actor.type === actor.type && row.actor.id === actor.id
  if (!isOwn && (attendee === undefined || !isModerator(attendee) || room.type === 1))
    throw fault(world, 403, 'permission')
  if (row.kind !== 'comment') throw fault(world, 405, 'message')
  if (!world.release.deletesOld && row.at < world.seconds() - deletableSeconds) throw fault(world, 400, 'age')
  row.kind = 'deleted'
  row.text = ''
  row.deletedBy = actor
  row.reactions.clear()
  if (row.file !== undefined) row.file.share.isRevoked = true
  delete row.file
  return writeSystem(world, room, actor, 'message_deleted', { parent: row }, true)
}

/** Everything is gone but the row that says so; files are shown to nobody any more. */
export function clear(world: World, room: Room, actor: Actor): Comment {
  for (const share of world.homes.shares) if (share.room === room) share.isRevoked = true
  room.comments.length = 0
  room.threads.clear()
  for (const attendee of room.attendees) Object.assign(attendee, { lastRead: 0, lastMention: 0, lastDirectMention: 0 })
  return writeSystem(world, room, actor, 'history_cleared')
}
