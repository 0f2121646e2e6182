import { ocs, type Reply } from '../http/reply.ts'
import { numberOf, stringOf } from '../http/request.ts'
import { type Call, type Route, talkPath, userOf } from '../http/route.ts'
import { enter, fault, mustSeeChat, mustWrite } from '../rooms/rights.ts'
import { type Actor, isModerator, type Room, rowsOf, type World } from '../world.ts'
import { messageFor } from './message-view.ts'
import { writeSystem } from './rows.ts'
import { trim } from './saying.ts'

/** Threads, from Talk 22 on: a title on a message, and what follows it. */
export function createThreads(world: World): Route[] {
  if (!world.release.threads) return []

  function threadFor(room: Room, id: number, reader: Actor): object {
    const rows = rowsOf(room).filter((row) => row.threadId === id && row.kind !== 'system')
    const first = rows.find((row) => row.id === id)
    const last = rows.findLast((row) => row.id !== id)
    return {
      thread: {
        id,
        roomToken: room.token,
        title: room.threads.get(id)?.title ?? '',
        lastMessageId: last?.id ?? 0,
        lastActivity: last?.at ?? first?.at ?? 0,
        numReplies: rows.filter((row) => row.id !== id).length,
      },
      attendee: { notificationLevel: 0 },
      first: first === undefined ? null : messageFor(world, room, first, reader),
      last: last === undefined ? null : messageFor(world, room, last, reader),
    }
  }

  function recent(call: Call): Reply {
    const { room, attendee } = enter(world, call.parts[0] ?? '', call.user)
    mustSeeChat(room, attendee)
    const limit = Math.min(50, numberOf(call.request.params.limit, 25))
    const ids = [...room.threads.keys()].reverse().slice(0, limit)
    return ocs(ids.map((id) => threadFor(room, id, userOf(call))))
  }

  function one(call: Call): Reply {
    const { room, attendee } = enter(world, call.parts[0] ?? '', call.user)
    mustSeeChat(room, attendee)
    const id = numberOf(call.parts[1])
    if (!room.threads.has(id)) throw fault(world, 404, 'thread')
    return ocs(threadFor(room, id, userOf(call)))
  }

  function rename(call: Call): Reply {
    const { room, attendee } = enter(world, call.parts[0] ?? '', call.user)
    mustWrite(world, room, attendee)
    const id = numberOf(call.parts[1])
    const thread = room.threads.get(id)
    if (thread === undefined) throw fault(world, 404, 'thread')
    const isOwn = rowsOf(room).some((row) => row.id === id && row.actor === call.user)
    if (!isOwn && !isModerator(attendee)) throw fault(world, 403, 'permission')
    const title = trim(stringOf(call.request.params.threadTitle))
    if (title === '') throw fault(world, 400, 'title')
    thread.title = title
    const about = { title: { type: 'highlight', id: String(id), name: title } }
    writeSystem(world, room, userOf(call), 'thread_renamed', { about, threadId: id }, true)
    return ocs(threadFor(room, id, userOf(call)))
  }

  const path = '/chat/:token/threads'
  const single = talkPath('v1', `${path}/:id`)
  return [
    { name: 'threads', method: 'GET', path: talkPath('v1', `${path}/recent`), isPublic: true, handle: recent },
    { name: 'thread', method: 'GET', path: single, isPublic: true, handle: one },
    { name: 'rename-thread', method: 'PUT', path: single, isPublic: true, handle: rename },
  ]
}
