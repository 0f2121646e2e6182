import { chmodSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { z } from 'zod'
import type { WebChannel } from '../channels/web/web.ts'
import { NotStoredError } from '../domain/errors.ts'
import { type ChatId, channelOf, parseChatId } from '../domain/ids.ts'
import { type Address, parseAddress } from '../domain/person.ts'
import type { Log } from '../lib/log.ts'
import type { ImportLine } from '../store/messages/import-line.ts'
import { readLine, readLines } from '../store/messages/lines.ts'
import type { AllowedDoor } from './routes/allowed-api.ts'
import { openLineFile } from './routes/line-file.ts'
import { type OutcomeDeps, waitForOutcome } from './routes/outcome.ts'
import { pointAt, replyToSchema } from './routes/reply.ts'
import { createBoundedStream } from './server/bounded-stream.ts'
import { claimedSchema, type Uploads } from './server/uploads.ts'

export interface ControlDeps extends OutcomeDeps {
  channel: WebChannel
  log: Log
  owner: { name: string }
  uploads: Uploads
  /** How the daemon is, as JSON. */
  overview(): object
  settings: ControlSettings
  allowed: AllowedDoor
  importing: ControlImporting
  link(): string | undefined
  /** A code that lets somebody in. */
  pair(role: 'member' | 'owner'): { code: string; expiresAt: Date }
  /** Makes whoever has this address a stranger again. */
  dismiss(at: Address): { problem: string } | { cancelled: number }
  socket: string
}

/** Takes in what was said elsewhere, a little at a time. */
export interface ControlImporting {
  write(batch: ImportLine[]): { added: number; known: number }
  /** False when nothing is left to do. */
  settle(): boolean
}

/** The configuration while running. */
export interface ControlSettings {
  /** Each key with its value and where that comes from. */
  sources(): object
  /** The problem, or undefined when it was set. */
  set(key: string, text: string): string | undefined
  /** The problem, or undefined when it is as if it had never been set. */
  unset(key: string): string | undefined
}

const chatId = z.string().transform((text, context): ChatId => {
  const chat = parseChatId(text)
  if (chat && channelOf(chat) === 'web') return chat
  context.addIssue({ code: 'custom', message: `${text} is no chat of the local page; it must look like web:name` })
  return z.NEVER
})
const spoken = z.object({
  chat: chatId,
  key: z.string().min(1).max(200),
  text: z.string().max(100_000),
  files: claimedSchema,
  replyTo: replyToSchema,
})
// Checked line by line by whoever reads the file; here only that it is what they send.
const importedLine = z.object({
  chat: z.string().transform((text, context): ChatId => {
    const chat = parseChatId(text)
    if (chat) return chat
    context.addIssue({ code: 'custom', message: `${text} is no chat` })
    return z.NEVER
  }),
  id: z.string(),
  at: z.coerce.date(),
  from: z.string(),
  role: z.enum(['human', 'bot']),
  text: z.string(),
  replyTo: z.string().optional(),
  topic: z.string().optional(),
  isOwners: z.boolean().optional(),
})
const address = z.string().transform((text, context): Address => {
  const parsed = parseAddress(text)
  if (parsed) return parsed
  context.addIssue({ code: 'custom', message: `${text} is no address; it must look like telegram:42` })
  return z.NEVER
})
const messageNumber = z.coerce.number().int().positive()
const me = { channel: 'web', id: 'owner' } as const

/** The daemon's own door for its commands: HTTP on a socket that only this user can open. */
export async function createControl(deps: ControlDeps): Promise<{ close(): Promise<void> }> {
  const serve = getRequestListener(controlApp(deps).fetch, { overrideGlobalObjects: false })
  const server = createServer((request, response) => void serve(request, response))
  // The directory is locked, so whatever lies there was left by a daemon that is gone.
  rmSync(deps.socket, { force: true })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(deps.socket, resolve)
  })
  chmodSync(deps.socket, 0o600)
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function controlApp(deps: ControlDeps) {
  const { db, channel, uploads } = deps
  const app = new Hono<{ Bindings: HttpBindings }>()

  app.get('/status', (c) => c.json(deps.overview()))

  app.post('/link', (c) => c.json({ url: deps.link() }))

  app.post('/pair', async (c) => {
    const { role } = z.object({ role: z.enum(['member', 'owner']) }).parse(await c.req.json())
    return c.json(deps.pair(role))
  })

  app.post('/people/remove', async (c) => {
    const dismissed = deps.dismiss(z.object({ address }).parse(await c.req.json()).address)
    return 'problem' in dismissed ? c.json({ error: dismissed.problem }, 400) : c.json(dismissed)
  })

  app.get('/allowed', (c) => c.json(deps.allowed.list()))

  app.post('/allowed/remove', async (c) => {
    const { id } = z.object({ id: z.int().positive() }).parse(await c.req.json())
    if (deps.allowed.remove(id)) return c.json({ id })
    return c.json({ error: `There is no number ${id} to take back; "skein allowed" lists them.` }, 400)
  })

  app.post('/send', async (c) => {
    const said = spoken.parse(await c.req.json())
    const files = uploads.claim(said.files)
    if ('error' in files) return c.json({ error: files.error }, 400)
    if (said.text.trim() === '' && files.length === 0)
      return c.json({ error: 'There is nothing in this message.' }, 400)
    const { replyTo, ...line } = said
    const reply = pointAt(db, line.chat, replyTo)
    if ('error' in reply) return c.json({ error: reply.error }, 400)
    return c.json(channel.say({ ...line, files, ...reply, sender: me, senderName: deps.owner.name }))
  })

  app.post('/files', async (c) => {
    const received = await uploads.receive(c.env.incoming, c.req.query('name'))
    if (!('error' in received)) return c.json(received)
    c.header('connection', 'close')
    return c.json({ error: received.error }, received.status === 507 ? 503 : 400)
  })

  app.get('/files/:message/:seq', async (c) => {
    const opened = await openLineFile({ db, shelf: uploads.shelf }, c.req.param())
    if ('error' in opened) return c.json({ error: opened.error }, 400)
    return c.body(opened.body, 200, { 'content-length': String(opened.bytes) })
  })

  app.post('/stop', async (c) => {
    const { chat } = z.object({ chat: chatId }).parse(await c.req.json())
    return c.json(channel.stop(chat, me))
  })

  app.post('/config', async (c) => {
    const { key, value } = z.object({ key: z.string(), value: z.string() }).parse(await c.req.json())
    const problem = deps.settings.set(key, value)
    return problem ? c.json({ error: problem }, 400) : c.json({ key, value })
  })

  app.post('/config/unset', async (c) => {
    const { key } = z.object({ key: z.string() }).parse(await c.req.json())
    const problem = deps.settings.unset(key)
    return problem ? c.json({ error: problem }, 400) : c.json({ key })
  })

  app.get('/config', (c) => c.json(deps.settings.sources()))

  app.post('/import', async (c) => {
    const { lines } = z.object({ lines: z.array(importedLine).max(5_000) }).parse(await c.req.json())
    const { added, known } = deps.importing.write(lines)
    return c.json({ added, known })
  })

  app.post('/import/settle', (c) => c.json({ more: deps.importing.settle() }))

  app.get('/lines', (c) =>
    c.json(readLines(db, chatId.parse(c.req.query('chat')), { limit: Number(c.req.query('limit') ?? 20) })),
  )

  /** Answers when a message has come to its end and what there is to say has been said, or with null after a while. */
  app.get('/outcome/:message', async (c) => {
    const message = messageNumber.parse(c.req.param('message'))
    return c.json((await waitForOutcome(deps, message, c.req.raw.signal)) ?? null)
  })

  /** What happens in a chat from now on, one JSON value a line. */
  app.get('/events', (c) => {
    const chat = chatId.parse(c.req.query('chat'))
    const { outgoing } = c.env
    const encoder = new TextEncoder()
    // A terminal that is put to sleep reads nothing.
    const { body, send } = createBoundedStream({ cut: () => outgoing.destroy() })
    const write = (event: object) => send(encoder.encode(`${JSON.stringify(event)}\n`))
    const unsubscribe = channel.subscribe((event) => {
      if (event.kind === 'line' && event.chat === chat) write({ kind: 'line', line: readLine(db, event.message) })
      if (event.kind === 'progress' && event.progress.chat === chat) write(event.progress)
    })
    outgoing.once('close', unsubscribe)
    if (outgoing.destroyed) unsubscribe()
    write({ kind: 'hello' })
    return c.body(body)
  })

  app.onError((err, c) => {
    if (err instanceof z.ZodError) return c.json({ error: err.issues.map((issue) => issue.message).join('; ') }, 400)
    if (err instanceof NotStoredError) return c.json({ error: err.message }, 503)
    deps.log.error({ err }, 'a command of the daemon failed')
    return c.json({ error: 'Something broke in the daemon; its log says what.' }, 500)
  })
  return app
}
