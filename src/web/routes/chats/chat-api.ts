import { z } from 'zod'
import type { WebChannel } from '../../../channels/web/web.ts'
import { pageAddress } from '../../../domain/person.ts'
import type { SteadyClock } from '../../../lib/time/clock.ts'
import { type AnyText, numberText } from '../../../messages/localized.ts'
import { webMessages } from '../../../messages/web-messages.ts'
import type { Database } from '../../../store/database.ts'
import { firstLineSince, readLinePage } from '../../../store/messages/line-pages.ts'
import { readLine } from '../../../store/messages/lines.ts'
import { hasNotBegun } from '../../../store/work/tasks.ts'
import type { CommandList } from '../../page/wire/chat-wire.ts'
import type { LinePage, LineSince, State } from '../../page/wire/wire.ts'
import { failure, MAX_TEXT_CHARS, parseBody, textFor } from '../../server/answers.ts'
import type { Routes } from '../../server/routes.ts'
import type { SignIn } from '../../server/sign-in.ts'
import { type Uploads, uploadReferencesSchema } from '../../server/uploads.ts'
import type { HealthService } from '../health-api.ts'
import { toWireStandstill } from '../standstill.ts'
import { findWireChat, readChatPage } from './chat-list-api.ts'
import { toWireLine } from './line-view.ts'
import type { LiveEvents } from './live-events.ts'
import {
  nameSchema,
  noSuchChat,
  pageChat,
  pointAt,
  readableChat,
  replyToSchema,
  routeElsewhere,
  writableChat,
} from './page-chat.ts'

export interface ChatApiDeps {
  db: Database
  clock: SteadyClock
  channel: WebChannel
  live: LiveEvents
  signIn: SignIn
  health: HealthService
  uploads: Uploads
  /** The commands in the order of the help. */
  commands(): { name: string; usage?: AnyText; summary: AnyText }[]
}

const pressSchema = z.object({ data: z.string().min(1).max(64) })
const messageSchema = z.object({
  key: nameSchema,
  text: z.string(),
  files: uploadReferencesSchema,
  replyTo: replyToSchema,
  replaces: z.number().int().positive().optional(),
  spoken: z.boolean().optional(),
})
const lineSchema = z.coerce.number().int().positive()
const timeSchema = z.coerce.number().int().min(-8.64e15).max(8.64e15)
const placeSchema = z.object({ before: lineSchema, after: lineSchema, around: lineSchema }).partial()

