import type { Hono } from 'hono'
import type { WebChannel, WebEvent } from '../../channels/web/web.ts'
import { type ChatId, isLocal, localOwner } from '../../domain/ids.ts'
import type { Progress } from '../../domain/task.ts'
import { createWaker } from '../../lib/time/timers.ts'
import { type AnyText, textIn } from '../../messages/localized.ts'
import { webMessages } from '../../messages/web-messages.ts'
import type { Database } from '../../store/database.ts'
import { readLine, readLines } from '../../store/messages/lines.ts'
import { findListedChat, listChatsOf } from '../../store/messages/listed-chats.ts'
import { findOutcome, type MessageOutcome } from '../../store/work/outcomes.ts'
import { openLineFile } from '../routes/chats/file-api.ts'
import { pointAt, routeElsewhere, writableChat } from '../routes/chats/page-chat.ts'
import { createBoundedStream } from '../server/streams.ts'
import type { Uploads } from '../server/uploads.ts'
import { calls } from './calls.ts'
import type { ChatEvent } from './chat-shapes.ts'
import {
  addressParameters,
  type ControlContext,
  type ControlEnv,
  refuseCall,
  respond,
  serveCall,
} from './serve-call.ts'

export interface ChatRoutesDeps extends OutcomeDeps {
  channel: WebChannel
  owner: { id: number; name: string }
  uploads: Uploads
  /** Who answers in a chat: the provider and its model. */
  answeredBy(chat: ChatId): AnyText
  /** The commands in the order of the help. */
  commands(): { name: string; usage?: AnyText; summary: AnyText }[]
}

const MAX_CHATS = 200
/** The newest lines of a chat of another channel, sent again whenever something was delivered. Known ones are skipped. */
const MAX_NEW_LINES = 10

/** Sending messages from a terminal and following what happens. */
export function addControlChatRoutes(app: Hono<ControlEnv>, deps: ChatRoutesDeps): void {
  const { db, channel, uploads } = deps
  const reader = { id: deps.owner.id, role: 'owner' } as const

  /** Passes on a chat that the owner can write in from here; any other is refused. */
  const inChat =
    <Parameters extends { chat: ChatId }, Answer>(work: (parameters: Parameters, c: ControlContext) => Answer) =>
    (parameters: Parameters, c: ControlContext) =>
      writableChat(db, reader, parameters.chat) ? work(parameters, c) : refuseCall(c, webMessages.noSuchChat)

  serveCall(
    app,
    calls.chat,
    inChat(({ chat }) => ({
      isNew: findListedChat(db, deps.owner.id, chat) === undefined,
      answeredBy: textIn(deps.answeredBy(chat), 'en'),
    })),
  )

  serveCall(
    app,
    calls.send,
    inChat(({ replyTo, ...message }, c) => {
      const files = uploads.resolve(message.files, reader)
      if ('error' in files) return refuseCall(c, files.error)
      if (message.text.trim() === '' && files.length === 0) return refuseCall(c, 'There is nothing in this message.')
      const reply = pointAt(db, message.chat, replyTo)
      if ('error' in reply) return refuseCall(c, reply.error)
      const elsewhere = routeElsewhere(db, message.chat)
      return channel.say({ ...message, files, ...reply, sender: localOwner, senderName: deps.owner.name, elsewhere })
    }),
  )

  serveCall(
    app,
    calls.stop,
    inChat(({ chat }) => channel.stop(chat, localOwner)),
  )

  serveCall(app, calls.commands, () =>
    deps.commands().map(({ name, usage, summary }) => ({
      name,
      ...(usage !== undefined && { usage: textIn(usage, 'en') }),
      summary: textIn(summary, 'en'),
    })),
  )

  serveCall(app, calls.chats, () =>
    listChatsOf(db, { personId: deps.owner.id, archived: false, limit: MAX_CHATS })
      .filter(({ id }) => writableChat(db, reader, id) !== undefined)
      .map(({ id, title }) => ({ id, title })),
  )

  serveCall(
    app,
    calls.lines,
    inChat(({ chat, limit }) => readLines(db, chat, { limit })),
  )

  serveCall(app, calls.outcome, async ({ message }, c) => {
    const outcome = await waitForOutcome(deps, message, c.req.raw.signal)
    return outcome ? { ...outcome, reason: outcome.reason && textIn(outcome.reason, 'en') } : null
  })

  app.post(calls.upload.path, async (c) => {
    const received = await uploads.receive(
      c.env.incoming,
      calls.upload.parameters.parse(addressParameters(c)).name,
      reader,
    )
    if (!('error' in received)) return respond(c, calls.upload, received)
    c.header('connection', 'close')
    return refuseCall(c, received.error, received.status === 507 ? 503 : 400)
  })

  serveCall(app, calls.download, async (_, c) => {
    const file = await openLineFile({ db, fileStore: uploads.fileStore, reader }, c.req.param())
    if ('error' in file) return refuseCall(c, file.error)
    return c.body(file.body, 200, { 'content-length': String(file.bytes) })
  })

  serveCall(
    app,
    calls.events,
    inChat(({ chat }, c) => {
      const { outgoing } = c.env
      const encoder = new TextEncoder()
      // A suspended terminal reads nothing.
      const { body, send } = createBoundedStream({ disconnect: () => outgoing.destroy() })
      const write = (event: ChatEvent) => send(encoder.encode(`${JSON.stringify(event)}\n`))
      const unsubscribe = isLocal(chat) ? channel.subscribe(showEvent) : deps.onChange(showNewLines)
      outgoing.once('close', unsubscribe)
      if (outgoing.destroyed) unsubscribe()
      write({ kind: 'hello' })
      return c.body(body)

      function showEvent(event: WebEvent): void {
        if (event.kind === 'progress') {
          const { progress } = event
          if (progress.chat === chat && progress.kind !== 'thought') write(inEnglish(progress))
        } else if (event.kind === 'line' && event.chat === chat) {
          const line = readLine(db, event.message)
          if (line) write({ kind: 'line', line })
        }
      }

      /** Events in a chat of another channel are sent to that channel only, so its lines are read from the store. */
      function showNewLines(): void {
        for (const line of readLines(db, chat, { limit: MAX_NEW_LINES })) write({ kind: 'line', line })
      }
    }),
  )
}

/** The terminal is in English. */
function inEnglish(progress: Exclude<Progress, { kind: 'thought' }>): ChatEvent {
  if (progress.kind !== 'state') return progress
  const { kind, state, reason } = progress
  return { kind, state, ...(reason !== undefined && { reason: textIn(reason, 'en') }) }
}

interface OutcomeDeps {
  db: Database
  /** Calls back whenever a task or delivery may have ended. Returns a function to unsubscribe. */
  onChange(listener: () => void): () => void
}

/** The limit of one request. Clients ask again, and a dead connection is not kept for ever. */
const MAX_WAIT_MS = 25_000

/** Waits until a message is done or a question about it is open. Undefined after the timeout. */
export async function waitForOutcome(
  { db, onChange }: OutcomeDeps,
  message: number,
  signal: AbortSignal,
  maxWaitMs = MAX_WAIT_MS,
): Promise<MessageOutcome | undefined> {
  const waker = createWaker()
  // Subscribe before the first look, so that nothing in between is missed.
  const stop = onChange(waker.wake)
  const timeout = AbortSignal.timeout(maxWaitMs)
  const aborted = AbortSignal.any([signal, timeout])
  try {
    for (;;) {
      const outcome = findOutcome(db, message)
      if (outcome || aborted.aborted) return outcome
      await waker.wait(maxWaitMs, aborted)
    }
  } finally {
    stop()
  }
}
