import { createHash, createHmac, randomBytes } from 'node:crypto'
import { messageFor } from '../messages/message-view.ts'
import type { Actor, Comment, Room, World } from '../world.ts'

export interface WebhookBot {
  id: number
  name: string
  description: string
  secret: string
  url: string
  /** As it stands in messages: `bot-` and a hash of its address. */
  actor: Actor
}

export interface Webhooks {
  bots: WebhookBot[]
  install(bot: { name: string; secret: string; url: string; description?: string }): WebhookBot
  /** Calls that are not answered yet. */
  pending(): number
  /** How the calls ended so far: status, or 0 for none. */
  readonly results: number[]
}

/** Bots of the other kind: told of what happens in a room by one POST, which nobody repeats. */
export function createWebhooks(world: World): Webhooks {
  const bots: WebhookBot[] = []
  const results: number[] = []
  let pending = 0

  async function post(bot: WebhookBot, activity: object): Promise<void> {
    const body = phpJson(activity)
    const random = randomBytes(48).toString('base64')
    pending += 1
    const status = await fetch(bot.url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(5000),
      headers: {
        'Content-Type': 'application/json',
        'OCS-APIRequest': 'true',
        'User-Agent': 'nextcloud-server-side-webhook-bot',
        'X-Nextcloud-Talk-Random': random,
        'X-Nextcloud-Talk-Signature': signatureOf(bot.secret, random, body),
        'X-Nextcloud-Talk-Backend': `${world.origin()}/`,
      },
      body,
    }).then(
      (response) => response.status,
      () => 0,
    )
    pending -= 1
    results.push(status)
  }

  world.written.push((room, row) => {
    for (const bot of bots) {
      const activity = room.bots.has(bot.id) ? activityOf(world, room, row, bot.actor) : undefined
      if (activity !== undefined) void post(bot, activity)
    }
  })

  return {
    bots,
    results,
    pending: () => pending,
    install({ name, secret, url, description = '' }) {
      const actor: Actor = { type: 'bots', id: `bot-${createHash('sha1').update(url).digest('hex')}`, name: '' }
      actor.name = `${actor.id}-bot`
      const bot = { id: world.nextId('bot'), name, description, secret, url, actor }
      bots.push(bot)
      return bot
    },
  }
}

export function signatureOf(secret: string, random: string, text: string): string {
  return createHmac('sha256', secret).update(random).update(text).digest('hex')
}

/** What a bot is told; nothing of what bots did, and before Talk 21 nothing of reactions. */
function activityOf(world: World, room: Room, row: Comment, reader: Actor): object | undefined {
  if (row.actor.type === 'bots' || row.kind === 'command') return undefined
  const isReaction = row.system.startsWith('reaction')
  if (isReaction && !world.release.richHooks) return undefined
  const person = { type: 'Person', id: `${row.actor.type}/${row.actor.id}`, name: row.actor.name }
  const target = { type: 'Collection', id: room.token, name: room.name }
  if (isReaction && row.parent !== undefined) {
    const like = {
      type: 'Like',
      actor: person,
      object: noteOf(world, room, row.parent, reader),
      target,
      content: row.text,
    }
    return row.system === 'reaction' ? like : { type: 'Undo', actor: person, object: like, target }
  }
  const isWords = row.kind === 'comment' && row.file === undefined && row.object === undefined
  const object = noteOf(world, room, row, reader)
  const { parent } = row
  if (world.release.richHooks && isWords && parent !== undefined)
    Object.assign(object, {
      inReplyTo: {
        actor: { type: 'Person', id: `${parent.actor.type}/${parent.actor.id}`, name: parent.actor.name },
        object: noteOf(world, room, parent, reader),
      },
    })
  return { type: isWords ? 'Create' : 'Activity', actor: person, object, target }
}

function noteOf(world: World, room: Room, row: Comment, reader: Actor): object {
  // A file is resolved for somebody who can open it; the bot itself cannot.
  const seen = messageFor(world, room, row, row.file === undefined ? reader : row.actor)
  const name =
    row.file !== undefined ? 'file_shared' : row.object !== undefined ? 'object_shared' : row.system || 'message'
  const content = phpJson({ message: seen.message, parameters: seen.messageParameters })
  return { type: 'Note', id: String(row.id), name, content, mediaType: 'text/markdown' }
}

/** As `json_encode` writes it: slashes and everything beyond ASCII escaped. */
function phpJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('/', '\\/')
    .replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
