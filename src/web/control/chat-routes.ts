import type { Hono } from 'hono'
import type { WebChannel } from '../../channels/web/web.ts'
import type { Progress } from '../../domain/task.ts'
import { type AnyText, textIn } from '../../messages/localized.ts'
import { listLocalChats, readLine, readLines } from '../../store/messages/lines.ts'
import { openLineFile } from '../routes/chats/line-file.ts'
import { type OutcomeDeps, waitForOutcome } from '../routes/chats/outcome.ts'
import { pointAt } from '../routes/chats/reply.ts'
import { createBoundedStream } from '../server/bounded-stream.ts'
import type { Uploads } from '../server/uploads.ts'
import type { ChatEvent } from './chat-wire.ts'
import { addressed, answer, type ControlEnv, refuse, serveCall } from './serve-call.ts'
import { calls } from './wire.ts'

export interface ChatRoutesDeps extends OutcomeDeps {
  channel: WebChannel
  owner: { id: number; name: string }
  uploads: Uploads
  /** What can be said with a word of its own, in the order in which people should read it. */
  commands(): { name: string; usage?: AnyText; summary: AnyText }[]
}

const me = { channel: 'web', id: 'owner' } as const

/** What is said in a chat from a terminal, and what becomes of it. */
export function addChatRoutes(app: Hono<ControlEnv>, deps: ChatRoutesDeps): void {
  const { db, channel, uploads } = deps

  serveCall(app, calls.send, ({ replyTo, ...said }, c) => {
    const files = uploads.claim(said.files)
    if ('error' in files) return refuse(c, files.error)
    if (said.text.trim() === '' && files.length === 0) return refuse(c, 'There is nothing in this message.')
    const reply = pointAt(db, said.chat, replyTo)
    if ('error' in reply) return refuse(c, reply.error)
    return channel.say({ ...said, files, ...reply, sender: me, senderName: deps.owner.name })
  })

  serveCall(app, calls.stop, ({ chat }) => channel.stop(chat, me))

  serveCall(app, calls.commands, () =>
    deps.commands().map(({ name, usage, summary }) => ({
      name,
      ...(usage !== undefined && { usage: textIn(usage, 'en') }),
      summary: textIn(summary, 'en'),
    })),
  )

  serveCall(app, calls.chats, () => listLocalChats(db).map(({ id, title }) => ({ id, title })))

  serveCall(app, calls.lines, ({ chat, limit }) => readLines(db, chat, { limit }))

  serveCall(app, calls.outcome, async ({ message }, c) => {
    const outcome = await waitForOutcome(deps, message, c.req.raw.signal)
    return outcome ? { ...outcome, reason: outcome.reason && textIn(outcome.reason, 'en') } : null
  })

  app.post(calls.upload.path, async (c) => {
    const received = await uploads.receive(c.env.incoming, calls.upload.asked.parse(addressed(c)).name)
    if (!('error' in received)) return answer(c, calls.upload, received)
    c.header('connection', 'close')
    return refuse(c, received.error, received.status === 507 ? 503 : 400)
  })

  serveCall(app, calls.download, async (_, c) => {
    const opened = await openLineFile({ db, shelf: uploads.shelf, owner: deps.owner }, c.req.param())
    if ('error' in opened) return refuse(c, opened.error)
    return c.body(opened.body, 200, { 'content-length': String(opened.bytes) })
  })

  serveCall(app, calls.events, ({ chat }, c) => {
    const { outgoing } = c.env
    const encoder = new TextEncoder()
    // A terminal that is put to sleep reads nothing.
    const { body, send } = createBoundedStream({ cut: () => outgoing.destroy() })
    const write = (event: ChatEvent) => send(encoder.encode(`${JSON.stringify(event)}\n`))
    const unsubscribe = channel.subscribe((event) => {
      if (event.kind === 'progress') {
        if (event.progress.chat === chat) write(inEnglish(event.progress))
      } else if (event.chat === chat) {
        const line = readLine(db, event.message)
        if (line) write({ kind: 'line', line })
      }
    })
    outgoing.once('close', unsubscribe)
    if (outgoing.destroyed) unsubscribe()
    write({ kind: 'hello' })
    return c.body(body)
  })
}

/** The terminal is in English. */
function inEnglish(progress: Progress): ChatEvent {
  if (progress.kind !== 'state') return progress
  const { kind, state, reason } = progress
  return { kind, state, ...(reason !== undefined && { reason: textIn(reason, 'en') }) }
}
