import { sleep } from '../../../../src/lib/time/timers.ts'
import { broken, jsonType, ocs, type Reply } from '../http/reply.ts'
import { booleanOf, numberOf } from '../http/request.ts'
import { type Call, type Route, talkPath, userOf } from '../http/route.ts'
import { enter, mustSeeChat } from '../rooms/rights.ts'
import type { ServerState } from '../server/state.ts'
import { type Actor, type Comment, type Room, rowsOf, type World } from '../world.ts'
import { isVisible, messageFor } from './message-view.ts'
import { commonRead, readHeader } from './rows.ts'

const mostSeconds = 30
const mostRows = 200

/** The chat as it is read: forwards with waiting, backwards, and around a message. */
export function createReading(world: World, state: ServerState): Route[] {
  async function receive(call: Call): Promise<Reply> {
    const { room, attendee } = enter(world, call.parts[0] ?? '', call.user)
    const { params } = call.request
    if (params.lookIntoFuture === undefined) throw broken()
    mustSeeChat(room, attendee)
    const cursor = numberOf(params.lastKnownMessageId)
    const asked = params.limit === undefined ? 100 : numberOf(params.limit)
    const limit = asked === 0 ? Number.POSITIVE_INFINITY : Math.min(mostRows, asked)
    const isFuture = booleanOf(params.lookIntoFuture)
    const marks = params.setReadMarker === undefined || booleanOf(params.setReadMarker)
    if (marks && isFuture && cursor > attendee.lastRead) attendee.lastRead = cursor
    const withCursor = booleanOf(params.includeLastKnown)
    const thread = world.release.threads ? numberOf(params.threadId) : 0
    const find = () => page(room, { cursor, limit, isFuture, withCursor, thread })
    const rows = isFuture ? await waitFor(call, room, find) : find()
    if (rows.length === 0) return nothingNew(room, numberOf(params.lastCommonReadId))
    return give(room, rows, userOf(call))
  }

  /** Waits for rows as long as was asked, half a minute at most. */
  async function waitFor(call: Call, room: Room, find: () => Comment[]): Promise<Comment[]> {
    const first = find()
    if (first.length > 0 || state.isStorming) return first
    const { timeout } = call.request.params
    const seconds = Math.min(mostSeconds, timeout === undefined ? mostSeconds : numberOf(timeout))
    if (seconds <= 0) return first
    const over = new AbortController()
    const stop = world.watch(room, () => {
      if (state.tickMs === 0 && find().length > 0) over.abort()
    })
    const ticks = state.tickMs === 0 ? undefined : setInterval(() => find().length > 0 && over.abort(), state.tickMs)
    await sleep(seconds * state.secondMs, AbortSignal.any([over.signal, call.request.signal]))
    clearInterval(ticks)
    stop()
    return find()
  }

  /** Rows that this reader may not see still move the cursor: the list can be empty. */
  function give(room: Room, rows: Comment[], reader: Actor): Reply {
    const seen = rows.filter((row) => isVisible(world, row, reader))
    const headers = { 'X-Chat-Last-Given': String(rows.at(-1)?.id ?? 0), ...readHeader(room) }
    return ocs(
      seen.map((row) => messageFor(world, room, row, reader)),
      { headers },
    )
  }

  function context(call: Call): Reply {
    const { room, attendee } = enter(world, call.parts[0] ?? '', call.user)
    mustSeeChat(room, attendee)
    const id = numberOf(call.parts[1])
    const limit = Math.min(100, call.request.params.limit === undefined ? 50 : numberOf(call.request.params.limit))
    const before = page(room, { cursor: id, limit, isFuture: false, withCursor: true }).reverse()
    const after = page(room, { cursor: id, limit, isFuture: true, withCursor: false })
    const rows = [...before, ...after]
    return rows.length === 0 ? notModified() : give(room, rows, userOf(call))
  }

  function mentions(call: Call): Reply {
    const { room } = enter(world, call.parts[0] ?? '', call.user)
    const everybody = { id: 'all', label: room.name, source: 'calls' }
    const others = room.attendees.filter(({ actor }) => actor !== call.user && actor.type === 'users')
    const people = others.map(({ actor }) => ({ id: actor.id, label: actor.name, source: actor.type }))
    return ocs(room.type === 1 ? people : [everybody, ...people])
  }

  const chat = talkPath('v1', '/chat/:token')
  return [
    { name: 'chat', method: 'GET', path: chat, isPublic: true, handle: receive },
    {
      name: 'context',
      method: 'GET',
      path: talkPath('v1', '/chat/:token/:id/context'),
      isPublic: true,
      handle: context,
    },
    {
      name: 'mentions',
      method: 'GET',
      path: talkPath('v1', '/chat/:token/mentions'),
      isPublic: true,
      handle: mentions,
    },
  ]
}

interface Page {
  cursor: number
  limit: number
  isFuture: boolean
  withCursor: boolean
  /** Only what belongs to this thread. */
  thread?: number
}

function page(room: Room, { cursor, limit, isFuture, withCursor, thread = 0 }: Page): Comment[] {
  const rows = rowsOf(room)
    .filter((row) => thread === 0 || row.threadId === thread)
    .sort((one, other) => one.id - other.id)
  if (isFuture) return rows.filter(({ id }) => id > cursor || (withCursor && id === cursor)).slice(0, limit)
  const older = rows.filter(({ id }) => cursor === 0 || id < cursor || (withCursor && id === cursor))
  return older.reverse().slice(0, limit)
}

function nothingNew(room: Room, known: number): Reply {
  if (known === 0 || known === commonRead(room)) return notModified()
  return ocs([], { headers: readHeader(room) })
}

/** No header of the chat comes with it. */
function notModified(): Reply {
  return { kind: 'raw', status: 304, headers: { 'Content-Type': jsonType }, body: null }
}
