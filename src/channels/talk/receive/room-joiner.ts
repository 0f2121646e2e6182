import type { InboundMembership } from '../../../domain/message.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import type { Inbox } from '../../channel.ts'
import type { RoomContext } from '../inbound.ts'
import type { ChatMessage } from '../wire/chat-message.ts'
import { ok, type TalkAnswer } from '../wire/failure.ts'
import type { TalkAccount } from '../wire/ocs.ts'
import { type Participants, sharedNames } from '../wire/participants.ts'
import { type Participant, type TalkRoom, talkAddress, talkChat } from '../wire/room.ts'
import type { ChatLine, TalkClient } from '../wire/talk-client.ts'
import { isPrivateRoom, type KnownRoom, openRoom, titleOf } from './known-room.ts'
import type { MessageHandler } from './message-handler.ts'

export interface RoomJoinerDeps {
  client: Pick<TalkClient, 'messages'>
  participants: Participants
  handler: MessageHandler
  me(): TalkAccount
  clock: Clock
  /** How many messages from before we joined are fetched as context. */
  contextLimit(): number
  view(room: KnownRoom, isPast: (message: ChatMessage) => boolean): RoomContext
}

const PAGE_MESSAGES = 100

/**
 * Joins a room we do not know yet: fetches earlier messages as context if somebody we know is there, and reads the room
 * from then on. The position is stored together with that context, so that an interrupted join starts again and nothing
 * is stored twice.
 */
export function createRoomJoiner(deps: RoomJoinerDeps) {
  const { client, participants, handler, clock } = deps

  async function fetchContext(room: TalkRoom, floor: number, signal: AbortSignal): Promise<TalkAnswer<ChatLine[]>> {
    const lines: ChatLine[] = []
    const limit = deps.contextLimit()
    let before = floor + 1
    while (lines.length < limit && before > 1 && !signal.aborted) {
      const answer = await client.messages(room.token, { before, limit: PAGE_MESSAGES }, signal)
      if (!answer.ok) return answer
      const { lastGiven } = answer.value
      if (lastGiven === undefined || lastGiven >= before) break
      lines.push(...answer.value.lines.filter(({ message }) => message?.systemMessage === ''))
      before = lastGiven
    }
    return ok(lines.slice(0, limit).reverse())
  }

  /** Finds out who is in the room: a person we know, and people who share a name. */
  async function findKnownPeople(inbox: Inbox, knownRoom: KnownRoom, signal: AbortSignal): Promise<string | undefined> {
    participants.forget(knownRoom.token)
    const people = (await participants.of(knownRoom.token, signal)) ?? []
    const host = findHost(inbox, people, deps.me())
    knownRoom.sharedNames = sharedNames(people)
    knownRoom.isHosted = host !== undefined
    return host
  }

  return {
    /** Returns the room in the state we know it from now on. */
    async join(inbox: Inbox, room: TalkRoom, signal: AbortSignal): Promise<TalkAnswer<KnownRoom>> {
      const floor = floorOf(room)
      const position = { cursor: floor, floor, isOut: false }
      const knownRoom = openRoom(room, position, clock)
      knownRoom.unreadTo = room.lastMessage?.id ?? 0
      const host = await findKnownPeople(inbox, knownRoom, signal)
      const lines = host && floor > 0 ? await fetchContext(room, floor, signal) : ok([])
      if (!lines.ok) return lines
      const page = { lines: lines.value, to: position, view: deps.view(knownRoom, always) }
      await handler.take(inbox, knownRoom, { ...page, first: toMembership(room, host, clock.now()) }, signal)
      return ok(knownRoom)
    },
    /** Somebody we know may have joined, or been let in, since we joined. */
    async updatePeople(inbox: Inbox, knownRoom: KnownRoom, signal: AbortSignal): Promise<void> {
      const host = await findKnownPeople(inbox, knownRoom, signal)
      if (host !== undefined && !signal.aborted) inbox.accept([toMembership(knownRoom.room, host, clock.now())])
    },
  }
}

const always = () => true

/** The message after which we joined, according to the server's read marker. Zero if nothing had been said yet. */
function floorOf(room: TalkRoom): number {
  return room.lastReadMessage >= 0 ? room.lastReadMessage : (room.lastMessage?.id ?? 0)
}

/** Somebody in the room whom we know. Without such a person all of them are strangers. */
function findHost(inbox: Inbox, people: Participant[], me: TalkAccount): string | undefined {
  return people.find(
    ({ actorType, actorId }) =>
      actorType === 'users' && actorId !== me.id && inbox.knows(talkAddress(actorType, actorId)),
  )?.actorId
}

function toMembership(room: TalkRoom, host: string | undefined, at: Date): InboundMembership {
  return {
    kind: 'membership',
    chat: talkChat(room.token),
    audience: isPrivateRoom(room) ? 'private' : 'group',
    chatTitle: titleOf(room),
    standing: 'in',
    ...(host === undefined ? {} : { by: talkAddress('users', host) }),
    at,
  }
}
