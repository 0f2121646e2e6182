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
  /** Something was read there that means something. */
  read(room: KnownRoom, lastId: number): void
}

/** What became of a look into a room. */
export type Look = { status: 'news' | 'nothing' } | { status: 'shut' } | { status: 'failed'; failure: Failure }

/** Reads one room. Only ever one look at a time into the same one. */
export interface Reader {
  /** One page of what came since, waiting for it if told to. */
  once(inbox: Inbox, room: KnownRoom, waitSeconds: number, signal: AbortSignal): Promise<Look>
  /** All of it: only an answer that there is nothing is the end, never a short page. */
  toTheEnd(inbox: Inbox, room: KnownRoom, signal: AbortSignal): Promise<Look>
  /** Ids are given before messages are visible, so one can turn up below where we are: the newest page, once more. */
  again(inbox: Inbox, room: KnownRoom, signal: AbortSignal): Promise<Look>
}

/** A page may be as long as the longest messages allow; one that does not fit is asked for in smaller pieces. */
const PAGE = 100
const LATE_PAGE = 50
/** Who comes so late was not held up on the way; it is context then. */
const LATE_SECONDS = 900
const STALE_MS = 86_400_000

export function createReader({ client, taking, view, read, clock }: ReaderDeps): Reader {
  const limits = new Map<string, number>()
  /** What waited in a room that we met only now, for longer than anybody waits for an answer. */
  const isStale =
    ({ unreadTo }: KnownRoom) =>
    ({ id, timestamp }: ChatMessage) =>
      id <= unreadTo && clock.now().getTime() - timestamp * 1000 > STALE_MS

  async function once(inbox: Inbox, room: KnownRoom, waitSeconds: number, signal: AbortSignal): Promise<Look> {
    // The page before told that we were taken out: the next list of rooms says whether we are in again.
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

/** What people said, and what became of it. Notes about the room were true when they were written, not now. */
function isLate({ id, systemMessage }: ChatMessage, { cursor, floor }: KnownRoom): boolean {
  const isWords = ['', 'message_edited', 'message_deleted'].includes(systemMessage)
  return isWords && id > floor && id <= cursor
}

function idOf({ message }: Line): number {
  return message?.id ?? 0
}

/** A room that is closed to us says so with one of these; the next list of rooms tells whether it still is. */
function lookOf(failure: Failure): Look {
  const isShut = failure.kind === 'refused' && [403, 404, 412].includes(failure.status)
  return isShut ? { status: 'shut' } : { status: 'failed', failure }
}
