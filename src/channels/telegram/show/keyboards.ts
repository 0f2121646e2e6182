import type { ChatId } from '../../../domain/ids.ts'
import type { Shrunk } from '../../../domain/progress.ts'
import { renderMarkdown } from '../send/entities.ts'
import { abortable, type TelegramApi } from '../wire/api.ts'
import { type ChatPacer, chatNumber } from './answer-display.ts'

/** The buttons below our messages, once they are of no more use. */
export interface Keyboards {
  takeAway(chat: ChatId, message: number): void
  /** The same by our own id of the line, which may be on its way still; a question leaves one line behind. */
  settle(chat: ChatId, line: number, message: number | undefined, shrunk?: Shrunk): void
  /** A line with buttons has arrived. */
  arrived(chat: ChatId, line: number, message: number): void
}

/** Of so many it is remembered that they are gone: a press and what came of it both say so. */
const MOST_REMEMBERED = 500

/** Best effort: one that stays says, when it is pressed, that it is settled, and goes then. */
export function createKeyboards(
  api: TelegramApi,
  pacer: ChatPacer,
  signal: AbortSignal,
  failed: (error: unknown) => void,
): Keyboards {
  const gone = new Set<string>()
  /** Lines that were settled while they were being sent. */
  const early = new Map<number, Shrunk | undefined>()

  async function edit(chat: ChatId, message: number, name: string, shrunk?: Shrunk): Promise<void> {
    const call = { chat_id: chatNumber(chat), message_id: message }
    const { kind } = await pacer.gently(chat, () =>
      shrunk
        ? // Without a keyboard in the call the message loses the one it has.
          api.methods.editMessageText({ ...call, ...renderMarkdown(shrunk.instead), ...quietly }, abortable(signal))
        : api.methods.editMessageReplyMarkup(call, abortable(signal)),
    )
    if (kind !== 'done' && kind !== 'unchanged') gone.delete(name)
    for (const part of shrunk?.beside ?? []) {
      const { chat_id } = call
      const other = { chat_id, message_id: Number(part) }
      await pacer.gently(chat, () => api.methods.deleteMessage(other, abortable(signal)))
    }
  }

  function takeAway(chat: ChatId, message: number, shrunk?: Shrunk): void {
    const name = `${chat} ${message}`
    if (gone.has(name)) return
    if (gone.size >= MOST_REMEMBERED) gone.delete(first(gone.keys()))
    gone.add(name)
    edit(chat, message, name, shrunk).catch(failed)
  }

  return {
    takeAway,
    settle(chat, line, message, shrunk) {
      if (message !== undefined) return takeAway(chat, message, shrunk)
      if (early.size >= MOST_REMEMBERED) early.delete(first(early.keys()))
      early.set(line, shrunk)
    },
    arrived(chat, line, message) {
      if (!early.has(line)) return
      const shrunk = early.get(line)
      early.delete(line)
      takeAway(chat, message, shrunk)
    },
  }
}

const quietly = { link_preview_options: { is_disabled: true } }

function first<T>(all: Iterable<T>): T {
  for (const one of all) return one
  throw new Error('there is none')
}
