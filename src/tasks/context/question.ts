import type { Config } from '../../config/config.ts'
import type { ChatId } from '../../domain/ids.ts'
import type { Person } from '../../domain/person.ts'
import { factsOf } from '../../domain/task.ts'
import type { PastMessage } from '../../gateway/past.ts'
import type { Question } from '../../gateway/question.ts'
import type { Database } from '../../store/database.ts'
import { isPrivateTo } from '../../store/messages/chats.ts'
import { newestVersion } from '../../store/messages/messages.ts'
import { pastMessages } from '../../store/recall/past.ts'
import { readableChats } from '../../store/recall/search.ts'
import type { Task } from '../../store/work/tasks.ts'

/** What is asked, without what differs from epoch to epoch. */
export type Asked = Omit<Question, 'fence' | 'factor'> & {
  /** Why its meaning is not known, where it should be. */
  unclear?: string
}

export interface AskedFacts {
  person: Person
  messages: PastMessage[]
  answers?: Question['answers']
  chat: ChatId
  lane: Question['lane']
  now: Date
  /** Who reads along there; a chat that is only imagined is not in the store. */
  isPrivate?: typeof isPrivateTo
}

/** Whose eyes it is for, and how far they reach. */
export function askedOf(
  db: Database,
  config: Config,
  { person, isPrivate = isPrivateTo, ...facts }: AskedFacts,
): Asked {
  const { chat } = facts
  // Elsewhere is for the owner alone, and only where nobody else reads along.
  const everywhere = config.conversation.sharedHistory && person.role === 'owner' && isPrivate(db, chat, person.id)
  return {
    ...facts,
    person: {
      timezone: person.timezone ?? config.timezone,
      trust: person.role,
      chats: new Set(readableChats(db, { personId: person.id, chat, everywhere })),
    },
  }
}

/** An instruction that is no work of the clock's is about what its answer goes out as a reply to. */
export function answeredBy(db: Database, { kind, chat, instruction, route }: Task): Question['answers'] {
  if (instruction === null || factsOf(kind).work !== 'answer' || route.replyTo === undefined) return undefined
  const line = newestVersion(db, chat, route.replyTo)
  return line && pastMessages(db, [line.id])[0]
}
