import type { Channel, Inbox } from '../../src/channels/channel.ts'
import type { Delivery, Receipt } from '../../src/domain/delivery.ts'
import { type ChatId, makeChatId } from '../../src/domain/ids.ts'
import type { InboundMessage } from '../../src/domain/message.ts'
import { createWaker, sleep } from '../../src/lib/time/timers.ts'

// A platform as Nextcloud Talk is one, and a channel before it that knows nothing of the program but its contracts: rooms
// have ids that are nobody's, commands begin with "!", and what became of a send can be looked up by its reference.

export interface TalkLine {
  id: number
  actor: string
  text: string
  replyTo?: number | undefined
  reference?: string
}

export interface TalkRoom {
  token: string
  kind: 'one-to-one' | 'group'
  name: string
  lines: TalkLine[]
}

/** The server: rooms and what was said in them. */
export function createTalkServer() {
  const rooms = new Map<string, TalkRoom>()
  const changed = createWaker()
  let serial = 0
  let fault: 'answer' | 'send' | undefined

  function post(token: string, line: Omit<TalkLine, 'id'>): number {
    const id = ++serial
    rooms.get(token)?.lines.push({ id, ...line })
    changed.wake()
    return id
  }

  function room(kind: TalkRoom['kind'], name: string): TalkRoom {
    const token = `x${(rooms.size + 1) * 7919}`
    const made = { token, kind, name, lines: [] }
    rooms.set(token, made)
    return made
  }

  return {
    rooms,
    changed,
    group: (name: string) => room('group', name),
    /** There is one room for two people, whoever asks for it first. */
    oneToOne: (user: string) =>
      [...rooms.values()].find(({ kind, name }) => kind === 'one-to-one' && name === user) ?? room('one-to-one', user),
    say: (token: string, user: string, text: string, replyTo?: number) =>
      post(token, { actor: `users/${user}`, text, replyTo }),
    /** What becomes of the next post: it arrives and nobody says so, or it does not arrive. */
    lose: (what: 'answer' | 'send') => void (fault = what),
    post(token: string, line: { text: string; reference: string; replyTo?: number | undefined }): number {
      const now = fault
      fault = undefined
      if (now === 'send') throw new Error('the connection broke')
      const id = post(token, { actor: BOT, ...line })
      if (now === 'answer') throw new Error('the connection broke')
      return id
    },
    ours: () => [...rooms.values()].flatMap(({ lines }) => lines.filter(({ actor }) => actor === BOT)),
  }
}

export type TalkServer = ReturnType<typeof createTalkServer>

const BOT = 'users/skein'
const place = { channel: 'talk', account: 'skein@cloud' } as const
const tokenOf = (chat: ChatId) => chat.slice('talk:'.length)

export interface SketchTalk extends Channel {
  /** The server tells of the last line that was read in every room once more. */
  rewind(): void
}

export function createSketchTalk(server: TalkServer): SketchTalk {
  let attempted = 0
  let again = false

  function read(inbox: Inbox, room: TalkRoom): void {
    const upTo = Number(inbox.cursor(place.channel, place.account, room.token) ?? 0)
    const lines = room.lines.filter(({ id }) => id > upTo || (again && id === upTo))
    const last = lines.at(-1)
    if (!last) return
    const events = lines.filter(({ actor }) => actor !== BOT).map((line) => toMessage(room, line))
    inbox.accept(events, { ...place, stream: room.token, value: String(last.id) })
  }

  return {
    name: 'talk',
    manners: {
      textLimit: 8000,
      commandPrefix: '!',
      dialect: 'plain',
      streaming: 'none',
      reconcileAfterMs: 1000,
      retryForMs: 86_400_000,
    },
    async listen(inbox, signal) {
      while (!signal.aborted) {
        attempted = performance.now()
        try {
          for (const room of server.rooms.values()) read(inbox, room)
          again = false
          await server.changed.wait(1000, signal)
        } catch {
          // Not stored: it stays with the server, and is read again.
          await sleep(5, signal)
        }
      }
    },
    async send(delivery): Promise<Receipt> {
      const { route, body: text } = delivery
      const replyTo = route.replyTo === undefined ? undefined : Number(route.replyTo)
      try {
        const id = server.post(tokenOf(route.chat), { text, replyTo, reference: referenceOf(delivery) })
        return { status: 'sent', remoteId: String(id) }
      } catch (error) {
        return { status: 'unknown', reason: String(error) }
      }
    },
    async reconcile(delivery) {
      const lines = server.rooms.get(tokenOf(delivery.route.chat))?.lines ?? []
      const found = lines.find(({ reference }) => reference === referenceOf(delivery))
      return found ? { status: 'sent', remoteId: String(found.id) } : { status: 'absent' }
    },
    async open({ to }) {
      const { token } = server.oneToOne(to.id.slice('users/'.length))
      return { status: 'opened', route: { chat: makeChatId('talk', token) } }
    },
    show() {},
    lastAttempt: () => attempted,
    async close() {},
    rewind() {
      again = true
      server.changed.wake()
    },
  }
}

function toMessage(room: TalkRoom, { id, actor, text, replyTo }: TalkLine): InboundMessage {
  const isPrivate = room.kind === 'one-to-one'
  return {
    kind: 'message',
    ...place,
    keys: [`talk:${place.account}:${room.token}:${id}`],
    chat: makeChatId('talk', room.token),
    audience: isPrivate ? 'private' : 'group',
    chatTitle: room.name,
    remoteId: String(id),
    sender: { channel: 'talk', id: actor },
    senderName: actor.slice('users/'.length),
    at: new Date(),
    text: text.replace(/^@skein\s+/, ''),
    addressed: isPrivate || text.startsWith('@skein'),
    ...(replyTo !== undefined && { replyTo: String(replyTo) }),
    raw: JSON.stringify({ id, actor, text }),
  }
}

function referenceOf({ key }: Delivery): string {
  return `skein:${key}`
}
