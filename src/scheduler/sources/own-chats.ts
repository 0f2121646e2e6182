import type { ChatId } from '../../domain/ids.ts'
import type { Person } from '../../domain/person.ts'
import type { Database } from '../../store/database.ts'
import { ownChats } from '../../store/messages/chats.ts'
import { readableChats } from '../../store/recall/search.ts'

/** What may be told to somebody of what was said: the owner everything of theirs, others what nobody else reads. */
export function chatsToTell(db: Database, { id: personId, role }: Person): ChatId[] {
  if (role !== 'owner') return ownChats(db, personId)
  return readableChats(db, { personId, chat: undefined, everywhere: true })
}
