import { timingSafeEqual } from 'node:crypto'
import type { Throttle } from '../accounts/throttle.ts'
import { ocs, type Reply, refuse } from '../http/reply.ts'
import { booleanOf, numberOf, stringOf } from '../http/request.ts'
import { type Call, type Route, talkPath } from '../http/route.ts'
import { react, unreact } from '../messages/reacting.ts'
import { say } from '../messages/saying.ts'
import { enter, mustModerate } from '../rooms/rights.ts'
import type { Room, World } from '../world.ts'
import { signatureOf, type WebhookBot, type Webhooks } from './webhooks.ts'

const action = 'bot'

/** Webhook bots in a room, and what they say: without a password, signed over the words alone. */
export function createBotCalls(world: World, throttle: Throttle, { bots }: Webhooks): Route[] {
  function delays(before: number): Record<string, string> {
    return before === 0 ? {} : { 'X-Nextcloud-Bruteforce-Throttled': `${before}ms` }
  }

  /** Whose signature it is; one that is nobody's is counted, and an unknown room is no better. */
  function signed(call: Call, words: string): { room: Room; bot: WebhookBot; headers: Record<string, string> } {
    const before = throttle.delayMs(action)
    if (throttle.isShut(action)) throw refuse(429, 'Reached maximum delay')
    const random = call.request.header('x-nextcloud-talk-bot-random') ?? ''
    const signature = call.request.header('x-nextcloud-talk-bot-signature') ?? ''
    if (random.length < 32 || signature === '') throw refuse(400, '', [], delays(before))
    const room = world.rooms.get(call.parts[0] ?? '')
    const bot = bots.find(
      ({ id, secret }) => room?.bots.has(id) === true && isEqual(signatureOf(secret, random, words), signature),
    )
    if (room === undefined || bot === undefined) {
      throttle.failed(action)
      throw refuse(401, '', [], delays(before + throttle.delayMs(action)))
    }
    return { room, bot, headers: delays(before) }
  }

  function send(call: Call): Reply {
    const { message, replyTo, referenceId, silent } = call.request.params
    const { room, bot, headers } = signed(call, stringOf(message))
    const manner = { replyTo: numberOf(replyTo), referenceId: stringOf(referenceId), silent: booleanOf(silent) }
    say(world, room, bot.actor, stringOf(message), { ...manner, botName: `${bot.name} (Bot)` })
    return ocs([], { status: 201, headers })
  }

  function give(call: Call): Reply {
    const emoji = stringOf(call.request.params.reaction)
    const { room, bot, headers } = signed(call, emoji)
    const isNew = react(world, room, bot.actor, numberOf(call.parts[1]), emoji)
    return ocs([], { status: isNew ? 201 : 200, headers })
  }

  function takeAway(call: Call): Reply {
    const emoji = stringOf(call.request.params.reaction)
    const { room, bot, headers } = signed(call, emoji)
    unreact(world, room, bot.actor, numberOf(call.parts[1]), emoji)
    return ocs([], { headers })
  }

  function moderated(call: Call): Room {
    const { room, attendee } = enter(world, call.parts[0] ?? '', call.user)
    mustModerate(attendee)
    return room
  }

  function view({ id, name, description }: WebhookBot, room: Room): object {
    return { id, name, description, state: room.bots.has(id) ? 1 : 0 }
  }

  function list(call: Call): Reply {
    const room = moderated(call)
    return ocs(bots.map((bot) => view(bot, room)))
  }

  function enable(call: Call): Reply {
    const room = moderated(call)
    const bot = bots.find(({ id }) => id === numberOf(call.parts[1]))
    if (bot === undefined) throw refuse(400)
    const isNew = !room.bots.has(bot.id)
    room.bots.add(bot.id)
    return ocs(view(bot, room), { status: isNew ? 201 : 200 })
  }

  function disable(call: Call): Reply {
    const room = moderated(call)
    const bot = bots.find(({ id }) => id === numberOf(call.parts[1]))
    if (bot === undefined) throw refuse(400)
    room.bots.delete(bot.id)
    return ocs(view(bot, room))
  }

  const at = (path: string) => talkPath('v1', `/bot/:token${path}`)
  return [
    { name: 'bot-send', method: 'POST', path: at('/message'), isPublic: true, handle: send },
    { name: 'bot-react', method: 'POST', path: at('/reaction/:id'), isPublic: true, handle: give },
    { name: 'bot-unreact', method: 'DELETE', path: at('/reaction/:id'), isPublic: true, handle: takeAway },
    { name: 'bots', method: 'GET', path: at(''), handle: list },
    { name: 'enable-bot', method: 'POST', path: at('/:id'), handle: enable },
    { name: 'disable-bot', method: 'DELETE', path: at('/:id'), handle: disable },
  ]
}

function isEqual(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
}
