import type { Person } from '../../domain/person.ts'
import type { Database } from '../../store/database.ts'
import { ownChats } from '../../store/messages/chats.ts'
import type { ConversationScope } from '../../store/recall/recent-lanes.ts'

/** What may be told to somebody of what was said: the owner everything of theirs, others what nobody else reads. */
export function chatsToTell(db: Database, { id: personId, role }: Person): ConversationScope {
  return role === 'owner' ? { everyOf: personId } : { chats: ownChats(db, personId) }
}
