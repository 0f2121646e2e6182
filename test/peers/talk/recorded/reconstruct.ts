import { createTestClock } from '../../../support/test-clock.ts'
import type { User } from '../accounts/accounts.ts'
import { addAttendee } from '../messages/rows.ts'
import { openRoom } from '../rooms/membership.ts'
import { createPlace, type Place } from '../rooms/place.ts'
import { createTalkServer, type TalkServer } from '../talk.ts'
import { type Actor, attendeeOf, findRow, type RichObject } from '../world.ts'
import type { Recording } from './recording.ts'

/** A message as it was recorded. */
export interface RecordedMessage {
  id: number
  token: string
  actorType: Actor['type']
  actorId: string
  actorDisplayName: string
  message: string
  messageParameters: Record<string, RichObject>
  systemMessage: string
  messageType: string
  referenceId: string
  reactions: Record<string, number>
  reactionsSelf?: string[]
  expirationTimestamp: number
  parent?: RecordedMessage
}

/** The place of the recordings: the same people in the same rooms, and ids that can be made to fit. */
export interface Stage {
  talk: TalkServer
  alice: User
  bob: User
  skein: User
  mallory: User
  direct: Place
  lab: Place
  /** The next message gets this id. */
  next(id: number): void
  /** Makes happen what a message tells of; its id and everything else follow from that. */
  replay(messages: RecordedMessage[]): void
  placeOf(token: string): Place
}

export const directToken = 'yspeuvuo'
export const labToken = 'jsb3qk4f'

