import type { ChatId } from '../../domain/ids.ts'
import type { Shrunk } from '../../domain/task.ts'

/** Handles messages of ours that are settled, some of them before they have arrived. */
export interface SettledMessages {
  /** `message` is undefined while the message is still being sent. */
  settle(chat: ChatId, line: number, message: string | undefined, shrunk?: Shrunk): void
  arrived(chat: ChatId, line: number, message: string): void
}

const MAX_REMEMBERED = 500

/** `end` is called once for each settled message, as soon as its id on the platform is known. */
export function createSettledMessages(
  finish: (chat: ChatId, message: string, shrunk?: Shrunk) => void,
): SettledMessages {
  const settledEarly = new Map<number, Shrunk | undefined>()
  return {
    settle(chat, line, message, shrunk) {
      if (message) return finish(chat, message, shrunk)
      const [oldest] = settledEarly.keys()
      if (settledEarly.size >= MAX_REMEMBERED && oldest !== undefined) settledEarly.delete(oldest)
      settledEarly.set(line, shrunk)
    },
    arrived(chat, line, message) {
      if (!settledEarly.has(line)) return
      const shrunk = settledEarly.get(line)
      settledEarly.delete(line)
      finish(chat, message, shrunk)
    },
  }
}
