import type { Clock } from '../../../lib/time/clock.ts'
import type { Inbox } from '../../channel.ts'
import type { InboundView } from '../inbound.ts'
import type { ChatMessage } from '../wire/chat-message.ts'
import type { Line, TalkClient } from '../wire/client.ts'
import type { Failure } from '../wire/failure.ts'
import type { KnownRoom } from './room-book.ts'
import type { Taking } from './taking.ts'

export interface ReaderDeps {
  client: Pick<TalkClient, 'messages'>
  taking: Taking
  clock: Pick<Clock, 'now'>
  view(room: KnownRoom, isPast: (message: ChatMessage) => boolean): InboundView
  /** Called when messages that matter were read. */
  read(room: KnownRoom, lastId: number): void
}

/** The result of reading a room. */
export type Look = { status: 'news' | 'nothing' } | { status: 'shut' } | { status: 'failed'; failure: Failure }

/** Reads one room. Only one read of a room may run at a time. */
export interface Reader {
  /** Reads one page of new messages, waiting for them if `waitSeconds` is set. */
  once(inbox: Inbox, room: KnownRoom, waitSeconds: number, signal: AbortSignal): Promise<Look>
  /** Reads all new messages. Only an empty answer means the end, never a short page. */
  toTheEnd(inbox: Inbox, room: KnownRoom, signal: AbortSignal): Promise<Look>
  /**
   * Reads the newest page once more. The server assigns ids before messages become visible, so a late message can have
   * an id below our position.
   */
  again(inbox: Inbox, room: KnownRoom, signal: AbortSignal): Promise<Look>
}

/** A page of very long messages can be too large; then we ask for fewer. */
const PAGE = 100
const LATE_PAGE = 50
/** A message that is this much later than the newest one was not just delayed; we treat it as context. */
const LATE_SECONDS = 900
const STALE_MS = 86_400_000

export function createReader({ client, taking, view, read, clock }: ReaderDeps): Reader {
  const limits = new Map<string, number>()
  /** Messages that were already unread when we joined and are too old to be answered. */
  const isStale =
    ({ unreadTo }: KnownRoom) =>
    ({ id, timestamp }: ChatMessage) =>
      id <= unreadTo && clock.now().getTime() - timestamp * 1000 > STALE_MS

  async function once(inbox: Inbox, room: KnownRoom, waitSeconds: number, signal: AbortSignal): Promise<Look> {
    // The last page said that we were removed. The next list of rooms shows whether we are back.
    if (room.isOut) return { status: 'nothing' }
    const { token, cursor, floor } = room
    const limit = limits.get(token) ?? PAGE
    const answer = await client.messages(token, { after: cursor, limit, waitSeconds }, signal)
    if (!answer.ok) {
      if (answer.failure.kind === 'unknown') limits.set(token, Math.max(1, Math.floor(limit / 2)))
      return lookOf(answer.failure)
    }
    limits.delete(token)
    const { lines, lastGiven } = answer.value
    const last = Math.max(cursor, lastGiven ?? 0, ...lines.map(idOf))
    if (last === cursor) return { status: 'nothing' }
    const to = { cursor: last, floor, isOut: false }
    const isNews = await taking.take(inbox, room, { lines, to, view: view(room, isStale(room)) }, signal)
    if (isNews) read(room, last)
    return { status: 'news' }
  }

  return {
    once,
    async toTheEnd(inbox, room, signal) {
      let isNews = false
      while (!signal.aborted) {
        const look = await once(inbox, room, 0, signal)
        if (look.status !== 'news') return look.status === 'nothing' && isNews ? { status: 'news' } : look
        isNews = true
      }
      return { status: 'nothing' }
    },
    async again(inbox, room, signal) {
      const { token, cursor, floor, seen } = room
      const answer = await client.messages(token, { limit: LATE_PAGE }, signal)
      if (!answer.ok) return lookOf(answer.failure)
      const newest = Math.max(0, ...answer.value.lines.map(({ message }) => message?.timestamp ?? 0))
      const late = answer.value.lines
        .filter(({ message }) => message && isLate(message, room) && !seen.has(message.id))
        .reverse()
      if (late.length === 0) return { status: 'nothing' }
      const isPast = ({ timestamp }: ChatMessage) => timestamp < newest - LATE_SECONDS
      await taking.take(
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
  const isWords = ['', 'message_edited', 'message_deleted'].includes(systemMessage)
  return isWords && id > floor && id <= cursor
}

function idOf({ message }: Line): number {
  return message?.id ?? 0
}

/**
 * The server answers with these codes if the room is closed to us. The next list of rooms shows whether it still is.
 */
function lookOf(failure: Failure): Look {
  const isShut = failure.kind === 'refused' && [403, 404, 412].includes(failure.status)
  return isShut ? { status: 'shut' } : { status: 'failed', failure }
}