export async function createStage(): Promise<Stage> {
  // Before the recordings were made, so that nothing is newer than what they asked for.
  const talk = await createTalkServer({ secondMs: 4, clock: createTestClock('2026-11-15T00:40:00Z') })
  const { world } = talk
  const alice = talk.user('alice', 'Alice Example')
  const bob = talk.user('bob', 'Bob Example')
  const skein = talk.user('skein', 'Skein')
  const mallory = talk.user('mallory', 'Mallory')
  alice.status = { status: 'dnd', icon: '📅', message: 'In a meeting' }

  talk.changelog(skein, 'gaeevdzp')
  const direct = createPlace(
    world,
    openRoom(world, { type: 1, owner: alice, pair: [alice, skein], token: directToken }),
  )
  const lab = createPlace(world, openRoom(world, { type: 2, name: 'Skein lab', owner: alice, token: labToken }))
  for (const user of [bob, skein]) addAttendee(world, lab.room, user, 3)
  // The recordings begin where the rooms did; what brought these about is not part of them.
  for (const { room } of [direct, lab]) room.comments.length = 0

  function next(id: number): void {
    while (world.lastId('comment') < id - 1) world.nextId('comment')
  }

  const named = (id: string) => talk.user(id)
  /** A room of the recordings, also one that only a few of them speak of. */
  function placeOf(token: string): Place {
    if (world.rooms.has(token)) return talk.place(token)
    const room = openRoom(world, { type: 2, name: 'Another', owner: alice, token })
    addAttendee(world, room, skein, 3)
    room.comments.length = 0
    return createPlace(world, room)
  }

  /** What was typed, as far as it can be told from what was shown: of a key that stands nowhere, the other spelling was. */
  function typed({ message, messageParameters }: RecordedMessage): string {
    const entries = Object.entries(messageParameters)
    const idle = entries.filter(([key]) => !message.includes(`{${key}}`)).map(([, { id }]) => id)
    return entries.reduce((text, [key, { type, id }]) => {
      const quoted = idle.includes(id) ? text.replace(`{${key}}`, `@"${id}"`) : text
      return quoted.replaceAll(`{${key}}`, type === 'call' ? '@all' : `@${id}`)
    }, message)
  }

  function author(message: RecordedMessage): Actor {
    if (message.actorType === 'users') return named(message.actorId)
    const isHook = message.actorId.startsWith('bot-')
    return {
      type: message.actorType,
      id: message.actorId,
      name: isHook ? `${message.actorId}-bot` : message.actorDisplayName,
    }
  }

  function write(message: RecordedMessage): void {
    const place = placeOf(message.token)
    if (findRow(place.room, message.id) !== undefined) return
    const by = author(message)
    const { file, object } = message.messageParameters
    const { parent, referenceId } = message
    const call = Object.values(message.messageParameters).find(({ type }) => type === 'call')
    if (call !== undefined) place.room.name = call.name
    next(message.id)
    if (message.systemMessage !== '') return happen(place, message, by)
    if (file !== undefined) {
      const name = file.name.replace(/ \(2\)(?=\.)/, '')
      place.share(by as User, { name, referenceId, voice: message.messageType === 'voice-message' })
    } else if (object !== undefined) Object.assign(findRow(place.room, place.object(by, object)) ?? {}, { referenceId })
    else {
      const row = place.say(by, typed(message), {
        referenceId,
        ...(parent === undefined ? {} : { replyTo: parent.id }),
        ...(message.actorId.startsWith('bot-') ? { botName: 'Fixture Bot (Bot)' } : {}),
      })
      if (message.messageType === 'comment_deleted') gone(place, row, message)
    }
    for (const [emoji, count] of Object.entries(message.reactions)) react(place, message, emoji, count)
  }

  /** Recorded as deleted already: the row that said so is another one. */
  function gone(place: Place, id: number, message: RecordedMessage): void {
    const deleter = message.messageParameters.actor?.id ?? message.actorId
    const row = findRow(place.room, id)
    if (row !== undefined) Object.assign(row, { kind: 'deleted', deletedBy: named(deleter) })
  }

  function react(place: Place, message: RecordedMessage, emoji: string, count: number): void {
    const row = findRow(place.room, message.id)
    const who = message.reactionsSelf?.includes(emoji) === true ? [skein] : [alice, bob]
    const given = who.slice(0, count).map((actor) => [`users/${actor.id}`, { actor, at: 1, row }])
    row?.reactions.set(emoji, new Map(given as never))
  }

  function happen(place: Place, message: RecordedMessage, by: Actor): void {
    const { parent, systemMessage, messageParameters } = message
    const about = messageParameters.user === undefined ? undefined : named(messageParameters.user.id)
    switch (systemMessage) {
      case 'reaction': {
        // The first of two was not recorded with this row.
        const earlier = (parent?.reactions[message.message] ?? 1) > 1
        if (earlier && parent !== undefined) react(place, parent, message.message, 1)
        return place.react(by, parent?.id ?? 0, message.message)
      }
      case 'message_deleted':
        place.system(by, systemMessage)
        return attach(place, message)
      case 'user_added':
        if (about === undefined) return
        if (attendeeOf(place.room, about) !== undefined)
          place.room.attendees = place.room.attendees.filter(({ actor }) => actor !== about)
        return place.add(by, about)
      case 'user_removed':
        if (about !== undefined) place.expel(by, about)
        return
      case 'moderator_promoted':
      case 'moderator_demoted':
        if (about !== undefined) place.promote(by, about, systemMessage === 'moderator_promoted')
        return
      case 'file_shared': {
        const id = place.share(by as User, { name: 'gone.wav', referenceId: message.referenceId })
        const row = findRow(place.room, id)
        if (row?.file !== undefined) row.file.share.isRevoked = true
        return
      }
      case 'history_cleared':
        return place.clear(by)
      default: {
        const isOwn = ['conversation_renamed', 'message_expiration_enabled', 'call_ended', 'read_only'].includes(
          systemMessage,
        )
        const isLock = systemMessage === 'read_only' && by.type === 'users'
        const id = place.system(by, systemMessage, isOwn && !isLock ? message.message : '')
        const { actor: _, ...others } = messageParameters
        Object.assign(findRow(place.room, id) ?? {}, { about: others, expiresAt: message.expirationTimestamp })
        return attach(place, message)
      }
    }
  }

  function attach(place: Place, message: RecordedMessage): void {
    const row = findRow(place.room, message.id)
    const parent = findRow(place.room, message.parent?.id ?? 0)
    if (row !== undefined && parent !== undefined) row.parent = parent
  }

  function replay(messages: RecordedMessage[]): void {
    // A parent is shown as it is after a reaction, and written as it was before.
    const parents = messages.flatMap(({ parent, systemMessage }) => {
      if (parent === undefined) return []
      return [systemMessage === 'reaction' ? { ...parent, reactions: {} } : parent]
    })
    const all = [...parents, ...messages].sort((one, other) => one.id - other.id)
    for (const message of all) write(message)
  }

  return { talk, alice, bob, skein, mallory, direct, lab, next, replay, placeOf }
}

export function messagesOf({ response }: Recording): RecordedMessage[] {
  const { data } = (response.body as { ocs?: { data?: unknown } } | null)?.ocs ?? {}
  return Array.isArray(data) ? (data as RecordedMessage[]) : []
}
