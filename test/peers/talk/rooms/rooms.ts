import type { Throttle } from '../accounts/throttle.ts'
import { ocs, refuse, scriptFailure } from '../http/reply.ts'
import { booleanOf, numberOf, stringOf } from '../http/request.ts'
import { type Call, type Route, talkPath, userOf } from '../http/route.ts'
import { attendeeOf, type RoomType, type World } from '../world.ts'
import { add, expel, oneToOne, openRoom } from './membership.ts'
import { enter, mustModerate } from './rights.ts'
import { participantFor, roomFor } from './room-view.ts'

const action = 'talkRoomToken'

/** Conversations: the list, a single one, who is in it, and how one comes to be in it. */
export function createRooms(world: World, throttle: Throttle, hash: () => string): Route[] {
  function list(call: Call) {
    const user = userOf(call)
    const { params } = call.request
    const since = numberOf(params.modifiedSince)
    const withStatus = booleanOf(params.includeStatus)
    const rooms = [...world.rooms.values()].flatMap((room) => {
      const attendee = attendeeOf(room, user)
      const isDue = room.lastActivity >= since || (withStatus && room.type === 1)
      return attendee === undefined || !isDue ? [] : [roomFor(world, room, attendee, withStatus)]
    })
    const headers = {
      'X-Nextcloud-Talk-Hash': hash(),
      'X-Nextcloud-Talk-Modified-Before': String(world.seconds()),
      ...(world.release.edits ? { 'X-Nextcloud-Talk-Federation-Invites': '0' } : {}),
    }
    return ocs(rooms, { headers })
  }

  function single(call: Call) {
    if (throttle.isShut(action)) throw refuse(429, 'Reached maximum delay')
    const before = throttle.delayMs(action)
    const headers = (ms: number) => (ms === 0 ? {} : { 'X-Nextcloud-Bruteforce-Throttled': `${ms}ms` })
    const room = world.rooms.get(call.parts[0] ?? '')
    const attendee = room === undefined ? undefined : attendeeOf(room, userOf(call))
    if (room === undefined || attendee === undefined) {
      throttle.failed(action)
      // Whoever crosses the limit breaks the server itself.
      if (throttle.isShut(action)) throw scriptFailure(500, 'Internal Server Error\n')
      throw refuse(404, '', [], headers(before + throttle.delayMs(action)))
    }
    return ocs(roomFor(world, room, attendee), { headers: { 'X-Nextcloud-Talk-Hash': hash(), ...headers(before) } })
  }

  function participants(call: Call) {
    const { room, attendee } = enter(world, call.parts[0] ?? '', call.user)
    if (room.hasLobby && attendee.type > 2) throw refuse(412)
    const withStatus = booleanOf(call.request.params.includeStatus)
    const data = room.attendees.map((one) => participantFor(world, room, one, withStatus))
    return ocs(data, { headers: withStatus ? { 'X-Nextcloud-Has-User-Statuses': '1' } : {} })
  }

  function create(call: Call) {
    const user = userOf(call)
    const { params } = call.request
    const type = numberOf(params.roomType)
    if (type === 1) {
      // Whatever its case: the room answers with the id as the account has it.
      const other = world.accounts.find(stringOf(params.invite))
      if (other === undefined) throw refuse(404)
      if (other === user) throw refuse(403)
      const { room, isNew } = oneToOne(world, user, other)
      return ocs(view(room.token, call), { status: isNew ? 201 : 200 })
    }
    if (type !== 2 && type !== 3) throw refuse(400)
    const name = stringOf(params.roomName)
    if (name.trim() === '') throw refuse(400)
    const room = openRoom(world, { type: type as RoomType, name, owner: user })
    return ocs(view(room.token, call), { status: 201 })
  }

  function view(token: string, call: Call) {
    const { room, attendee } = enter(world, token, call.user)
    return roomFor(world, room, attendee)
  }

  function invite(call: Call) {
    const { room, attendee } = enter(world, call.parts[0] ?? '', call.user)
    mustModerate(attendee)
    const other = world.accounts.find(stringOf(call.request.params.newParticipant))
    if (other === undefined) throw refuse(404)
    add(world, room, userOf(call), other)
    return ocs([])
  }

  function leave(call: Call) {
    const { room } = enter(world, call.parts[0] ?? '', call.user)
    expel(world, room, userOf(call), userOf(call))
    return ocs([])
  }

  function throwOut(call: Call) {
    const { room, attendee } = enter(world, call.parts[0] ?? '', call.user)
    mustModerate(attendee)
    const id = numberOf(call.request.params.attendeeId)
    const other = room.attendees.find((one) => one.id === id)
    if (other === undefined) throw refuse(404)
    expel(world, room, userOf(call), other.actor)
    return ocs([])
  }

  const rooms = '/room'
  const one = '/room/:token'
  return [
    { name: 'rooms', method: 'GET', path: talkPath('v4', rooms), handle: list },
    { name: 'create-room', method: 'POST', path: talkPath('v4', rooms), handle: create },
    { name: 'room', method: 'GET', path: talkPath('v4', one), handle: single },
    { name: 'participants', method: 'GET', path: talkPath('v4', `${one}/participants`), handle: participants },
    { name: 'invite', method: 'POST', path: talkPath('v4', `${one}/participants`), handle: invite },
    { name: 'leave', method: 'DELETE', path: talkPath('v4', `${one}/participants/self`), handle: leave },
    { name: 'throw-out', method: 'DELETE', path: talkPath('v4', `${one}/attendees`), handle: throwOut },
  ]
}
