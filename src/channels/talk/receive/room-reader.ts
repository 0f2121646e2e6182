import type { Clock } from '../../../lib/time/clock.ts'
import type { Inbox } from '../../channel.ts'
import type { RoomContext } from '../inbound.ts'
import type { ChatMessage } from '../wire/chat-message.ts'
import type { TalkFailure } from '../wire/failure.ts'
import type { ChatLine, TalkClient } from '../wire/talk-client.ts'
import type { KnownRoom } from './known-room.ts'
import type { MessageHandler } from './message-handler.ts'

export interface RoomReaderDeps {
  client: Pick<TalkClient, 'messages'>
  handler: MessageHandler
  clock: Pick<Clock, 'now'>
  view(room: KnownRoom, isPast: (message: ChatMessage) => boolean): RoomContext
  /** Called when messages that matter were read. */
  read(room: KnownRoom, lastId: number): void
}

/** The result of reading a room. */
export type ReadResult =
  | { status: 'news' | 'nothing' }
  | { status: 'shut' }
  | { status: 'failed'; failure: TalkFailure }

/** Reads one room. Only one read of a room may run at a time. */
export interface RoomReader {
  /** Reads one page of new messages, waiting for them if `waitSeconds` is set. */
  once(inbox: Inbox, room: KnownRoom, waitSeconds: number, signal: AbortSignal): Promise<ReadResult>
  /** Reads all new messages. Only an empty answer means the end, never a short page. */
  toTheEnd(inbox: Inbox, room: KnownRoom, signal: AbortSignal): Promise<ReadResult>
  /**
   * Reads the newest page once more. The server assigns ids before messages become visible, so a late message can have
   * an id below our position.
   */
  again(inbox: Inbox, room: KnownRoom, signal: AbortSignal): Promise<ReadResult>
}

/** A page of very long messages can be too large; then we ask for fewer. */
const PAGE_MESSAGES = 100
const REREAD_MESSAGES = 50
/** A message that is this much older than the newest one was not just delayed; we treat it as context. */
const MAX_DELAY_SECONDS = 900
const UNANSWERABLE_AFTER_MS = 86_400_000

export function createRoomReader({ client, handler, view, read, clock }: RoomReaderDeps): RoomReader {
  const limits = new Map<string, number>()
  /** Messages that were already unread when we joined and are too old to be answered. */
  const isStale =
    ({ unreadTo }: KnownRoom) =>
    ({ id, timestamp }: ChatMessage) =>
      id <= unreadTo && clock.now().getTime() - timestamp * 1000 > UNANSWERABLE_AFTER_MS

  async function once(inbox: Inbox, room: KnownRoom, waitSeconds: number, signal: AbortSignal): Promise<ReadResult> {
    // The last page said that we were removed. The next list of rooms shows whether we are back.
    if (room.isOut) return { status: 'nothing' }
    const { token, cursor, floor } = room
    const limit = limits.get(token) ?? PAGE_MESSAGES
    const answer = await client.messages(token, { after: cursor, limit, waitSeconds }, signal)
    if (!answer.ok) {
      if (answer.failure.kind === 'unknown') limits.set(token, Math.max(1, Math.floor(limit / 2)))
      return resultOf(answer.failure)
    }
    limits.delete(token)
    const { lines, lastGiven } = answer.value
    const last = Math.max(cursor, lastGiven ?? 0, ...lines.map(idOf))
    if (last === cursor) return { status: 'nothing' }
    const position = { cursor: last, floor, isOut: false }
    const isNews = await handler.take(inbox, room, { lines, to: position, view: view(room, isStale(room)) }, signal)
    if (isNews) read(room, last)
    return { status: 'news' }
  }

  return {
    once,
    async toTheEnd(inbox, room, signal) {
      let isNews = false
      while (!signal.aborted) {
        const result = await once(inbox, room, 0, signal)
        if (result.status !== 'news') return result.status === 'nothing' && isNews ? { status: 'news' } : result
        isNews = true
      }
      return { status: 'nothing' }
    },
    async again(inbox, room, signal) {
      const { token, cursor, floor, seen } = room
      const answer = await client.messages(token, { limit: REREAD_MESSAGES }, signal)
      if (!answer.ok) return resultOf(answer.failure)
      const newest = Math.max(0, ...answer.value.lines.map(({ message }) => message?.timestamp ?? 0))
      const late = answer.value.lines
        .filter(({ message }) => message && isLate(message, room) && !seen.has(message.id))
        .reverse()
      if (late.length === 0) return { status: 'nothing' }
      const isPast = ({ timestamp }: ChatMessage) => timestamp < newest - MAX_DELAY_SECONDS
      await handler.take(
        inbox,
        room,
        { lines: late, to: { cursor, floor, isOut: false }, view: view(room, isPast) },
        signal,
      )
      return { status: 'news' }
    },
  }
}

/** Messages of people, edits and deletions. Other system messages may be outdated. */
function isLate({ id, systemMessage }: ChatMessage, { cursor, floor }: KnownRoom): boolean {
  const isUserMessage = ['', 'message_edited', 'message_deleted'].includes(systemMessage)
  return isUserMessage && id > floor && id <= cursor
}

function idOf({ message }: ChatLine): number {
  return message?.id ?? 0
}

/**
 * The server answers with these codes if the room is closed to us. The next list of rooms shows whether it still is.
 */
function resultOf(failure: TalkFailure): ReadResult {
  const isShut = failure.kind === 'refused' && [403, 404, 412].includes(failure.status)
  return isShut ? { status: 'shut' } : { status: 'failed', failure }
}

interface RoomRereaderDeps {
  reader: RoomReader
  updatePeople(inbox: Inbox, room: KnownRoom, signal: AbortSignal): Promise<void>
  clock: Pick<Clock, 'mono'>
  second: number
}

/**
 * Rereads rooms for changes that the list of rooms does not show: reactions, deletions, late messages and new
 * participants.
 */
export interface RoomRereader {
  isDue(room: KnownRoom): boolean
  reread(inbox: Inbox, room: KnownRoom, signal: AbortSignal): Promise<ReadResult>
}

/** Active rooms are reread more often. */
const ACTIVE_ROOM_INTERVAL_SECONDS = 180
const IDLE_ROOM_INTERVAL_SECONDS = 3600

export function createRoomRereader({ reader, updatePeople, clock, second }: RoomRereaderDeps): RoomRereader {
  return {
    isDue({ rereadAt, activeAt }) {
      const isActive = clock.mono() - activeAt < IDLE_ROOM_INTERVAL_SECONDS * second
      return clock.mono() - rereadAt > (isActive ? ACTIVE_ROOM_INTERVAL_SECONDS : IDLE_ROOM_INTERVAL_SECONDS) * second
    },
    async reread(inbox, room, signal) {
      room.rereadAt = clock.mono()
      if (!room.isHosted) await updatePeople(inbox, room, signal)
      const result = await reader.toTheEnd(inbox, room, signal)
      return result.status === 'failed' || result.status === 'shut' ? result : await reader.again(inbox, room, signal)
    },
  }
}
