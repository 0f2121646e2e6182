import type { ChatId } from '../../../domain/ids.ts'
import type { MarkMemory } from '../../shared/mark-memory.ts'
import { abortable, type TelegramApi } from '../wire/api.ts'
import { type ChatPacer, chatNumber } from './answer-display.ts'

/** The 👀 reaction on a message we work on. It is removed when the message is answered. */
export interface WorkingMark {
  open(chat: ChatId, remoteId: string): void
  /**
   * `unless closed` also removes a mark that an earlier run may have set. `anyway` retries a removal that failed
   * before.
   */
  close(chat: ChatId, remoteId: string, how?: 'unless closed' | 'anyway'): void
}

/** How many messages we remember the state of. */
const MAX_REMEMBERED = 1000

/**
 * Best effort: a missing mark does no harm. A mark that stays would mislead, so it is stored and its removal is
 * retried.
 */
export function createWorkingMark(
  api: TelegramApi,
  pacer: ChatPacer,
  marks: Pick<MarkMemory, 'add' | 'remove'>,
  signal: AbortSignal,
  failed: (error: unknown) => void,
): WorkingMark {
  const states = new Map<string, 'open' | 'closed'>()

  function react(chat: ChatId, remoteId: string, state: 'open' | 'closed'): void {
    if (!(Number(remoteId) > 0)) return
    const [oldest] = states.keys()
    if (states.size >= MAX_REMEMBERED && oldest !== undefined) states.delete(oldest)
    states.set(`${chat} ${remoteId}`, state)
    const reaction = state === 'open' ? [{ type: 'emoji', emoji: '👀' } as const] : []
    const call = { chat_id: chatNumber(chat), message_id: Number(remoteId), reaction }
    if (state === 'open') marks.add(chat, remoteId)
    pacer
      .gently(chat, () => api.methods.setMessageReaction(call, abortable(signal)))
      .then(({ kind }) => {
        if (kind === 'refused' || kind === 'closed' || (kind === 'done' && state === 'closed'))
          marks.remove(chat, remoteId)
      })
      .catch(failed)
  }

  return {
    open: (chat, remoteId) => react(chat, remoteId, 'open'),
    close(chat, remoteId, how) {
      const state = states.get(`${chat} ${remoteId}`)
      if (how === 'anyway' || state === 'open' || (state === undefined && how === 'unless closed'))
        react(chat, remoteId, 'closed')
    },
  }
}
