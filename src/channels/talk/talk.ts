import { setMaxListeners } from 'node:events'
import type { ChatId } from '../../domain/ids.ts'
import { isEnd, type Shrunk } from '../../domain/task.ts'
import type { Accepted, Channel } from '../channel.ts'
import { createMarkMemory } from '../shared/mark-memory.ts'
import { createSettledMessages, type SettledMessages } from '../shared/settled-messages.ts'
import { idOf, tokenOf, toParts } from './outbound.ts'
import { createOtherDaemonWatch } from './receive/other-daemon.ts'
import { createReceiver, type TalkReceiveOptions } from './receive/receiver.ts'
import { createWebhookServer, type WebhookOptions } from './receive/webhook-server.ts'
import { defuseCommand, defuseMentions, dialectOf, toDialect } from './send/markdown-dialect.ts'
import { MAX_TALK_CHARS } from './send/markdown-splitter.ts'
import { createSender } from './send/sender.ts'
import { createWorkingMark } from './show/working-mark.ts'
import { talkMessages } from './talk-messages.ts'
import { reasonOf } from './wire/failure.ts'
import { createParticipants } from './wire/participants.ts'
import { talkAccount, talkChat } from './wire/room.ts'
import { createTalkClient, type TalkClient } from './wire/talk-client.ts'

export interface TalkChannelDeps extends TalkReceiveOptions {
  url: string
  password: string
  /** Unique to this installation. */
  seed: string
  /** Where the server may send webhook calls. */
  webhook?: WebhookOptions
  /** The time limit for the downloads of one page. Only its own room waits for them. */
  fetchMs?: number
  /** The length of a second; shorter in tests. */
  secondMs?: number
}

export interface TalkChannel extends Channel {
  /** Monotonic ms of the last list of rooms. The loop may be alive while nobody answers it. */
  lastRoundTrip(): number | undefined
}

/** Maps our message ids to the server's, while somebody may work on them. */
const MAX_REMEMBERED_IDS = 2000

/** Implements the channel contract with an ordinary account on a Nextcloud. */
export function createTalkChannel(deps: TalkChannelDeps): TalkChannel {
  const { clock, log, fileStore, seed, trouble, secondMs = 1000, fetchMs = 40_000 } = deps
  const client = createTalkClient(deps)
  const closed = new AbortController()
  setMaxListeners(0, closed.signal)
  const logFailure = (error: unknown) => log.warn({ err: error }, 'a Talk call for an indicator failed')
  const marks = createMarkMemory({
    channel: 'talk',
    account: talkAccount(deps),
    second: secondMs,
    onFailure: logFailure,
  })
  const workingMark = createWorkingMark(client, marks, closed.signal, logFailure)
  const questions = createAnsweredQuestions(client, closed.signal, logFailure)
  const participants = createParticipants(client, clock)
  const account = talkAccount(deps)
  const otherDaemon = createOtherDaemonWatch({ account, user: deps.user, clock, trouble, failed: logFailure })
  const sender = createSender({ client, participants, fileStore, writer: { seed, run: otherDaemon.run } })
  const remoteIds = new Map<number, string>()
  const receiver = createReceiver({
    ...deps,
    client,
    participants,
    account,
    otherDaemon,
    noticed,
    fetchMs,
    second: secondMs,
  })

  const webhookServer =
    deps.webhook &&
    createWebhookServer({ ...deps.webhook, url: deps.url, account, log, trouble, hurry: receiver.hurry })

  function noticed(chat: ChatId, remoteId: string, outcome: Accepted): void {
    if (outcome.status !== 'stored' || outcome.task === undefined) return
    remoteIds.set(outcome.message, remoteId)
    const [oldest] = remoteIds.keys()
    if (remoteIds.size > MAX_REMEMBERED_IDS && oldest !== undefined) remoteIds.delete(oldest)
    workingMark.open(chat, remoteId)
  }

  return {
    name: 'talk',
    manners: {
      textLimit: MAX_TALK_CHARS,
      commandPrefix: '!',
      hasVoice: true,
      dialect: 'markdown',
      streaming: 'none',
      parts: toParts,
      showsAgain: true,
      // The server may continue a request after we disconnect, for as long as its time limit allows.
      reconcileAfterMs: 60 * secondMs,
      // A chat message that is a day late helps nobody.
      retryForMs: 86_400_000,
    },

    async listen(inbox, signal) {
      const removeMark = (chat: ChatId, remoteId: string) => workingMark.close(chat, remoteId, 'anyway')
      await Promise.all([
        receiver.run(inbox, signal),
        webhookServer?.run(inbox, signal),
        marks.run(inbox, removeMark, signal),
      ])
    },

    async send(delivery, signal) {
      const receipt = await sender.send(delivery, signal)
      const { chat, replyTo } = delivery.route
      if (receipt.status !== 'sent') return receipt
      receiver.touch(chat)
      if (delivery.buttons.length > 0) questions.arrived(chat, delivery.message, receipt.remoteId)
      if (replyTo !== undefined)
        workingMark.close(chat, replyTo, delivery.kind === 'reply' ? 'unless closed' : undefined)
      return receipt
    },

    reconcile: sender.reconcile,

    async open({ to }, signal) {
      const uid = to.id.startsWith('users/') ? to.id.slice('users/'.length) : undefined
      if (uid === undefined) return { status: 'refused', reason: talkMessages.accountsOnly }
      const room = await client.openOneToOne(uid, signal)
      if (room.ok) return { status: 'opened', route: { chat: talkChat(room.value.token) } }
      const isNever = room.failure.kind === 'refused'
      return { status: isNever ? 'refused' : 'retry', reason: reasonOf(room.failure) }
    },

    show(progress) {
      const { chat } = progress
      if (progress.kind === 'settled')
        return questions.settle(chat, progress.message, progress.remoteId, progress.shrunk)
      if (progress.kind !== 'state' || !isEnd(progress.state)) return
      // An answer replies to one message, but all messages it answers carry the mark.
      for (const message of progress.messages) workingMark.close(chat, remoteIds.get(message) ?? '')
    },

    lastAttempt: receiver.lastAttempt,
    lastRoundTrip: receiver.lastRoundTrip,
    async close() {
      closed.abort()
      client.close()
    },
  }
}

/** Shortens an answered question to one line, if the server supports edits. Best effort. */
export function createAnsweredQuestions(
  client: Pick<TalkClient, 'capabilities' | 'edit' | 'delete'>,
  signal: AbortSignal,
  failed: (error: unknown) => void,
): SettledMessages {
  async function shrink(chat: ChatId, message: string, { instead, beside }: Shrunk): Promise<void> {
    const able = await client.capabilities(signal)
    const id = idOf(message)
    if (!able.ok || !able.value.has('edit-messages') || id === undefined) return
    // An edited message must not mention anybody, so all mentions are removed.
    const line = defuseCommand(defuseMentions(toDialect(instead, dialectOf(able.value)), undefined))
    const edited = await client.edit(tokenOf(chat), id, line, signal)
    if (!edited.ok || !able.value.has('delete-messages')) return
    for (const part of beside.map(idOf)) if (part !== undefined) await client.delete(tokenOf(chat), part, signal)
  }

  return createSettledMessages((chat, message, shrunk) => {
    if (shrunk) shrink(chat, message, shrunk).catch(failed)
  })
}
