import { NotStoredError } from '../../domain/errors.ts'
import { type ChatId, makeChatId } from '../../domain/ids.ts'
import type { InboundEvent } from '../../domain/message.ts'
import type { Address } from '../../domain/person.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { untilAborted } from '../../lib/time/sleep.ts'
import type { Accepted, Channel, Inbox } from '../channel.ts'
import { type Pressed, type Said, toDelete, toMessage, toPress, toStop } from './inbound.ts'
import { toEvent, toReceipt, type WebEvent } from './outbound.ts'

/** The channel whose other end is in the same process: the local page and the command line speak and listen here. */
export interface WebChannel extends Channel {
  /** Throws NotStoredError when nothing was stored; the caller keeps the line and says it again with the same key. */
  say(line: Said): Accepted
  /** What is under way in a chat, or one task of it. */
  stop(chat: ChatId, sender: Address, task?: number): Accepted
  /** Takes back a line by the key it was said with: what nobody has begun to answer is not answered. */
  takeBack(line: { chat: ChatId; key: string; message: number }): Accepted
  /** A button below one of our lines. */
  press(pressed: Pressed): Accepted
  /** Returns the way to stop listening. */
  subscribe(listener: (event: WebEvent) => void): () => void
}

export function createWebChannel({ clock }: { clock: Clock }): WebChannel {
  const listeners = new Set<(event: WebEvent) => void>()
  let inbox: Inbox | undefined
  let lastAttempt = 0

  function accept(event: InboundEvent): Accepted {
    if (!inbox) throw new NotStoredError('The daemon is not taking messages at the moment; this was not stored.')
    let accepted: Accepted | undefined
    try {
      accepted = inbox.accept([event])[0]
    } catch (error) {
      throw new NotStoredError('This could not be stored.', { cause: error })
    }
    return accepted ?? { status: 'ignored' }
  }

  function publish(event: WebEvent): void {
    for (const listener of listeners) listener(event)
  }

  return {
    name: 'web',
    manners: {
      textLimit: Number.POSITIVE_INFINITY,
      commandPrefix: '/',
      dialect: 'markdown',
      streaming: 'drafts',
      // It shows what is in the store, so there is nothing to wait for.
      reconcileAfterMs: 0,
      retryForMs: 86_400_000,
    },

    async listen(given, signal) {
      if (signal.aborted) return
      inbox = given
      await untilAborted(signal)
      inbox = undefined
      lastAttempt = clock.mono()
    },

    async send(delivery) {
      publish(toEvent(delivery))
      return toReceipt(delivery)
    },

    // Nothing ever leaves this process: what was not marked as sent was not shown, and showing a line twice shows it once.
    reconcile: async () => ({ status: 'absent' }),

    open: async ({ key }) => ({ status: 'opened', route: { chat: makeChatId('web', key) } }),

    show: (progress) => publish({ kind: 'progress', progress }),

    lastAttempt: () => (inbox ? clock.mono() : lastAttempt),

    async close() {},

    say(line) {
      const accepted = accept(toMessage(line, clock.now()))
      // The other open pages want to see it too.
      if (accepted.status === 'stored') publish({ kind: 'line', chat: line.chat, message: accepted.message })
      return accepted
    },

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
