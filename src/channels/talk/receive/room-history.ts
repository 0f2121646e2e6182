import { tidyName } from '../../../lib/text/safe-name.ts'
import { sleep } from '../../../lib/time/timers.ts'
import { type AnyText, textIn } from '../../../messages/localized.ts'
import { talkMessages } from '../talk-messages.ts'
import { reasonOf, type TalkAnswer, type TalkFailure } from '../wire/failure.ts'
import type { TalkAccount } from '../wire/ocs.ts'
import type { TalkRoom } from '../wire/room.ts'
import type { ChatLine, TalkClient } from '../wire/talk-client.ts'
import { senderOf } from './addressing.ts'
import { renderContent } from './message-content.ts'

/** What the name or the token of a room follows, where other commands expect a file. */
export const ROOM_PREFIX = 'talk:'

/** One message of a room's past. */
export interface PastMessage {
  id: string
  at: Date
  /** Undefined for our own account. */
  sender: { id: string; name: string } | undefined
  text: string
}

export interface RoomHistory {
  token: string
  title: string
  /** Oldest first. Undefined for what is no message of a person: notes of the server, deleted messages, bots. */
  read(): AsyncGenerator<(PastMessage | undefined)[]>
}

export interface RoomHistoryDeps {
  client: Pick<TalkClient, 'me' | 'rooms' | 'participants' | 'messages'>
  /** The addresses of the person who wants to read it, such as `users/alice`. */
  readers: string[]
  signal: AbortSignal
  /** The length of a second; shorter in tests. */
  secondMs?: number
}

/** Opened, or why not. */
export type OpenedHistory = { status: 'ok'; history: RoomHistory } | { status: 'refused'; reason: AnyText }

const PAGE_LIMIT = 200
/** Other people use this server, too. */
const PAUSE_SECONDS = 0.2
const MAX_TRIES = 6
const RETRY_SECONDS = 5
/** Ids begin at 1, and asking for what follows 0 means what follows the last message that was read. */
const BEFORE_ALL = 1

/** Finds a room by its token or its name. Only a room in which the reader takes part is read. */
export async function openRoomHistory(wanted: string, deps: RoomHistoryDeps): Promise<OpenedHistory> {
  const { client, readers, signal } = deps
  const me = await client.me(signal)
  if (!me.ok) return refused(me.failure)
  const rooms = await client.rooms(undefined, signal)
  if (!rooms.ok) return refused(rooms.failure)
  const room = findRoom(rooms.value.rooms, wanted)
  if (!room) return { status: 'refused', reason: talkMessages.noSuchRoom(wanted, namesOf(rooms.value.rooms)) }
  const participants = await client.participants(room.token, signal)
  if (!participants.ok) return refused(participants.failure)
  const isReader = participants.value.some(({ actorType, actorId }) => readers.includes(`${actorType}/${actorId}`))
  if (!isReader) return { status: 'refused', reason: talkMessages.notInRoom }
  const title = tidyName(room.displayName) || room.token
  return { status: 'ok', history: { token: room.token, title, read: () => readPages(room.token, me.value, deps) } }
}

function findRoom(rooms: TalkRoom[], wanted: string): TalkRoom | undefined {
  const named = rooms.filter(({ displayName }) => displayName.toLowerCase() === wanted.toLowerCase())
  return rooms.find(({ token }) => token === wanted) ?? (named.length === 1 ? named[0] : undefined)
}

const MAX_ROOMS_NAMED = 20

function namesOf(rooms: TalkRoom[]): string {
  const names = rooms.slice(0, MAX_ROOMS_NAMED).map(({ token, displayName }) => `${tidyName(displayName)} (${token})`)
  return names.join(', ')
}

function refused(failure: TalkFailure): OpenedHistory {
  return { status: 'refused', reason: reasonOf(failure) }
}

async function* readPages(token: string, me: TalkAccount, deps: RoomHistoryDeps) {
  const { client, signal, secondMs = 1000 } = deps
  for (let after = BEFORE_ALL; ; ) {
    const position = after
    const page = await patiently(() => client.messages(token, { after: position, limit: PAGE_LIMIT }, signal), deps)
    if (!page.ok) throw new Error(textIn(reasonOf(page.failure), 'en'))
    const { lines, lastGiven } = page.value
    yield lines.map((line) => toPastMessage(line, me))
    // The cursor also moves over messages that we may not see.
    if (lastGiven === undefined || lastGiven <= after) return
    after = lastGiven
    await sleep(PAUSE_SECONDS * secondMs, signal)
  }
}

/** A server that is busy or away for a moment is asked again. */
async function patiently<T>(call: () => Promise<TalkAnswer<T>>, deps: RoomHistoryDeps): Promise<TalkAnswer<T>> {
  const { signal, secondMs = 1000 } = deps
  let answer = await call()
  for (let tries = 1; !answer.ok && tries < MAX_TRIES; tries++) {
    const { failure } = answer
    if (failure.kind === 'refused' || failure.kind === 'unauthorized') break
    await sleep(failure.kind === 'throttled' ? failure.afterMs : RETRY_SECONDS * secondMs * tries, signal)
    answer = await call()
  }
  return answer
}

function toPastMessage({ message }: ChatLine, me: TalkAccount): PastMessage | undefined {
  if (!message || message.systemMessage !== '' || message.deleted || message.messageType === 'comment_deleted')
    return undefined
  // What expires on the server must not outlive it here.
  if (message.expirationTimestamp > 0) return undefined
  const sender = senderOf(message)
  if (!sender) return undefined
  const isUs = message.actorType === 'users' && message.actorId === me.id
  return {
    id: String(message.id),
    at: new Date(message.timestamp * 1000),
    sender: isUs ? undefined : { id: sender.address.id, name: sender.name },
    text: renderContent(message).text,
  }
}
