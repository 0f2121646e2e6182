import { setImmediate } from 'node:timers/promises'
import type { ChatId } from '../../domain/ids.ts'
import { momentOf, type SteadyClock } from '../../lib/time/clock.ts'
import type { Database } from '../../store/database.ts'
import { chatsBeingDeleted, deleteChat, takeBackDeleted } from '../../store/messages/kept-chats.ts'

export interface ChatDeletion {
  /** Removes the chat from the list at once, and its messages in small steps so that nothing else has to wait. */
  delete(chat: ChatId): Promise<void>
  /** Continues deletions that an earlier run of the daemon did not finish. */
  resume(): Promise<void>
}

/** Few enough to take only some milliseconds. */
const MESSAGES_PER_STEP = 50

export function createChatDeletion(deps: { db: Database; clock: SteadyClock; signal: AbortSignal }): ChatDeletion {
  const { db, clock, signal } = deps

  async function deleteMessages(chat: ChatId): Promise<void> {
    while (!signal.aborted && takeBackDeleted(db, chat, momentOf(clock), MESSAGES_PER_STEP) === MESSAGES_PER_STEP)
      await setImmediate()
  }

  return {
    delete(chat) {
      deleteChat(db, chat, momentOf(clock))
      return deleteMessages(chat)
    },
    async resume() {
      for (const chat of chatsBeingDeleted(db)) await deleteMessages(chat)
    },
  }
}