/** Reading and writing chats. */
export function addChatRoutes(routes: Routes, deps: ChatApiDeps): void {
  const { db, clock, channel, live, signIn, health, uploads } = deps

  routes.get('signed-in', '/state', (c) => {
    signIn.prolong(c)
    const person = c.get('person')
    const overview = health.overview()
    const { name, banner } = overview.brain
    const standstill = toWireStandstill(overview)
    const state: State = {
      person: person.name,
      role: person.role,
      // What is wrong, and what to do about it, is the owner's business.
      ...(person.role === 'owner'
        ? { brain: { name, ...(banner !== undefined && { banner }) }, ...(standstill && { standstill }) }
        : { brain: { name } }),
      chats: readChatPage(db, person.id),
    }
    return c.json(state)
  })

  routes.get('signed-in', '/commands', (c) => {
    const commands = deps.commands().map(({ name, usage, summary }) => ({
      name,
      ...(usage !== undefined && { usage: textFor(c, usage) }),
      summary: textFor(c, summary),
    }))
    return c.json({ commands } satisfies CommandList)
  })

  routes.get('signed-in', '/chats/:chat/lines', (c) => {
    const chat = readableChat(db, c.get('person'), c.req.param('chat'))
    const position = placeSchema.safeParse(c.req.query())
    if (!chat) return failure(c, 404, noSuchChat)
    if (!position.success) return failure(c, 400, '"before", "after" and "around" must be the number of a line.')
    const { lines, ...neighbours } = readLinePage(db, chat, position.data)
    const isNewest = Object.keys(position.data).length === 0
    const summary = isNewest ? findWireChat(db, c.get('person').id, chat) : undefined
    const page: LinePage = {
      lines: lines.map((line) => toWireLine(line, clock, c.get('person').id)),
      ...neighbours,
      ...(summary && { chat: summary }),
    }
    return c.json(page)
  })

  routes.get('signed-in', '/chats/:chat/since', (c) => {
    const chat = readableChat(db, c.get('person'), c.req.param('chat'))
    const at = timeSchema.safeParse(c.req.query('at'))
    if (!chat) return failure(c, 404, noSuchChat)
    if (!at.success) return failure(c, 400, '"at" must be a time, in milliseconds.')
    const line = firstLineSince(db, chat, new Date(at.data))
    return c.json({ ...(line !== undefined && { line }) } satisfies LineSince)
  })

  routes.post('signed-in', '/chats/:chat/lines', async (c) => {
    const person = c.get('person')
    const chat = writableChat(db, person, c.req.param('chat'))
    if (!chat) return failure(c, 404, noSuchChat)
    const body = await parseBody(c, messageSchema)
    if ('refused' in body) return body.refused
    const { key, text, replaces, spoken } = body.value
    const files = uploads.resolve(body.value.files, person)
    if ('error' in files) return failure(c, files.status, files.error)
    if (text.trim() === '' && files.length === 0) return failure(c, 400, webMessages.emptyMessage)
    if (text.length > MAX_TEXT_CHARS)
      return failure(c, 413, webMessages.longerThan(numberText(MAX_TEXT_CHARS), numberText(text.length)))
    const reply = pointAt(db, chat, body.value.replyTo)
    if ('error' in reply) return failure(c, 400, reply.error)
    const elsewhere = routeElsewhere(db, chat)
    const senderFacts = { sender: pageAddress(person), senderName: person.name, isRemote: !c.get('isAtMachine') }
    const outcome = channel.say({ chat, key, text, files, replaces, spoken, ...reply, ...senderFacts, elsewhere })
    if (outcome.status === 'refused') return failure(c, 409, outcome.why)
    const line = 'message' in outcome ? readLine(db, outcome.message) : undefined
    return c.json(line ? { line: toWireLine(line, clock, c.get('person').id) } : {})
  })

  routes.post('signed-in', '/chats/:chat/lines/:line/take-back', (c) => {
    const chat = pageChat(db, c.get('person'), c.req.param('chat'))
    const id = lineSchema.safeParse(c.req.param('line'))
    const line = id.success ? readLine(db, id.data) : undefined
    if (!chat || line?.chat !== chat || line.key === undefined) return failure(c, 404, webMessages.noSuchLine)
    // Checked and done synchronously, so that no answer can start in between.
    if (!line.receipt || !hasNotBegun(line.receipt)) return failure(c, 409, webMessages.alreadyAnswering)
    channel.takeBack({ chat, key: line.key, message: line.id })
    const changedLine = readLine(db, line.id)
    return c.json(changedLine ? { line: toWireLine(changedLine, clock, c.get('person').id) } : {})
  })

  routes.post('signed-in', '/chats/:chat/press', async (c) => {
    const chat = pageChat(db, c.get('person'), c.req.param('chat'))
    if (!chat) return failure(c, 404, noSuchChat)
    const body = await parseBody(c, pressSchema)
    if ('refused' in body) return body.refused
    const outcome = channel.press({
      chat,
      sender: pageAddress(c.get('person')),
      data: body.value.data,
      isRemote: !c.get('isAtMachine'),
    })
    return c.json(outcome.status === 'pressed' ? { said: outcome.said, done: outcome.done } : {})
  })

  routes.post('signed-in', '/chats/:chat/stop', (c) => {
    const chat = writableChat(db, c.get('person'), c.req.param('chat'))
    if (!chat) return failure(c, 404, noSuchChat)
    const outcome = channel.stop(chat, pageAddress(c.get('person')))
    return c.json({ stopped: outcome.status === 'stopped' ? outcome.tasks : 0 })
  })

  routes.get('signed-in', '/events', (c) => {
    const session = c.get('session')
    const { outgoing } = c.env
    const stream = live.open({
      person: c.get('person'),
      isAlive: () => signIn.isSignedIn(session),
      disconnect: () => outgoing.destroy(),
    })
    if (!stream) return failure(c, 503, webMessages.tooManyPages)
    // The body is not cancelled if the browser leaves before reading any of it.
    outgoing.once('close', () => stream.close())
    if (outgoing.destroyed) stream.close()
    return c.body(stream.body, 200, { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' })
  })
}
