import type { ChatId } from '../../domain/ids.ts'
import type { HistorySource } from '../history-source.ts'
import type { PastMessage } from '../past.ts'

/** The same past without what a person may not read, whatever a lookup further down lets through. */
export function behindWall(source: HistorySource, chats: ReadonlySet<ChatId>): HistorySource {
  const isReadable = (message: PastMessage) => chats.has(message.chat)
  return {
    ...source,
    messages: (...asked) => source.messages(...asked).filter(isReadable),
    message: (id) => [source.message(id)].find((message) => message && isReadable(message)),
    neighbours: (...asked) => source.neighbours(...asked).filter(isReadable),
    background: (...asked) => source.background(...asked).filter(isReadable),
    recall: (query) => source.recall(query).filter(({ message }) => isReadable(message)),
  }
}
