import type { ChatId } from '../../../domain/ids.ts'
import { abortable, type TelegramApi } from '../wire/api.ts'
import { type ChatPacer, chatNumber } from './answer-display.ts'

/** A look at a message that is being worked on, taken back when it is answered. */
export interface WorkingMark {
  open(chat: ChatId, remoteId: string): void
  /** `anyway`: also where an earlier run may have opened them. */
  close(chat: ChatId, remoteId: string, anyway?: boolean): void
}

/** Of so many it is remembered whether they are looked at. */
const MOST_REMEMBERED = 1000

/** Best effort: a look that is not seen costs nothing. */
export function createWorkingMark(
  api: TelegramApi,
  pacer: ChatPacer,
  signal: AbortSignal,
  failed: (error: unknown) => void,
): WorkingMark {
  const looks = new Map<string, 'open' | 'closed'>()

  function react(chat: ChatId, remoteId: string, look: 'open' | 'closed'): void {
    if (!(Number(remoteId) > 0)) return
    const [oldest] = looks.keys()
    if (looks.size >= MOST_REMEMBERED && oldest !== undefined) looks.delete(oldest)
    looks.set(`${chat} ${remoteId}`, look)
    const reaction = look === 'open' ? [{ type: 'emoji', emoji: '👀' } as const] : []
    const call = { chat_id: chatNumber(chat), message_id: Number(remoteId), reaction }
    pacer.gently(chat, () => api.methods.setMessageReaction(call, abortable(signal))).catch(failed)
  }

  return {
    open: (chat, remoteId) => react(chat, remoteId, 'open'),
    close(chat, remoteId, anyway = false) {
      const look = looks.get(`${chat} ${remoteId}`)
      if (look === 'open' || (look === undefined && anyway)) react(chat, remoteId, 'closed')
    },
  }
}
