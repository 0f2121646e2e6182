import type { ChatId } from '../../../domain/ids.ts'
import type { Shrunk } from '../../../domain/task.ts'
import { createSettledMessages, type SettledMessages } from '../../shared/settled-messages.ts'
import { renderMarkdown } from '../send/markdown-entities.ts'
import { abortable, type TelegramApi } from '../wire/api.ts'
import { type ChatPacer, chatNumber } from './answer-display.ts'

/** Removes buttons from our messages once they are useless. */
export interface Keyboards extends SettledMessages {
  remove(chat: ChatId, message: number): void
}

/** A press and its outcome both ask for the removal, so we remember this many removals. */
const MAX_REMEMBERED = 500

/** Best effort: a button that stays answers a press with "already settled" and is removed then. */
export function createKeyboards(
  api: TelegramApi,
  pacer: ChatPacer,
  signal: AbortSignal,
  failed: (error: unknown) => void,
): Keyboards {
  const removed = new Set<string>()

  async function edit(chat: ChatId, message: number, name: string, shrunk?: Shrunk): Promise<void> {
    const call = { chat_id: chatNumber(chat), message_id: message }
    const { kind } = await pacer.gently(chat, () =>
      shrunk
        ? // Without a keyboard in the call the message loses the one it has.
          api.methods.editMessageText(
            { ...call, ...renderMarkdown(shrunk.instead), ...withoutPreview },
            abortable(signal),
          )
        : api.methods.editMessageReplyMarkup(call, abortable(signal)),
    )
    if (kind !== 'done' && kind !== 'unchanged') removed.delete(name)
    for (const part of shrunk?.beside ?? []) {
      const { chat_id } = call
      const extraMessage = { chat_id, message_id: Number(part) }
      await pacer.gently(chat, () => api.methods.deleteMessage(extraMessage, abortable(signal)))
    }
  }

  function removeKeyboard(chat: ChatId, message: number, shrunk?: Shrunk): void {
    const name = `${chat} ${message}`
    if (removed.has(name)) return
    const [oldest] = removed.keys()
    if (removed.size >= MAX_REMEMBERED && oldest !== undefined) removed.delete(oldest)
    removed.add(name)
    edit(chat, message, name, shrunk).catch(failed)
  }

  return {
    remove: removeKeyboard,
    ...createSettledMessages((chat, message, shrunk) => removeKeyboard(chat, Number(message), shrunk)),
  }
}

const withoutPreview = { link_preview_options: { is_disabled: true } }
