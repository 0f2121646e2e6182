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
  const { search } = createRecall(createRecallSource(db))
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

/** For the demo: searches a person's own messages. Other chats are included only in a private chat. */
export function createOwnSearch(db: Database) {
  return ({ person, chat, question }: { person: Person; chat: ChatId; question: string }, limit: number) => {
    const reader = { personId: person.id, chat, everywhere: isPrivateTo(db, chat, person.id) }
    return searchOwnWords(db, reader, question, limit)
  }
}
