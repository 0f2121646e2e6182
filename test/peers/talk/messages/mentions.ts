import { type Actor, attendeeOf, type RichObject, type Room, type World } from '../world.ts'

// Which characters may stand in front of the sign and belong to an id decides a lot: `(` may not precede, and `.`, `'`
// and `-` are swallowed, so that "@ada." names nobody.
const pattern =
  /\B(?<![^a-z0-9_\-@.' \t\n\v\f\r])@("guest\/[a-f0-9]+"|"(?:federated_)?(?:group|team|user)\/[a-z0-9_\-@.' /:]+"|"[a-z0-9_\-@.' ]+"|[a-z0-9_\-@.']+)/gi

export interface Mention {
  key: string
  kind: 'user' | 'call' | 'guest' | 'group' | 'federated-user'
  /** As it stands in the text, without the sign and the quotes. */
  id: string
}

export interface Parsed {
  text: string
  parameters: Record<string, RichObject>
  mentions: Mention[]
}

/**
 * Takes mentions out of a text as the server does: the longest first, and then every place where the same letters stand.
 * So numbers do not follow the text, one person may have two keys, and a key may stand nowhere.
 */
export function parseMentions(world: World, room: Room, roomName: string, raw: string): Parsed {
  const found = [...new Set([...raw.matchAll(pattern)].map(([whole]) => whole))].sort(
    (one, other) => other.length - one.length,
  )
  const counts = new Map<string, number>()
  const parameters: Record<string, RichObject> = {}
  const mentions: Mention[] = []
  let text = raw
  for (const whole of found) {
    const id = whole.slice(1).replaceAll(/^"+|"+$/g, '')
    const named = nameOf(world, room, roomName, id)
    if (named === undefined) continue
    const { kind, parameter } = named
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    const key = `mention-${kind}${count}`
    text = text.replaceAll(`@"${id}"`, `{${key}}`)
    if (!id.includes(' ') && !id.includes('/')) text = text.replaceAll(`@${id}`, `{${key}}`)
    parameters[key] = parameter
    mentions.push({ key, kind, id })
  }
  return { text, parameters, mentions }
}

function nameOf(
  world: World,
  room: Room,
  roomName: string,
  id: string,
): { kind: Mention['kind']; parameter: RichObject } | undefined {
  if (id === 'all') return { kind: 'call', parameter: callParameter(world, room, roomName) }
  if (id.startsWith('guest/')) {
    const guest = attendeeOf(room, { type: 'guests', id: id.slice('guest/'.length), name: '' })
    return { kind: 'guest', parameter: { type: 'guest', id, name: guest?.actor.name || 'Guest' } }
  }
  if (id.startsWith('federated_user/')) {
    const cloudId = id.slice('federated_user/'.length)
    const known = attendeeOf(room, { type: 'federated_users', id: cloudId, name: '' })
    return { kind: 'federated-user', parameter: actorParameter(known?.actor ?? federated(cloudId)) }
  }
  const user = world.accounts.find(id)
  if (user === undefined) return undefined
  return { kind: 'user', parameter: { type: 'user', id, name: user.name } }
}

function federated(cloudId: string): Actor {
  return { type: 'federated_users', id: cloudId, name: cloudId }
}

function callParameter(world: World, room: Room, name: string): RichObject {
  const kind = room.type === 1 ? 'one2one' : room.type === 3 ? 'public' : 'group'
  const icon = `${world.origin()}/ocs/v2.php/apps/spreed/api/v1/room/${room.token}/avatar?v=${avatarOf(room)}`
  return { type: 'call', id: room.token, name, 'call-type': kind, 'icon-url': icon }
}

export function avatarOf(room: Room): string {
  return room.type === 1 || room.type === 5 ? 'b568e8b2' : room.type === 4 ? 'cd1df7a3' : 'dfcb2762'
}

/** Somebody, as a rich object. */
export function actorParameter(actor: Actor): RichObject {
  if (actor.type === 'users') return { type: 'user', id: actor.id, name: actor.name }
  if (actor.type === 'guests' || actor.type === 'emails')
    return { type: 'guest', id: `guest/${actor.id}`, name: actor.name || 'Guest' }
  if (actor.type === 'federated_users') {
    const [id = '', server = ''] = actor.id.split('@')
    return { type: 'user', id, name: actor.name, server: `https://${server}` }
  }
  return { type: 'highlight', id: 'deleted_user', name: 'Deleted user' }
}
