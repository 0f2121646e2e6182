import { NotStoredError } from '../../domain/errors.ts'
import { type ChatId, makeChatId } from '../../domain/ids.ts'
import type { InboundChoice, InboundEvent, InboundRetry } from '../../domain/message.ts'
import type { Address } from '../../domain/person.ts'
import type { Progress } from '../../domain/task.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { untilAborted } from '../../lib/time/timers.ts'
import { channelMessages } from '../../messages/channel-messages.ts'
import { webMessages } from '../../messages/web-messages.ts'
import type { Accepted, Channel, Inbox } from '../channel.ts'
import { toDelete, toMessage, toPress, toStop, type WebMessage, type WebPress } from './inbound.ts'

/** Tells the page what changed; it reads the text from the store. */
export type WebEvent =
  | { kind: 'line'; chat: ChatId; message: number }
  | { kind: 'progress'; progress: Progress }
  /** From this line on, another version of the chat is shown. */
  | { kind: 'version'; chat: ChatId; from: number }

/** The channel inside this process, used by the local web page and the command line. */
export interface WebChannel extends Channel {
  /** Throws NotStoredError if nothing was stored. The caller keeps the message and tries again with the same key. */
  say(message: WebMessage): Accepted
  /** Stops everything running in a chat, or one task. */
  stop(chat: ChatId, sender: Address, task?: number): Accepted
  /** Deletes a message by its key. If nobody has started to answer it, it will not be answered. */
  takeBack(own: { chat: ChatId; key: string; message: number }): Accepted
  /** Presses a button below one of our messages. */
  press(pressed: WebPress): Accepted
  /** Asks for another version of an answer. */
  retry(own: Omit<InboundRetry, 'kind'>): Accepted
  /** Shows another version of a part of a chat. */
  choose(own: Omit<InboundChoice, 'kind'>): Accepted
  /** Returns a function that ends the subscription. */
  subscribe(listener: (event: WebEvent) => void): () => void
}

export function createWebChannel({ clock }: { clock: Clock }): WebChannel {
  const listeners = new Set<(event: WebEvent) => void>()
  let inbox: Inbox | undefined
  let lastAttempt = 0

  function accept(event: InboundEvent): Accepted {
    if (!inbox) throw new NotStoredError(channelMessages.notListening)
    let accepted: Accepted | undefined
    try {
      accepted = inbox.accept([event])[0]
    } catch (error) {
      throw new NotStoredError(webMessages.notStored, { cause: error })
    }
    return accepted ?? { status: 'ignored' }
  }

  function acceptSwitch(event: InboundRetry | InboundChoice): Accepted {
    const accepted = accept(event)
    if (accepted.status === 'switched') publish({ kind: 'version', chat: event.chat, from: accepted.from })
    return accepted
  }

  function publish(event: WebEvent): void {
    for (const listener of listeners) listener(event)
  }

  return {
    name: 'web',
    manners: {
      textLimit: Number.POSITIVE_INFINITY,
      commandPrefix: '/',
      hasButtons: true,
      hasVoice: true,
      dialect: 'markdown',
      streaming: 'drafts',
      // The page shows what is in the store, so there is nothing to wait for.
      reconcileAfterMs: 0,
      retryForMs: 86_400_000,
    },

    async listen(openInbox, signal) {
      if (signal.aborted) return
      inbox = openInbox
      await untilAborted(signal)
      inbox = undefined
      lastAttempt = clock.mono()
    },

    async send({ route, message }) {
      publish({ kind: 'line', chat: route.chat, message })
      // The page identifies stored messages by our id, so that id serves as the remote id.
      return { status: 'sent', remoteId: String(message) }
    },

    // Nothing leaves this process, and showing a message a second time does no harm.
    reconcile: async () => ({ status: 'absent' }),

    open: async ({ key }) => ({ status: 'opened', route: { chat: makeChatId('web', key) } }),

    show: (progress) => publish({ kind: 'progress', progress }),

    lastAttempt: () => (inbox ? clock.mono() : lastAttempt),

    async close() {},

    say(message) {
      const accepted = accept(toMessage(message, clock.now()))
      if (accepted.status === 'stored' && accepted.from !== undefined)
        publish({ kind: 'version', chat: message.chat, from: accepted.from })
      // Other open pages have to show it too.
      if (accepted.status === 'stored') publish({ kind: 'line', chat: message.chat, message: accepted.message })
      return accepted
    },

    retry: (own) => acceptSwitch({ kind: 'retry', ...own }),

    choose: (own) => acceptSwitch({ kind: 'choice', ...own }),

    press: (pressed) => accept(toPress(pressed, clock.now())),

    takeBack({ chat, key, message }) {
      const accepted = accept(toDelete(chat, key, clock.now()))
      publish({ kind: 'line', chat, message })
      return accepted
    },

    stop: (chat, sender, task) => accept(toStop(chat, sender, task, clock.now())),

    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
