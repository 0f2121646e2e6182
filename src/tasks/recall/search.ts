import type { ChatId } from '../../domain/ids.ts'
import type { Person } from '../../domain/person.ts'
import type { Meaning } from '../../domain/recall.ts'
import { createRecall } from '../../gateway/recall/recall.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { Database } from '../../store/database.ts'
import { isPrivateTo } from '../../store/messages/chats.ts'
import { readPerson } from '../../store/people/people.ts'
import { createRecallSource } from '../../store/recall/recall-source.ts'
import {
  type FoundMessage,
  readableBy,
  readFound,
  type SearchReader,
  searchOwnWords,
} from '../../store/recall/search.ts'
import { messageIdsOf } from '../../store/work/tasks.ts'

/** Searches all chats that the reader may read, without the messages of the current task. Best results first. */
export type MessageSearch = (reader: SearchReader, words: string, limit: number, meaning?: Meaning) => FoundMessage[]

/** The search behind the tool, the commands and the page. It uses the ranking of recall. */
export function createSearch(db: Database, clock: Clock, timezone: () => string): MessageSearch {
  const { search } = createRecall(createRecallSource(db, { isOwnSearch: true }))
  return (reader, words, limit, meaning) => {
    const hits = search({
      text: words,
      meaning,
      chats: readableBy(reader),
      bound: { asOf: clock.now() },
      timezone: readPerson(db, reader.personId).timezone ?? timezone(),
      exclude: new Set(messageIdsOf(db, reader.task)),
      limit,
    })
    return readFound(
      db,
      hits.map(({ line }) => line.id),
    )
  }
}

/** A reader who may read all chats of a person and is in none of them. */
export function readerOfAll(personId: number): SearchReader {
  return { personId, chat: undefined, task: 0, everywhere: true }
}

/**
 * In a private chat, the owner may search all of their chats, and anybody else their other private ones if that is
 * switched on (`shared_history`). Everywhere else it is just the chat.
 */
export function readerIn(
  db: Database,
  { person, chat, task = 0 }: { person: Pick<Person, 'id' | 'role'>; chat: ChatId; task?: number },
  isSharedHistory: boolean,
): SearchReader {
  const mayLeave = person.role === 'owner' || (isSharedHistory && person.role === 'member')
  const everywhere = mayLeave && isPrivateTo(db, chat, person.id)
  return { personId: person.id, chat, task, everywhere, isPrivateOnly: person.role !== 'owner' }
}

/** For the demo: searches a person's own messages. */
export function createOwnSearch(db: Database, isSharedHistory: () => boolean) {
  return ({ person, chat, question }: { person: { id: number }; chat: ChatId; question: string }, limit: number) => {
    const reader = readerIn(db, { person: readPerson(db, person.id), chat }, isSharedHistory())
    return searchOwnWords(db, reader, question, limit)
  }
}
