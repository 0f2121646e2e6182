import { Hono } from 'hono'
import { z } from 'zod'
import type { WebChannel } from '../../channels/web/web.ts'
import type { SteadyClock } from '../../lib/time/clock.ts'
import type { Database } from '../../store/database.ts'
import { listLocalChats, readLine, readLines } from '../../store/messages/lines.ts'
import type { LinePage, State } from '../page/wire.ts'
import { failure, inWords, limitBody, readBody, textLimit } from '../server/answers.ts'
import type { Signed, SignIn } from '../server/sign-in.ts'
import { claimedSchema, type Uploads } from '../server/uploads.ts'
import { toWireChat, toWireLine } from './line-view.ts'
import type { Live } from './live.ts'
import { nameSchema, noSuchChat, pageChat } from './page-chat.ts'
import { pointAt, replyToSchema } from './reply.ts'

export interface ChatApiDeps {
  db: Database
  clock: SteadyClock
  channel: WebChannel
  live: Live
  signIn: SignIn
  owner: { name: string }
  brain: () => { name: string; banner?: string; trouble?: { sentence: string; until: Date } }
  uploads: Uploads
}

const pageSize = 50

const pressSchema = z.object({ data: z.string().min(1).max(64) })
const saidSchema = z.object({ key: nameSchema, text: z.string(), files: claimedSchema, replyTo: replyToSchema })
const beforeSchema = z.coerce.number().int().positive().optional()

/** Everything the page asks for and says; all of it needs a session. */
export function createChatApi({ db, clock, channel, live, signIn, owner, brain, uploads }: ChatApiDeps) {
  const api = new Hono<Signed>()
  const sender = { channel: 'web', id: 'owner' } as const

  api.use(signIn.required, limitBody)

  api.get('/state', (c) => {
    signIn.prolong(c)
    const { trouble, ...known } = brain()
    const troubled = trouble && { trouble: { ...trouble, until: trouble.until.getTime() } }
    const state: State = {
      person: owner.name,
      brain: { ...known, ...troubled },
      chats: listLocalChats(db).map(toWireChat),
    }
    return c.json(state)
  })

  api.get('/chats/:chat/lines', (c) => {
    const chat = pageChat(c.req.param('chat'))
    const before = beforeSchema.safeParse(c.req.query('before'))
    if (!chat) return failure(c, 404, noSuchChat)
    if (!before.success) return failure(c, 400, '"before" must be the number of a line.')
    const lines = readLines(db, chat, { limit: pageSize + 1, ...(before.data && { before: before.data }) })
    const page: LinePage = {
      lines: lines.slice(-pageSize).map((line) => toWireLine(line, clock)),
      older: lines.length > pageSize,
    }
    return c.json(page)
  })

  api.post('/chats/:chat/lines', async (c) => {
    const chat = pageChat(c.req.param('chat'))
    if (!chat) return failure(c, 404, noSuchChat)
    const body = await readBody(c, saidSchema)
    if ('refused' in body) return body.refused
    const { key, text } = body.value
    const files = uploads.claim(body.value.files)
    if ('error' in files) return failure(c, files.status, files.error)
    if (text.trim() === '' && files.length === 0) return failure(c, 400, 'There is nothing in this message.')
    if (text.length > textLimit) return failure(c, 413, tooLong(text.length))
    const reply = pointAt(db, chat, body.value.replyTo)
    if ('error' in reply) return failure(c, 400, reply.error)
    const accepted = channel.say({ chat, key, text, files, ...reply, sender, senderName: owner.name })
    const line = 'message' in accepted ? readLine(db, accepted.message) : undefined
    return c.json(line ? { line: toWireLine(line, clock) } : {})
  })

  api.post('/chats/:chat/press', async (c) => {
    const chat = pageChat(c.req.param('chat'))
    if (!chat) return failure(c, 404, noSuchChat)
    const body = await readBody(c, pressSchema)
    if ('refused' in body) return body.refused
    const accepted = channel.press(chat, sender, body.value.data)
    return c.json(accepted.status === 'pressed' ? { said: accepted.said, done: accepted.done } : {})
  })

  api.post('/chats/:chat/stop', (c) => {
    const chat = pageChat(c.req.param('chat'))
    if (!chat) return failure(c, 404, noSuchChat)
    const accepted = channel.stop(chat, sender)
    return c.json({ stopped: accepted.status === 'stopped' ? accepted.tasks : 0 })
  })

  api.get('/events', (c) => {
    const session = c.get('session')
    const { outgoing } = c.env
    const stream = live.open({ isAlive: () => signIn.isSignedIn(session), cut: () => outgoing.destroy() })
    if (!stream) return failure(c, 503, 'Too many pages are open; close one of them.')
    // The body is not cancelled when the browser is gone before it was first read.
    outgoing.once('close', () => stream.close())
    if (outgoing.destroyed) stream.close()
    return c.body(stream.body, 200, { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' })
  })

  return api
}

function tooLong(length: number): string {
  return `A message can have ${inWords(textLimit)} characters; this one has ${inWords(length)}. Send it in parts.`
}
