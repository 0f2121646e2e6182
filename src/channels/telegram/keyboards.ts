import type { ChatId } from '../../domain/ids.ts'
import { abortable, type TelegramApi } from './api.ts'
import { chatNumber, type Hand } from './easel.ts'

/** The buttons below our messages, once they are of no more use. */
export interface Keyboards {
  takeAway(chat: ChatId, message: number): void
  /** The same by our own id of the line, which may be on its way still. */
  settle(chat: ChatId, line: number, message: number | undefined): void
  /** A line with buttons has arrived. */
  arrived(chat: ChatId, line: number, message: number): void
}

/** Of so many it is remembered that they are gone: a press and what came of it both say so. */
const MOST = 500

/** Best effort: one that stays says, when it is pressed, that it is settled, and goes then. */
export function createKeyboards(
  api: TelegramApi,
  hand: Hand,
  signal: AbortSignal,
  failed: (error: unknown) => void,
): Keyboards {
  const gone = new Set<string>()
  /** Lines that were settled while they were being sent. */
  const early = new Set<number>()

  async function edit(chat: ChatId, message: number, name: string): Promise<void> {
    const call = { chat_id: chatNumber(chat), message_id: message }
    const { kind } = await hand.gently(chat, () => api.methods.editMessageReplyMarkup(call, abortable(signal)))
    if (kind !== 'done' && kind !== 'unchanged') gone.delete(name)
  }

  function takeAway(chat: ChatId, message: number): void {
    const name = `${chat} ${message}`
    if (gone.has(name)) return
    remember(gone, name)
    edit(chat, message, name).catch(failed)
  }

  return {
    takeAway,
    settle(chat, line, message) {
      if (message === undefined) remember(early, line)
      else takeAway(chat, message)
    },
    arrived(chat, line, message) {
      if (early.delete(line)) takeAway(chat, message)
    },
  }
}

function remember<T>(all: Set<T>, one: T): void {
  const [oldest] = all
  if (all.size >= MOST && oldest !== undefined) all.delete(oldest)
  all.add(one)
}
