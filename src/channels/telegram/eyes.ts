import type { ChatId } from '../../domain/ids.ts'
import { abortable, type TelegramApi } from './api.ts'
import { chatNumber, type Hand } from './easel.ts'

/** A look at a message that is being worked on, taken back when it is answered. */
export interface Eyes {
  open(chat: ChatId, remoteId: string): void
  close(chat: ChatId, remoteId: string): void
}

/** More messages at once are not being watched any more. */
const MOST = 1000

/** Best effort: a look that is not seen costs nothing. */
export function createEyes(api: TelegramApi, hand: Hand, signal: AbortSignal, failed: (error: unknown) => void): Eyes {
  const seen = new Set<string>()

  function react(chat: ChatId, remoteId: string, emoji: '👀'[]): void {
    const reaction = emoji.map((one) => ({ type: 'emoji', emoji: one }) as const)
    const call = { chat_id: chatNumber(chat), message_id: Number(remoteId), reaction }
    hand.gently(chat, () => api.methods.setMessageReaction(call, abortable(signal))).catch(failed)
  }

  return {
    open(chat, remoteId) {
      if (seen.size >= MOST || !(Number(remoteId) > 0)) return
      seen.add(`${chat} ${remoteId}`)
      react(chat, remoteId, ['👀'])
    },
    close(chat, remoteId) {
      if (seen.delete(`${chat} ${remoteId}`)) react(chat, remoteId, [])
    },
  }
}
