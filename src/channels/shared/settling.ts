import type { ChatId } from '../../domain/ids.ts'
import type { Shrunk } from '../../domain/progress.ts'

/** Lines of ours that come to their end, some of them while they are still on their way. */
export interface Settling {
  /** `message` is undefined for as long as the line is being sent. */
  settle(chat: ChatId, line: number, message: string | undefined, shrunk?: Shrunk): void
  arrived(chat: ChatId, line: number, message: string): void
}

const MOST_REMEMBERED = 500

/** `end` is called once for each line that is settled, as soon as the platform's name of it is known. */
export function createSettling(end: (chat: ChatId, message: string, shrunk?: Shrunk) => void): Settling {
  const early = new Map<number, Shrunk | undefined>()
  return {
    settle(chat, line, message, shrunk) {
      if (message) return end(chat, message, shrunk)
      const [oldest] = early.keys()
      if (early.size >= MOST_REMEMBERED && oldest !== undefined) early.delete(oldest)
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
