import { isLower, type Person, type Role } from '../../domain/person.ts'
import type { Database } from '../../store/database.ts'
import { audienceOf } from '../../store/messages/chats.ts'
import { rolesIn } from '../../store/people/members.ts'
import type { Task } from '../../store/work/tasks.ts'

/**
 * What a session of a lane is opened for: the lowest role of those who speak there, so that people who take turns share one
 * and nobody finds tools in it that another was given. What each of them may do is decided at every call all the same.
 */
export function roleIn(db: Database, { chat, lane }: Pick<Task, 'chat' | 'lane'>, person: Pick<Person, 'role'>): Role {
  if (audienceOf(db, chat) === 'private') return person.role
  return rolesIn(db, lane).reduce((lowest, role) => (isLower(role, lowest) ? role : lowest), person.role)
}
