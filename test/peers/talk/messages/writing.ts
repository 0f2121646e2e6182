import { broken, ocs, type Reply, refuse } from '../http/reply.ts'
import { booleanOf, numberOf, stringOf } from '../http/request.ts'
import { type Call, type Route, talkPath, userOf } from '../http/route.ts'
import { enter, mustModerate, mustReact, mustSeeChat, mustWrite } from '../rooms/rights.ts'
import { roomFor } from '../rooms/room-view.ts'
import { type Attendee, type Comment, findRow, type Room, rowsOf, type World } from '../world.ts'
import { messageFor } from './message-view.ts'
import { react, reactionsOf, unreact } from './reacting.ts'
import { readHeader } from './rows.ts'
import { clear, edit, remove, say } from './saying.ts'

/** What members do to the chat. */
export function createWriting(world: World): Route[] {
  function place(call: Call) {
    return enter(world, call.parts[0] ?? '', call.user)
  }

  function shown(room: Room, row: Comment, call: Call, status: number): Reply {
    return ocs(messageFor(world, room, row, userOf(call)), { status, headers: readHeader(room) })
  }

  function send(call: Call): Reply {
    const { room, attendee } = place(call)
    mustWrite(world, room, attendee)
    const { message, replyTo, referenceId, silent, threadId, threadTitle } = call.request.params
    if (message === undefined) throw broken()
    const row = say(world, room, userOf(call), stringOf(message), {
      replyTo: numberOf(replyTo),
      referenceId: stringOf(referenceId),
      silent: booleanOf(silent),
      threadId: numberOf(threadId),
      threadTitle: stringOf(threadTitle),
    })
    return shown(room, row, call, 201)
  }

  function change(call: Call): Reply {
    const { room, attendee } = place(call)
    mustWrite(world, room, attendee)
    const { message } = call.request.params
    if (message === undefined) throw broken()
    const row = edit(world, room, userOf(call), numberOf(call.parts[1]), stringOf(message))
    return shown(room, row, call, room.bots.size > 0 ? 202 : 200)
  }

  function takeBack(call: Call): Reply {
    const { room, attendee } = place(call)
    mustWrite(world, room, attendee)
    const row = remove(world, room, userOf(call), numberOf(call.parts[1]))
    return shown(room, row, call, room.bots.size > 0 ? 202 : 200)
  }

  function clearAll(call: Call): Reply {
    const { room, attendee } = place(call)
    mustModerate(attendee)
    return shown(room, clear(world, room, userOf(call)), call, 200)
  }

  function give(call: Call): Reply {
    const { room, attendee } = place(call)
    mustReact(world, room, attendee)
    const id = numberOf(call.parts[1])
    const isNew = react(world, room, userOf(call), id, stringOf(call.request.params.reaction))
    return ocs(reactionsOf(findRow(room, id)), { status: isNew ? 201 : 200 })
  }

  function takeAway(call: Call): Reply {
    const { room, attendee } = place(call)
    mustReact(world, room, attendee)
    const id = numberOf(call.parts[1])
    unreact(world, room, userOf(call), id, stringOf(call.request.params.reaction))
    return ocs(reactionsOf(findRow(room, id)))
  }

  function reactions(call: Call): Reply {
    const { room, attendee } = place(call)
    mustSeeChat(room, attendee)
    const row = findRow(room, numberOf(call.parts[1]))
    if (row === undefined) throw refuse(404)
    const { reaction } = call.request.params
    return ocs(reactionsOf(row, reaction === undefined ? undefined : stringOf(reaction)))
  }

  /** Any number will do, also a lower one and one that never was. */
  function read(call: Call): Reply {
    const { room, attendee } = place(call)
    const { lastReadMessage } = call.request.params
    if (lastReadMessage === undefined || lastReadMessage === null) {
      if (!world.release.readLast) throw broken()
      attendee.lastRead = rowsOf(room).at(-1)?.id ?? 0
    } else attendee.lastRead = numberOf(lastReadMessage)
    return marked(room, attendee)
  }

  function marked(room: Room, attendee: Attendee): Reply {
    return ocs(world.release.contract ? roomFor(world, room, attendee) : [], { headers: readHeader(room) })
  }

  function unread(call: Call): Reply {
    const { room, attendee } = place(call)
    const words = rowsOf(room).filter((row) => row.kind === 'comment')
    attendee.lastRead = words.at(-2)?.id ?? 0
    return marked(room, attendee)
  }

  const chat = '/chat/:token'
  const reaction = talkPath('v1', '/reaction/:token/:id')
  const routes: Route[] = [
    { name: 'send', method: 'POST', path: talkPath('v1', chat), isPublic: true, handle: send },
    { name: 'clear', method: 'DELETE', path: talkPath('v1', chat), handle: clearAll },
    { name: 'delete', method: 'DELETE', path: talkPath('v1', `${chat}/:id`), isPublic: true, handle: takeBack },
    { name: 'read', method: 'POST', path: talkPath('v1', `${chat}/read`), isPublic: true, handle: read },
    { name: 'unread', method: 'DELETE', path: talkPath('v1', `${chat}/read`), isPublic: true, handle: unread },
    { name: 'react', method: 'POST', path: reaction, isPublic: true, handle: give },
    { name: 'unreact', method: 'DELETE', path: reaction, isPublic: true, handle: takeAway },
    { name: 'reactions', method: 'GET', path: reaction, isPublic: true, handle: reactions },
  ]
  if (world.release.edits)
    routes.push({ name: 'edit', method: 'PUT', path: talkPath('v1', `${chat}/:id`), isPublic: true, handle: change })
  return routes
}
