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

/** Lines by anybody in the chats the reader may read, without what is being asked now. Best first. */
export type MessageSearch = (reader: SearchReader, words: string, limit: number, meaning?: Meaning) => FoundMessage[]

/** The one search behind the tool, the commands and the page: the ranking that recall uses, over what may be read. */
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

/** Reads everything a person has, and asks in no chat. */
export function readerOfAll(personId: number): SearchReader {
  return { personId, chat: undefined, task: 0, everywhere: true }
}

/** For the demo: what a person said themselves, and what they said elsewhere only where nobody else reads along. */
export function createOwnSearch(db: Database) {
  return ({ person, chat, question }: { person: Person; chat: ChatId; question: string }, limit: number) => {
    const reader = { personId: person.id, chat, everywhere: isPrivateTo(db, chat, person.id) }
    return searchOwnWords(db, reader, question, limit)
  }
}
