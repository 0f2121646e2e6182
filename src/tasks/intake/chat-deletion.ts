import { setImmediate } from 'node:timers/promises'
import type { ChatId } from '../../domain/ids.ts'
import { momentOf, type SteadyClock } from '../../lib/time/clock.ts'
import type { Database } from '../../store/database.ts'
import { chatsBeingDeleted, deleteChat, takeBackDeleted } from '../../store/messages/kept-chats.ts'

export interface ChatDeletion {
  /** It is gone from the list when this returns; its lines follow a few at a time, so that nothing else waits for them. */
  delete(chat: ChatId): Promise<void>
  /** Goes on with what the last life left off. */
  resume(): Promise<void>
}

/** A few milliseconds of writing at once. */
const MESSAGES_PER_STEP = 50

export function createChatDeletion(deps: { db: Database; clock: SteadyClock; signal: AbortSignal }): ChatDeletion {
  const { db, clock, signal } = deps

  async function takeAll(chat: ChatId): Promise<void> {
    while (!signal.aborted && takeBackDeleted(db, chat, momentOf(clock), MESSAGES_PER_STEP) === MESSAGES_PER_STEP)
      await setImmediate()
  }

  return {
    delete(chat) {
      deleteChat(db, chat, momentOf(clock))
      return takeAll(chat)
    },
    async resume() {
      for (const chat of chatsBeingDeleted(db)) await takeAll(chat)
    },
  }
}
