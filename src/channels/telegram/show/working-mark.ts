import type { ChatId } from '../../../domain/ids.ts'
import type { KeptMarks } from '../../shared/kept-marks.ts'
import { abortable, type TelegramApi } from '../wire/api.ts'
import { type ChatPacer, chatNumber } from './answer-display.ts'

/** A look at a message that is being worked on, taken back when it is answered. */
export interface WorkingMark {
  open(chat: ChatId, remoteId: string): void
  /** `unless closed`: also where an earlier run may have opened it; `anyway`: even if it was closed before, in vain. */
  close(chat: ChatId, remoteId: string, how?: 'unless closed' | 'anyway'): void
}

/** Of so many it is remembered whether they are looked at. */
const MOST_REMEMBERED = 1000

/** Best effort: a look that is not seen costs nothing. One that stays would mislead, so it is written down and retried. */
export function createWorkingMark(
  api: TelegramApi,
  pacer: ChatPacer,
  kept: Pick<KeptMarks, 'add' | 'remove'>,
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
    if (look === 'open') kept.add(chat, remoteId)
    pacer
      .gently(chat, () => api.methods.setMessageReaction(call, abortable(signal)))
      .then(({ kind }) => {
        if (kind === 'refused' || kind === 'closed' || (kind === 'done' && look === 'closed'))
          kept.remove(chat, remoteId)
      })
      .catch(failed)
  }

  return {
    open: (chat, remoteId) => react(chat, remoteId, 'open'),
    close(chat, remoteId, how) {
      const look = looks.get(`${chat} ${remoteId}`)
      if (how === 'anyway' || look === 'open' || (look === undefined && how === 'unless closed'))
        react(chat, remoteId, 'closed')
    },
  }
}
