import type { ChatId } from '../../domain/ids.ts'
import type { Shrunk } from '../../domain/task.ts'

/** Finishes our messages whose question is settled, even if it is settled before the platform has told us their id. */
export interface SettledMessages {
  /** `remoteId` is undefined while the message is still being sent. */
  settle(chat: ChatId, message: number, remoteId: string | undefined, shrunk?: Shrunk): void
  arrived(chat: ChatId, message: number, remoteId: string): void
}

const MAX_REMEMBERED = 500

/** `finish` is called once for each settled message, as soon as its id on the platform is known. */
export function createSettledMessages(
  finish: (chat: ChatId, remoteId: string, shrunk?: Shrunk) => void,
): SettledMessages {
  const settledEarly = new Map<number, Shrunk | undefined>()
  return {
    settle(chat, message, remoteId, shrunk) {
      if (remoteId) return finish(chat, remoteId, shrunk)
      const [oldest] = settledEarly.keys()
      if (settledEarly.size >= MAX_REMEMBERED && oldest !== undefined) settledEarly.delete(oldest)
      settledEarly.set(message, shrunk)
    },
    arrived(chat, message, remoteId) {
      if (!settledEarly.has(message)) return
      const shrunk = settledEarly.get(message)
      settledEarly.delete(message)
      finish(chat, remoteId, shrunk)
    },
  }
}
