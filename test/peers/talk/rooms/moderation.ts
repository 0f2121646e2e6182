import type { User } from '../accounts/accounts.ts'
import { ocs, type Reply, refuse } from '../http/reply.ts'
import { numberOf, stringOf } from '../http/request.ts'
import { type Call, type Route, talkPath, userOf } from '../http/route.ts'
import { messageFor } from '../messages/message-view.ts'
import { readHeader } from '../messages/rows.ts'
import { type Attendee, attendeeOf, findRow, type RichObject, type World } from '../world.ts'
import { createPlace, type Place } from './place.ts'
import { enter, mustModerate, mustWrite } from './rights.ts'

/** What those who moderate do to a conversation, what a member does to their own view of it, and coming in where it is open. */
export function createModeration(world: World): Route[] {
  type Deed = (place: Place, by: User, params: Record<string, unknown>) => void

  function moderated(deed: Deed): Route['handle'] {
    return (call) => {
      const { room, attendee } = enter(world, call.parts[0] ?? '', call.user)
      mustModerate(attendee)
      deed(createPlace(world, room), userOf(call), call.request.params)
      return ocs([])
    }
  }

  function own(deed: (attendee: Attendee) => void): Route['handle'] {
    return (call) => {
      deed(enter(world, call.parts[0] ?? '', call.user).attendee)
      return ocs([])
    }
  }

  function other(place: Place, params: Record<string, unknown>): Attendee {
    const found = place.room.attendees.find((one) => one.id === numberOf(params.attendeeId))
    if (found === undefined) throw refuse(404)
    return found
  }

  function join(call: Call): Reply {
    const room = world.rooms.get(call.parts[0] ?? '')
    const user = userOf(call)
    if (room === undefined || (room.type !== 3 && attendeeOf(room, user) === undefined)) throw refuse(404)
    createPlace(world, room).join(user)
    return ocs([])
  }

  function shareObject(call: Call): Reply {
    const { room, attendee } = enter(world, call.parts[0] ?? '', call.user)
    mustWrite(world, room, attendee)
    const { objectType, objectId, metaData } = call.request.params
    const object = {
      ...(JSON.parse(stringOf(metaData, '{}')) as object),
      type: stringOf(objectType),
      id: stringOf(objectId),
    }
    const id = createPlace(world, room).object(userOf(call), object as RichObject)
    const row = findRow(room, id)
    if (row === undefined) throw refuse(404)
    return ocs(messageFor(world, room, row, userOf(call)), { status: 201, headers: readHeader(room) })
  }

  const at = (path: string) => talkPath('v4', `/room/:token${path}`)
  const moderators = at('/moderators')
  return [
    {
      name: 'rename-room',
      method: 'PUT',
      path: at(''),
      handle: moderated((place, by, { roomName }) => place.rename(by, stringOf(roomName))),
    },
    { name: 'drop-room', method: 'DELETE', path: at(''), handle: moderated((place) => place.drop()) },
    {
      name: 'describe',
      method: 'PUT',
      path: at('/description'),
      handle: moderated((place, by, { description }) => place.describe(by, stringOf(description))),
    },
    {
      name: 'lock',
      method: 'PUT',
      path: at('/read-only'),
      handle: moderated((place, by, { state }) => place.lock(by, numberOf(state) === 1)),
    },
    {
      name: 'lobby',
      method: 'PUT',
      path: at('/webinar/lobby'),
      handle: moderated((place, by, { state }) => place.lobby(by, numberOf(state) === 1)),
    },
    {
      name: 'promote',
      method: 'POST',
      path: moderators,
      handle: moderated((place, by, params) => place.promote(by, other(place, params).actor)),
    },
    {
      name: 'demote',
      method: 'DELETE',
      path: moderators,
      handle: moderated((place, by, params) => place.promote(by, other(place, params).actor, false)),
    },
    {
      name: 'permit',
      method: 'PUT',
      path: at('/attendees/permissions'),
      handle: moderated((place, _by, params) => place.permit(other(place, params).actor, numberOf(params.permissions))),
    },
    {
      name: 'expire',
      method: 'POST',
      path: at('/message-expiration'),
      handle: moderated((place, by, { seconds }) => place.expireAfter(by, numberOf(seconds))),
    },
    {
      name: 'allow-guests',
      method: 'POST',
      path: at('/public'),
      handle: moderated((place, by) => place.openToGuests(by)),
    },
    {
      name: 'disallow-guests',
      method: 'DELETE',
      path: at('/public'),
      handle: moderated((place, by) => place.openToGuests(by, false)),
    },
    {
      name: 'archive',
      method: 'POST',
      path: at('/archive'),
      handle: own((attendee) => void (attendee.isArchived = true)),
    },
    {
      name: 'unarchive',
      method: 'DELETE',
      path: at('/archive'),
      handle: own((attendee) => void (attendee.isArchived = false)),
    },
    { name: 'join', method: 'POST', path: at('/participants/active'), handle: join },
    { name: 'share-object', method: 'POST', path: talkPath('v1', '/chat/:token/share'), handle: shareObject },
  ]
}
