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
export function createSettledMessages(end: (chat: ChatId, message: string, shrunk?: Shrunk) => void): SettledMessages {
  const early = new Map<number, Shrunk | undefined>()
  return {
    settle(chat, line, message, shrunk) {
      if (message) return end(chat, message, shrunk)
      const [oldest] = early.keys()
      if (early.size >= MAX_REMEMBERED && oldest !== undefined) early.delete(oldest)
      early.set(line, shrunk)
    },
    arrived(chat, line, message) {
      if (!early.has(line)) return
      const shrunk = early.get(line)
      early.delete(line)
      end(chat, message, shrunk)
    },
  }
}
